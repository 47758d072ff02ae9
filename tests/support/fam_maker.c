#include "fam_maker.h"

#include <string.h>

void store_u16(uint8_t *to, unsigned value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

void store_u32(uint8_t *to, uint32_t value)
{
    store_u16(to, value & 0xFFFF);
    store_u16(to + 2, value >> 16);
}

maker family_of(uint32_t count, const uint32_t *offsets, size_t size)
{
    maker made = { .size = size };
    memcpy(made.bytes, "wwww", 4);
    store_u32(made.bytes + 4, count);
    for (uint32_t i = 0; i < count; i++) store_u32(made.bytes + 8 + 4 * i, offsets[i]);
    return made;
}

maker set_of(uint32_t count, size_t size)
{
    maker made = { .size = size };
    memcpy(made.bytes, "SHPI", 4);
    store_u32(made.bytes + 4, (uint32_t)size);
    store_u32(made.bytes + 8, count);
    memcpy(made.bytes + 12, "LN32", 4);
    return made;
}

void put_line(maker *made, uint32_t number, const char name[4], uint32_t offset)
{
    memcpy(made->bytes + 16 + 8 * number, name, 4);
    store_u32(made->bytes + 20 + 8 * number, offset);
}

void put_block(maker *made, size_t offset, uint8_t code, int32_t attached, unsigned width, unsigned height)
{
    store_u32(made->bytes + offset, (uint32_t)attached << 8);
    made->bytes[offset] = code;
    store_u16(made->bytes + offset + 4, width);
    store_u16(made->bytes + offset + 6, height);
}

maker small_set(void)
{
    maker made = set_of(2, 0x50);
    put_line(&made, 0, "aaaa", 0x20);
    put_line(&made, 1, "!pal", 0x34);
    put_block(&made, 0x20, 0x7B, 0, 2, 2);
    put_block(&made, 0x34, 0x22, 0, 4, 3);
    for (uint8_t i = 0; i < 4; i++) made.bytes[0x30 + i] = i;
    for (uint8_t i = 0; i < 12; i++) made.bytes[0x44 + i] = (uint8_t)(i * 5);
    return made;
}

pdk_status open_made(const maker *made, const char *format, bool partial, pdk_document **document, pdk_error *error)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = format;
    options.partial = partial;
    return pdk_open_memory(made->bytes, made->size, &options, document, error);
}

void assert_damage(const maker *made, const char *format, pdk_status status, const char *code, uint64_t offset)
{
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(open_made(made, format, false, &document, &error), error, status, code, offset);
    assert_ok(open_made(made, format, true, &document, &error), error);
    assert_true(count_findings(document, PDK_CHECK_STRUCTURE, code) >= 1);
    read_everything(document);
    pdk_close(document);
}

typedef struct wanted_finding {
    const char *code;
    uint64_t offset;
    const char *where;
    bool seen;
} wanted_finding;

static bool look_for(void *user, const pdk_finding *finding)
{
    wanted_finding *wanted = user;
    if (strcmp(finding->code, wanted->code) == 0 && finding->offset == wanted->offset &&
        strcmp(finding->where, wanted->where) == 0) {
        wanted->seen = true;
    }
    return true;
}

void assert_finding(const maker *made, const char *code, uint64_t offset, const char *where)
{
    pdk_document *document = open_bytes_or_fail(made->bytes, made->size);
    wanted_finding wanted = { code, offset, where, false };
    pdk_error error = { 0 };
    assert_ok(pdk_check(document, PDK_CHECK_FULL, look_for, &wanted, NULL, &error), error);
    if (!wanted.seen) fail_msg("no finding %s at 0x%llX in %s", code, (unsigned long long)offset, where);
    read_everything(document);
    pdk_close(document);
}
