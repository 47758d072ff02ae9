/* One RefPack command, read as published (packed.refpack_* in packing_layout.c has the bits). */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_COMMAND_H
#define PADDOCK_CODEC_REFPACK_REFPACK_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

/* First `literals` bytes from after the command, then `length` bytes from `distance` before the end of the output. */
typedef struct pdk_refpack_command {
    uint32_t size; /* of the command itself */
    uint32_t literals;
    uint32_t length; /* 0 = nothing is copied */
    uint32_t distance;
    bool stop;
} pdk_refpack_command;

static inline uint32_t pdk_refpack_command_size(uint8_t first)
{
    return first < 0x80 ? 2 : first < 0xC0 ? 3 : first < 0xE0 ? 4 : 1;
}

/* Reads no more than pdk_refpack_command_size(at[0]) bytes. */
static inline pdk_refpack_command pdk_refpack_command_read(const uint8_t *at)
{
    uint32_t first = at[0];
    switch (pdk_refpack_command_size(at[0])) {
    case 2:
        return (pdk_refpack_command){ 2, first & 3, (first >> 2 & 7) + 3, ((first & 0x60) << 3) + at[1] + 1, false };
    case 3:
        return (pdk_refpack_command){ 3, at[1] >> 6, (first & 0x3F) + 4, ((uint32_t)(at[1] & 0x3F) << 8) + at[2] + 1,
                                      false };
    case 4:
        return (pdk_refpack_command){ 4, first & 3, ((first & 0x0C) << 6) + at[3] + 5,
                                      ((first & 0x10) << 12) + ((uint32_t)at[1] << 8) + at[2] + 1, false };
    default:
        if (first >= 0xFC) return (pdk_refpack_command){ 1, first & 3, 0, 0, true };
        return (pdk_refpack_command){ 1, ((first & 0x1F) + 1) * 4, 0, 0, false };
    }
}

#endif
