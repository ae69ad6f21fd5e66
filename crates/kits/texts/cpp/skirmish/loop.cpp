#include "session.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

namespace skirmish {

namespace {

/// Lines in and out, over two descriptors.
class Channel {
public:
    Channel(int in, int out) : in(in), out(out) {}

    /// The next line; none at the end.
    std::optional<std::string> next() {
        std::size_t end;
        while ((end = unread.find('\n', searched)) == std::string::npos) {
            searched = unread.size();
            char bytes[65536];
            ssize_t count = ::read(in, bytes, sizeof bytes);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return std::nullopt;
            unread.append(bytes, static_cast<std::size_t>(count));
        }
        std::string line = unread.substr(0, end);
        unread.erase(0, end + 1);
        searched = 0;
        return line;
    }

    void send(const Json& message) {
        std::string line = message.written() + "\n";
        for (std::size_t sent = 0; sent < line.size();) {
            ssize_t count = ::write(out, line.data() + sent, line.size() - sent);
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) throw std::runtime_error(std::string("cannot answer: ") + std::strerror(errno));
            sent += static_cast<std::size_t>(count);
        }
    }

private:
    int in, out;
    std::string unread;
    std::size_t searched = 0;
};

/// A connection to HOST:PORT/TOKEN.
Channel attached(const std::string& where) {
    std::size_t slash = where.find('/');
    std::string address = where.substr(0, slash);
    std::string token = slash == std::string::npos ? "" : where.substr(slash + 1);
    std::size_t colon = address.rfind(':');
    if (colon == std::string::npos) throw std::runtime_error("SKIRMISH_ATTACH is HOST:PORT/TOKEN, not " + where);
    addrinfo wanted{}, *found = nullptr;
    wanted.ai_socktype = SOCK_STREAM;
    int error = getaddrinfo(address.substr(0, colon).c_str(), address.substr(colon + 1).c_str(), &wanted, &found);
    if (error != 0) throw std::runtime_error("cannot find " + address + ": " + gai_strerror(error));
    int connection = -1;
    for (addrinfo* info = found; info && connection < 0; info = info->ai_next) {
        int fresh = socket(info->ai_family, info->ai_socktype, info->ai_protocol);
        if (fresh >= 0 && connect(fresh, info->ai_addr, info->ai_addrlen) == 0) {
            connection = fresh;
        } else if (fresh >= 0) {
            close(fresh);
        }
    }
    freeaddrinfo(found);
    if (connection < 0) throw std::runtime_error("cannot connect to " + address + ": " + std::strerror(errno));
    Channel channel(connection, connection);
    Json::Object hello;
    hello.emplace_back("type", "attach");
    hello.emplace_back("token", token);
    channel.send(hello);
    return channel;
}

void play_match(Maker make, Channel channel) {
    Session session(make);
    while (auto line = channel.next()) {
        if (auto reply = session.handle(Json::parse(*line))) channel.send(*reply);
        if (session.over) return;
    }
}

/// Plays the recording; throws if the bot fails anywhere.
std::string play_sample(Maker make, const std::string& path) {
    std::ifstream lines(path);
    if (!lines) throw std::runtime_error("cannot read " + path);
    Session session(make);
    std::size_t turns = 0, games = 0, orders = 0;
    for (std::string line; std::getline(lines, line);) {
        Json message = Json::parse(line);
        auto reply = session.handle(message);
        if (message["type"].written() == "\"hello\"") games++;
        if (message["type"].written() == "\"turn\"") turns++;
        const Json::List* actions = reply ? (*reply)["actions"].as<Json::List>() : nullptr;
        if (actions) orders += actions->size();
    }
    if (session.errors > 0) throw std::runtime_error(std::to_string(session.errors) + " failures; see above");
    std::string sum = std::to_string(turns) + " turns of " + std::to_string(games) + " games answered with " +
                      std::to_string(orders) + " orders";
    if (orders == 0) throw std::runtime_error(sum + ": the bot does nothing");
    return sum;
}

}  // namespace

int play(Maker make, int argc, char** argv) {
    // Standard output is the protocol's; what the bot prints goes to the log.
    int out = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    try {
        const char* attach = std::getenv("SKIRMISH_ATTACH");
        if (argc == 3 && std::string(argv[1]) == "--test") {
            dprintf(out, "%s\n", play_sample(make, argv[2]).c_str());
        } else if (argc > 1) {
            throw std::runtime_error("without arguments the bot plays a match; `--test sample.jsonl` tries it");
        } else {
            play_match(make, attach && *attach ? attached(attach) : Channel(STDIN_FILENO, out));
        }
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        Player::log("FAILED:", error.what());
        return EXIT_FAILURE;
    }
}

}  // namespace skirmish
