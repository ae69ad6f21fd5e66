#include "memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Arena turn_memory, game_memory;

/// A piece of memory from the system; what is handed out lies behind it.
struct Chunk {
    struct Chunk *before;
    alignas(max_align_t) char bytes[];
};

static const size_t CHUNK = 1 << 16;

void *arena_take(Arena *arena, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / 4 / size) {
        fprintf(stderr, "no memory for %zu things\n", count);
        exit(EXIT_FAILURE);
    }
    size_t align = alignof(max_align_t);
    size_t needed = (count * size + align - 1) / align * align;
    if (arena->chunks == NULL || needed > arena->room - arena->used) {
        size_t room = needed > CHUNK ? needed : CHUNK;
        struct Chunk *chunk = malloc(sizeof *chunk + room);
        if (chunk == NULL) {
            fprintf(stderr, "no memory for %zu bytes\n", room);
            exit(EXIT_FAILURE);
        }
        chunk->before = arena->chunks;
        *arena = (Arena){chunk, 0, room};
    }
    void *taken = arena->chunks->bytes + arena->used;
    arena->used += needed;
    return memset(taken, 0, needed);
}

char *arena_text(Arena *arena, const char *text, size_t count) {
    return memcpy(arena_take(arena, count + 1, 1), text, count);
}

void arena_clear(Arena *arena) {
    while (arena->chunks != NULL) {
        struct Chunk *chunk = arena->chunks;
        arena->chunks = chunk->before;
        free(chunk);
    }
    *arena = (Arena){0};
}

void *fresh(size_t count, size_t size) {
    return arena_take(&turn_memory, count, size);
}
