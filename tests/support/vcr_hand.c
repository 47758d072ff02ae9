#include "vcr_hand.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void raw(hand *to, const void *bytes, size_t size)
{
    assert_true(sizeof to->bytes - to->fill >= size);
    memcpy(to->bytes + to->fill, bytes, size);
    to->fill += size;
}

void zeros(hand *to, size_t count)
{
    while (count-- > 0) raw(to, "", 1);
}

void little(hand *to, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = (uint8_t)(value >> (8 * i));
        raw(to, &byte, 1);
    }
}

uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}

void f32(hand *to, float value)
{
    little(to, bits_of(value), 4);
}

void text(hand *to, const char *text, size_t prefix)
{
    little(to, strlen(text), prefix);
    raw(to, text, strlen(text));
}

void set(hand *to, size_t at, uint64_t value, size_t size)
{
    size_t fill = to->fill;
    to->fill = at;
    little(to, value, size);
    to->fill = fill;
}

void set_f32(hand *to, size_t at, float value)
{
    set(to, at, bits_of(value), 4);
}

size_t event(hand *to, uint32_t header, size_t size)
{
    little(to, header, 4);
    zeros(to, 1);
    size_t at = to->fill;
    zeros(to, size);
    return at;
}

void banner(hand *to, uint32_t version)
{
    raw(to, "//[[gMb1.002f (c)2016    ]] [[            ]]\nIRSR", 49);
    little(to, version, 4);
}

void assert_value(const pdk_document *document, const char *table, const char *column, uint64_t row, double wanted,
                  double tolerance)
{
    size_t count;
    double *values = column_f64(document, table, column, &count);
    assert_true(row < count);
    if (!(fabs(values[row] - wanted) <= tolerance)) {
        fail_msg("%s.%s[%u] is %.9g, not %.9g", table, column, (unsigned)row, values[row], wanted);
    }
    free(values);
}

void assert_sound_structure(const pdk_document *document)
{
    uint64_t total = 1;
    pdk_error error = { 0 };
    assert_ok(pdk_check(document, PDK_CHECK_STRUCTURE, NULL, NULL, &total, &error), error);
    assert_int_equal(total, 0);
}

uint64_t velocity(int x, int y, int z)
{
    return ((uint64_t)x & 0x3FFF) | ((uint64_t)y & 0xFFF) << 14 | ((uint64_t)z & 0x3FFF) << 26;
}

void assert_place(const pdk_document *document)
{
    static const char *const names[] = { "x", "y", "z", "pitch", "yaw", "roll" };
    static const double values[] = { 101.5, 12.25, -203.75, 0.125, -1.5, 0.0625 };
    for (size_t i = 0; i < 6; i++) assert_value(document, "poses", names[i], 0, values[i], 0);
}

void place(hand *to, size_t at)
{
    static const float values[] = { 101.5f, 12.25f, -203.75f, 0.125f, -1.5f, 0.0625f };
    for (size_t i = 0; i < 6; i++) set_f32(to, at + 4 * i, values[i]);
}
