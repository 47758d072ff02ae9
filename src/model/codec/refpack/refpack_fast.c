#include "codec/refpack/refpack_fast.h"

#include <string.h>

#include "base/load.h"
#include "codec/refpack/refpack_command.h"

enum {
    WIDE = 16, /* bytes of one step of a copy */
    EIGHT = 8,
    MAX_LITERALS = 112,
    IN_SLACK = 4 + MAX_LITERALS + WIDE,
    OUT_SLACK = MAX_LITERALS + WIDE + WIDE /* and the command's length */
};

void pdk_refpack_fill_table(pdk_refpack_entry table[PDK_REFPACK_ENTRIES])
{
    for (uint32_t i = 0; i < PDK_REFPACK_ENTRIES; i++) {
        const uint8_t bare[4] = { (uint8_t)i, 0, 0, 0 };
        pdk_refpack_command command = pdk_refpack_command_read(bare);
        pdk_refpack_entry *entry = &table[i];
        *entry = (pdk_refpack_entry){ .distance = command.distance,
                                      .length = (uint16_t)command.length,
                                      .size = (uint8_t)command.size,
                                      .literals = (uint8_t)command.literals };
        switch (command.size) {
        case 2:
            entry->distance_mask = 0x00FF0000;
            entry->shift = 16;
            break;
        case 3:
            entry->distance_mask = 0x003FFF00;
            entry->shift = 8;
            entry->literals_mask = 3;
            break;
        case 4:
            entry->distance_mask = 0x00FFFF00;
            entry->shift = 8;
            entry->length_mask = 0xFF;
            break;
        default: /* copies nothing, from a harmless place; a stop is sent to the careful decoder by its distance */
            entry->distance = command.stop ? UINT32_MAX : WIDE;
            break;
        }
    }
}

/* `length` bytes in steps of WIDE; up to WIDE - 1 more are touched after both. */
static inline void copy_wide(uint8_t *to, const uint8_t *from, uint32_t length)
{
    memcpy(to, from, WIDE);
    for (uint32_t done = WIDE; done < length; done += WIDE) memcpy(to + done, from + done, WIDE);
}

/* A copy from nearer than WIDE, which repeats its own output. Reads EIGHT bytes before `to`. */
static void copy_near(uint8_t *to, uint32_t distance, uint32_t length)
{
    if (distance >= EIGHT) {
        for (uint32_t done = 0; done < length; done += EIGHT) memcpy(to + done, to + done - distance, EIGHT);
        return;
    }
    /* The bytes before `to`, repeated to fill eight; steps are the whole repeats that fit. */
    static const uint64_t repeat[8] = { 0,
                                        UINT64_C(0x0101010101010101),
                                        UINT64_C(0x0001000100010001),
                                        UINT64_C(0x0001000001000001),
                                        UINT64_C(0x0000000100000001),
                                        UINT64_C(0x0000010000000001),
                                        UINT64_C(0x0001000000000001),
                                        UINT64_C(0x0100000000000001) };
    static const uint8_t steps[8] = { 0, 8, 8, 6, 8, 5, 6, 7 };
    uint64_t pattern = (pdk_load_u64(to - EIGHT) >> (64 - 8 * distance)) * repeat[distance];
    uint32_t step = steps[distance];
    pdk_store_u64(to, pattern);
    pdk_store_u64(to + step, pattern); /* two steps are enough for a short command */
    for (uint32_t done = 2 * step; done < length; done += step) pdk_store_u64(to + done, pattern);
}

void pdk_refpack_run_fast(pdk_refpack_state *state, const pdk_refpack_entry table[PDK_REFPACK_ENTRIES])
{
    const uint8_t *in = state->in, *in_end = state->in_end;
    const uint8_t *start = state->start;
    uint8_t *out = state->out, *out_end = state->out_end;
    if (in_end - in < IN_SLACK || out_end - out < OUT_SLACK) return;
    const uint8_t *in_last = in_end - IN_SLACK;
    const uint8_t *out_last = out_end - OUT_SLACK;
    while (in <= in_last && out <= out_last) {
        const pdk_refpack_entry *entry = &table[*in];
        const uint32_t word = pdk_load_u32be(in);
        const uint32_t literals = entry->literals + (word >> 22 & entry->literals_mask);
        const uint32_t distance = entry->distance + ((word & entry->distance_mask) >> entry->shift);
        const uint32_t length = entry->length + (word & entry->length_mask);
        const uint8_t *from = in + entry->size;
        const size_t written = (size_t)(out - start);
        if (distance > written + literals || written < EIGHT || length > (size_t)(out_last - out)) break;
        in = from + literals;
        copy_wide(out, from, literals);
        out += literals;
        if (distance >= WIDE) copy_wide(out, out - distance, length);
        else copy_near(out, distance, length);
        out += length;
    }
    state->in = in;
    state->out = out;
}
