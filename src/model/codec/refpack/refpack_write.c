#include "codec/refpack/refpack_write.h"

static void put(pdk_refpack_writer *writer, uint32_t literals)
{
    memcpy(writer->to, writer->plain + writer->said, literals);
    writer->to += literals;
    writer->said += literals;
}

/* Runs of literals until fewer than four are left to ride on what comes next; returns how many. */
static uint32_t put_runs(pdk_refpack_writer *writer, uint32_t end)
{
    while (end - writer->said > PDK_REFPACK_MAX_CARRIED) {
        uint32_t left = end - writer->said;
        uint32_t run = left < PDK_REFPACK_MAX_LITERALS ? left & ~UINT32_C(3) : PDK_REFPACK_MAX_LITERALS;
        *writer->to++ = (uint8_t)(0xE0 + run / 4 - 1);
        put(writer, run);
    }
    return end - writer->said;
}

void pdk_refpack_write_copy(pdk_refpack_writer *writer, uint32_t at, uint32_t length, uint32_t distance)
{
    uint32_t literals = put_runs(writer, at), back = distance - 1, size = pdk_refpack_cost(length, distance);
    uint8_t *to = writer->to;
    switch (size) {
    case 2:
        to[0] = (uint8_t)((back >> 3 & 0x60) | (length - 3) << 2 | literals);
        to[1] = (uint8_t)back;
        break;
    case 3:
        to[0] = (uint8_t)(0x80 | (length - 4));
        to[1] = (uint8_t)(literals << 6 | back >> 8);
        to[2] = (uint8_t)back;
        break;
    default:
        to[0] = (uint8_t)(0xC0 | (back >> 12 & 0x10) | ((length - 5) >> 6 & 0x0C) | literals);
        to[1] = (uint8_t)(back >> 8);
        to[2] = (uint8_t)back;
        to[3] = (uint8_t)(length - 5);
        break;
    }
    writer->to += size;
    put(writer, literals);
    writer->said += length;
}

void pdk_refpack_write_stop(pdk_refpack_writer *writer, uint32_t size)
{
    uint32_t literals = put_runs(writer, size);
    *writer->to++ = (uint8_t)(0xFC | literals);
    put(writer, literals);
}
