#define _POSIX_C_SOURCE 200809L

#include "session.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int failed(const char *what, const char *why) {
    log_line("FAILED: %s: %s", what, why);
    return EXIT_FAILURE;
}

/// A connection to an address; -1 if there is none.
static int connected(const char *host, const char *port) {
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int error = getaddrinfo(host, port, &wanted, &found);
    if (error != 0) {
        failed("SKIRMISH_ATTACH", gai_strerror(error));
        return -1;
    }
    int connection = -1;
    for (struct addrinfo *info = found; info != NULL && connection < 0; info = info->ai_next) {
        int fresh = socket(info->ai_family, info->ai_socktype, info->ai_protocol);
        if (fresh >= 0 && connect(fresh, info->ai_addr, info->ai_addrlen) == 0) {
            connection = fresh;
        } else if (fresh >= 0) {
            close(fresh);
        }
    }
    if (connection < 0) failed("SKIRMISH_ATTACH", strerror(errno));
    freeaddrinfo(found);
    return connection;
}

/// Goes to HOST:PORT/TOKEN and says the token; -1 if that fails.
static int attached(const char *where) {
    const char *slash = strchr(where, '/');
    char *host = arena_text(&game_memory, where, slash != NULL ? (size_t)(slash - where) : strlen(where));
    char *colon = strrchr(host, ':');
    if (colon == NULL) {
        failed("SKIRMISH_ATTACH is HOST:PORT/TOKEN, not", where);
        return -1;
    }
    *colon = '\0';
    int connection = connected(host, colon + 1);
    if (connection < 0) return -1;
    Text hello = text_new(&game_memory);
    text_add(&hello, "{\"type\":\"attach\",\"token\":");
    text_quoted(&hello, slash != NULL ? slash + 1 : "");
    text_add(&hello, "}\n");
    if (send(connection, hello.bytes, hello.count, 0) == (ssize_t)hello.count) return connection;
    failed("SKIRMISH_ATTACH", strerror(errno));
    return -1;
}

/// Plays a match over two descriptors.
static int play_match(const Bot *bot, int from, int to) {
    FILE *in = fdopen(from, "r"), *out = fdopen(to, "w");
    if (in == NULL || out == NULL) return failed("the match cannot be opened", strerror(errno));
    Session session = {.bot = bot};
    char *line = NULL;
    size_t room = 0;
    while (!session.over && getline(&line, &room, in) > 0) {
        const char *reply = session_handle(&session, line);
        if (reply != NULL && (fprintf(out, "%s\n", reply) < 0 || fflush(out) != 0)) {
            return failed("cannot answer", strerror(errno));
        }
    }
    free(line);
    return session.games > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/// Plays the recording; fails if a message cannot be read, or the bot does nothing.
static int play_sample(const Bot *bot, const char *path, int to) {
    FILE *in = fopen(path, "r");
    if (in == NULL) return failed(path, strerror(errno));
    Session session = {.bot = bot};
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, in) > 0) session_handle(&session, line);
    free(line);
    fclose(in);
    char sum[200];
    snprintf(sum, sizeof sum, "%zu turns of %zu games answered with %zu orders", session.turns, session.games,
             session.orders);
    if (session.errors > 0) return failed(sum, "not all messages could be read; see above");
    if (session.orders == 0) return failed(sum, "the bot does nothing");
    dprintf(to, "%s\n", sum);
    return EXIT_SUCCESS;
}

int run(const Bot *bot, int argc, char **argv) {
    // Standard output is the protocol's; what the bot prints goes to the log.
    int out = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    const char *attach = getenv("SKIRMISH_ATTACH");
    int result;
    if (argc == 3 && strcmp(argv[1], "--test") == 0) {
        result = play_sample(bot, argv[2], out);
    } else if (argc > 1) {
        result = failed(argv[1], "without arguments the bot plays a match; `--test sample.jsonl` tries it");
    } else if (attach != NULL && *attach != '\0') {
        int connection = attached(attach);
        result = connection < 0 ? EXIT_FAILURE : play_match(bot, connection, dup(connection));
    } else {
        result = play_match(bot, STDIN_FILENO, out);
    }
    arena_clear(&turn_memory);
    arena_clear(&game_memory);
    return result;
}
