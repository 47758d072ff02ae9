#include "ld_look.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint32_t u16(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static uint32_t u32(const uint8_t *at)
{
    return u16(at) | u16(at + 2) << 16;
}

static int i16(const uint8_t *at)
{
    int value = (int)u16(at);
    return value > 32767 ? value - 65536 : value;
}

static void text(char *to, const uint8_t *at, size_t size)
{
    memcpy(to, at, size);
    to[size] = '\0';
    size_t length = strlen(to);
    for (size_t i = length; i < size; i++) assert_int_equal(at[i], 0); /* padded with zeros to its end */
}

static void zeros(const uint8_t *data, uint32_t first, uint32_t end)
{
    for (uint32_t at = first; at < end; at++) {
        if (data[at] != 0) fail_msg("byte %u is %u, not 0", (unsigned)at, (unsigned)data[at]);
    }
}

/* What nobody has a name for is what the log of an ADL has there, and all between the parts is zero. */
static void check_rest(const uint8_t *data, const ld_look *log)
{
    static const uint32_t empty[][2] = { { 4, 8 },     { 16, 36 },    { 40, 66 },     { 110, 126 },  { 142, 158 },
                                         { 286, 350 }, { 414, 1502 }, { 1506, 1508 }, { 1636, 1762 } };
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++) zeros(data, empty[i][0], empty[i][1]);
    assert_int_equal(u16(data + 66), 0x4240);
    assert_int_equal(u16(data + 68), 0x000F);
    assert_int_equal(u32(data + 70), 12007); /* the logger's serial number */
    assert_int_equal(u16(data + 82), 420);   /* its version */
    assert_int_equal(u16(data + 84), 0x0080);
    assert_int_equal(u32(data + 90), 0x00010064);
    assert_string_equal(log->device, "ADL");
    zeros(data, log->event_at + 64, log->event_at + 128);
    zeros(data, log->event_at + 1154, log->venue_at);
    zeros(data, log->venue_at + 64, log->venue_at + 1098);
    zeros(data, log->venue_at + 1100, log->vehicle_at);
    zeros(data, log->vehicle_at + 64, log->vehicle_at + 192);
    zeros(data, log->vehicle_at + 196, log->channels_at);
}

static void read_channel(const uint8_t *data, size_t size, uint32_t at, ld_channel *channel)
{
    const uint8_t *bytes = data + at;
    assert_true(at + 124 <= size);
    channel->data_at = u32(bytes + 8);
    channel->count = u32(bytes + 12);
    channel->id = u16(bytes + 16);
    unsigned kind = u16(bytes + 18);
    channel->size = u16(bytes + 20);
    channel->rate = u16(bytes + 22);
    channel->shift = i16(bytes + 24);
    int multiplier = i16(bytes + 26), scale = i16(bytes + 28);
    channel->decimals = i16(bytes + 30);
    assert_true(multiplier != 0 && scale != 0);
    assert_true((kind == 3 && channel->size == 2) || (kind == 5 && channel->size == 4));
    text(channel->name, bytes + 32, 32);
    text(channel->short_name, bytes + 64, 8);
    text(channel->unit, bytes + 72, 12);
    channel->highest = (int32_t)u32(bytes + 84);
    channel->lowest = (int32_t)u32(bytes + 88);
    for (size_t i = 92; i < 124; i++) assert_int_equal(bytes[i], 0);
    assert_true(channel->data_at + (uint64_t)channel->count * channel->size <= size);
    channel->values = malloc(channel->count * sizeof *channel->values + 1);
    assert_non_null(channel->values);
    int32_t lowest = INT32_MAX, highest = INT32_MIN;
    for (size_t i = 0; i < channel->count; i++) {
        const uint8_t *sample = data + channel->data_at + i * channel->size;
        int32_t stored = channel->size == 2 ? i16(sample) : (int32_t)u32(sample);
        lowest = stored < lowest ? stored : lowest;
        highest = stored > highest ? stored : highest;
        channel->values[i] = (stored / (double)scale * pow(10, -channel->decimals) + channel->shift) * multiplier;
    }
    assert_int_equal(lowest, channel->lowest);
    assert_int_equal(highest, channel->highest);
}

ld_look *ld_read(const uint8_t *data, size_t size)
{
    ld_look *log = calloc(1, sizeof *log);
    assert_true(log != NULL && size > 13384);
    assert_int_equal(u32(data), 0x40);
    log->channels_at = u32(data + 8);
    log->data_at = u32(data + 12);
    log->event_at = u32(data + 36);
    text(log->device, data + 74, 8);
    log->count = u32(data + 86);
    text(log->date, data + 94, 16);
    text(log->time, data + 126, 16);
    text(log->driver, data + 158, 64);
    text(log->vehicle, data + 222, 64);
    text(log->venue, data + 350, 64);
    log->pro = u32(data + 1502);
    assert_true(log->event_at + 1154 <= size);
    text(log->comment, data + log->event_at + 128, 1024);
    log->venue_at = u16(data + log->event_at + 1152);
    log->vehicle_at = u16(data + log->venue_at + 1098);
    log->weight = u32(data + log->vehicle_at + 192);
    check_rest(data, log);
    log->channels = calloc(log->count + 1, sizeof *log->channels);
    assert_non_null(log->channels);
    uint32_t at = log->channels_at, before = 0, end = log->data_at;
    for (size_t i = 0; i < log->count; i++) {
        assert_int_equal(u32(data + at), before);
        read_channel(data, size, at, &log->channels[i]);
        assert_int_equal(log->channels[i].data_at, end); /* one after the other */
        end += (uint32_t)(log->channels[i].count * log->channels[i].size);
        before = at;
        at = u32(data + at + 4);
    }
    assert_int_equal(at, 0);
    assert_int_equal(end, size);
    return log;
}

const ld_channel *ld_find(const ld_look *log, const char *name)
{
    for (size_t i = 0; i < log->count; i++)
        if (strcmp(log->channels[i].name, name) == 0) return &log->channels[i];
    return NULL;
}

void ld_free(ld_look *log)
{
    for (size_t i = 0; i < log->count; i++) free(log->channels[i].values);
    free(log->channels);
    free(log);
}
