/* Racer replays built command by command, and what their tests ask of them. */
#ifndef PADDOCK_TESTS_RPLY_BUILD_H
#define PADDOCK_TESTS_RPLY_BUILD_H

#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "support.h"

typedef struct builder {
    uint8_t bytes[1 << 16];
    size_t size, frame; /* where this frame begins */
    int major;
} builder;

static inline void put16(builder *file, int value)
{
    pdk_store_u16(file->bytes + file->size, (uint16_t)value);
    file->size += 2;
}

static inline void put32(builder *file, int32_t value)
{
    pdk_store_u32(file->bytes + file->size, (uint32_t)value);
    file->size += 4;
}

static inline void put_floats(builder *file, size_t count, double value)
{
    for (size_t i = 0; i < count; i++, file->size += 4) pdk_store_f32(file->bytes + file->size, (float)value);
}

static inline void put_text(builder *file, const char *text, size_t capacity)
{
    size_t length = strlen(text);
    memset(file->bytes + file->size, 0, capacity);
    memcpy(file->bytes + file->size, text, length < capacity ? length : capacity);
    file->size += capacity;
}

static inline void begin(builder *file, int major, int cars)
{
    memset(file, 0, sizeof *file);
    file->major = major;
    put_text(file, "RPLY", 4);
    put16(file, 1);
    put16(file, major);
    put_text(file, "ring", 64);
    put32(file, 100);
    put32(file, cars);
    for (int i = 0; i < cars; i++) put_text(file, "car", 64);
    put_text(file, "DATA", 4);
}

static inline void begin_frame(builder *file, int32_t time)
{
    file->frame = file->size;
    put16(file, 0);
    put32(file, time);
}

static inline void end_frame(builder *file)
{
    pdk_store_u16(file->bytes + file->frame, (uint16_t)(file->size - file->frame));
}

/* A state at x with all the rest of it, after the orientation, `filling`. */
static inline void put_state(builder *file, int car, int wheels, double x, double filling)
{
    put16(file, 0);
    put16(file, car);
    put16(file, 2);
    put_floats(file, 1, x);
    put_floats(file, 2, 0);
    put_floats(file, 1, 1);
    put_floats(file, 3, 0);
    put_floats(file, 1 + 3 * (size_t)wheels, filling);
    put_floats(file, file->major == 1 ? 2 : 4, filling);
    if (file->major > 1) put32(file, 0);
}

/* `count` frames of one car, 100 ms apart from `from` on. */
static inline void put_drive(builder *file, int car, int wheels, int32_t from, int count)
{
    for (int i = 0; i < count; i++) {
        begin_frame(file, from + 100 * i);
        put_state(file, car, wheels, 0.5 * i, 1);
        end_frame(file);
    }
}

static inline pdk_document *open_built(const builder *file, bool partial)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = partial;
    pdk_document *replay = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(file->bytes, file->size, &options, &replay, &error), error);
    read_everything(replay);
    return replay;
}

static inline void assert_refused(const builder *file, bool partial, pdk_status status, const char *code,
                                  uint64_t offset)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = "rply";
    options.partial = partial;
    pdk_document *replay = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_memory(file->bytes, file->size, &options, &replay, &error), error, status, code, offset);
    assert_null(replay);
}

static inline double cell(const pdk_document *replay, const char *table, const char *column, size_t row)
{
    size_t count;
    double *values = column_f64(replay, table, column, &count);
    assert_true(row < count);
    double value = values[row];
    free(values);
    return value;
}

static inline uint64_t found(const pdk_document *replay, const char *code)
{
    return count_findings(replay, PDK_CHECK_FULL, code);
}

typedef struct wanted_finding {
    const char *code;
    uint64_t offset;
    bool seen;
} wanted_finding;

static inline bool match_finding(void *user, const pdk_finding *finding)
{
    wanted_finding *wanted = user;
    if (strcmp(finding->code, wanted->code) == 0 && finding->offset == wanted->offset) wanted->seen = true;
    return true;
}

static inline void assert_finding(const pdk_document *replay, const char *code, uint64_t offset)
{
    wanted_finding wanted = { code, offset, false };
    pdk_error error = { 0 };
    assert_ok(pdk_check(replay, PDK_CHECK_FULL, match_finding, &wanted, NULL, &error), error);
    if (!wanted.seen) fail_msg("no finding %s at 0x%llX", code, (unsigned long long)offset);
}

#endif
