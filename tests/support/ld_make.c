#include "ld_make.h"

#include <stdlib.h>
#include <string.h>

void put_u16(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

void put_u32(uint8_t *at, uint32_t value)
{
    put_u16(at, value);
    put_u16(at + 2, value >> 16);
}

static void put_sample(uint8_t *at, const made_channel *channel, double value)
{
    float real = (float)value;
    uint32_t bits;
    memcpy(&bits, &real, sizeof bits);
    if (channel->sample_class == 7 && channel->size == 4) put_u32(at, bits);
    else if (channel->size == 4) put_u32(at, (uint32_t)(int32_t)value);
    else if (channel->size == 2) put_u16(at, (uint32_t)(int32_t)value);
}

static void put_channel(uint8_t *at, const made_channel *channel, size_t index, bool last, uint32_t data)
{
    uint32_t here = MADE_CHANNELS_AT + (uint32_t)index * MADE_CHANNEL;
    put_u32(at, index > 0 ? here - MADE_CHANNEL : 0);
    put_u32(at + MADE_NEXT, last ? 0 : here + MADE_CHANNEL);
    put_u32(at + MADE_DATA, data);
    put_u32(at + MADE_SAMPLES, channel->count);
    put_u16(at + 16, channel->id);
    put_u16(at + MADE_CLASS, channel->sample_class);
    put_u16(at + 20, channel->size);
    put_u16(at + MADE_RATE, channel->rate);
    put_u16(at + 24, (uint32_t)channel->shift);
    put_u16(at + 26, (uint32_t)channel->multiplier);
    put_u16(at + 28, (uint32_t)channel->scale);
    put_u16(at + MADE_DECIMALS, (uint32_t)channel->decimals);
    strncpy((char *)at + 32, channel->name, 32);
    strncpy((char *)at + 64, channel->name, 7);
    if (channel->unit != NULL) strncpy((char *)at + 72, channel->unit, 12);
}

uint8_t *make_ld(const made_channel *channels, size_t count, size_t *size)
{
    *size = MADE_CHANNELS_AT + count * MADE_CHANNEL;
    uint32_t data = (uint32_t)*size;
    for (size_t i = 0; i < count; i++) *size += (size_t)channels[i].count * channels[i].size;
    uint8_t *bytes = calloc(1, *size);
    assert_non_null(bytes);
    put_u32(bytes, 0x40);
    put_u32(bytes + 8, count > 0 ? MADE_CHANNELS_AT : 0);
    put_u32(bytes + 12, data);
    put_u32(bytes + 86, (uint32_t)count);
    memcpy(bytes + 94, "27/11/2026", 10);
    memcpy(bytes + 126, "12:34:56", 8);
    memcpy(bytes + 158, "K. M\xFCller", 9);
    memcpy(bytes + 222, "Car 7", 5);
    memcpy(bytes + 350, "Somewhere", 9);
    for (size_t i = 0; i < count; i++) {
        put_channel(bytes + made_at(i, 0), &channels[i], i, i + 1 == count, data);
        for (uint32_t k = 0; k < channels[i].count && channels[i].values != NULL; k++)
            put_sample(bytes + data + k * channels[i].size, &channels[i], channels[i].values[k]);
        data += channels[i].count * channels[i].size;
    }
    return bytes;
}
