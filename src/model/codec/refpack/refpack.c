/* RefPack (pack codes 10FB 11FB 90FB 91FB): EA's LZ77 with byte-aligned commands. docs/formats/packing.md */
#include <string.h>

#include "base/load.h"
#include "codec/ea_header.h"
#include "codec/refpack/refpack_command.h"
#include "codec/refpack/refpack_encode.h"
#include "codec/refpack/refpack_fast.h"

enum {
    METHOD = 0x10,
    WRAPPER = 4,    /* the little-endian length of all that DBPF archives put in front ... */
    WRAPPED = 9,    /* ... which makes a header of this size; no other has it */
    PADDING = 0xFC, /* and what their tools fill up with after the stop */
    TRIED = 16      /* commands a probe looks at */
};

/* A command of four bytes copies at most 1028; literals cost a byte each. */
static const uint64_t max_expansion = 257;

static bool is_wrapped(const pdk_packing *packing)
{
    return packing->header_size == WRAPPED;
}

/* Could the first commands be executed? What random bytes cannot pass: the first must bring literals, and no copy may
 * come from before the start. */
static bool begins_well(const uint8_t *data, size_t size, const pdk_packing *packing)
{
    uint64_t written = 0;
    size_t at = packing->header_size;
    for (int i = 0; i < TRIED && at < size; i++) {
        if (size - at < pdk_refpack_command_size(data[at])) return i > 0;
        pdk_refpack_command command = pdk_refpack_command_read(data + at);
        written += command.literals;
        if (command.distance > written) return false;
        written += command.length;
        if (written > packing->unpacked_size) return false;
        if (command.stop) return true;
        at += command.size + command.literals;
    }
    return true;
}

static bool is_believable(const uint8_t *data, size_t size, const pdk_packing *packing)
{
    return pdk_ea_size_is_ordinary(packing, size) || begins_well(data, size, packing);
}

static bool probe_wrapped(const uint8_t *data, size_t size, pdk_packing *packing)
{
    if (size < WRAPPED || data[WRAPPER] != METHOD) return false;
    if (!pdk_ea_header_read(data, size, WRAPPER, METHOD, false, packing)) return false;
    uint64_t length = pdk_load_u32(data);
    if (length < size || packing->unpacked_size > length * max_expansion) return false;
    if (length == size ? !is_believable(data, size, packing) : !begins_well(data, size, packing)) return false;
    memcpy(packing->variant, "DBPF 10FB", sizeof "DBPF 10FB");
    return true;
}

static bool probe(const uint8_t *data, size_t size, pdk_packing *packing)
{
    if (probe_wrapped(data, size, packing)) return true;
    return pdk_ea_header_read(data, size, 0, METHOD, true, packing) && is_believable(data, size, packing);
}

static pdk_status bound(const uint8_t *data, size_t size, const pdk_packing *packing, uint64_t *maximum,
                        pdk_error *error)
{
    (void)data;
    (void)error;
    *maximum = (uint64_t)(size - packing->header_size) * max_expansion;
    return PDK_OK;
}

/* One command with every check. */
static pdk_status step(pdk_refpack_state *state, const uint8_t *data, pdk_refpack_command *command, pdk_error *error)
{
    size_t at = (size_t)(state->in - data), left = (size_t)(state->in_end - state->in);
    size_t size = at + left, written = (size_t)(state->out - state->start),
           capacity = (size_t)(state->out_end - state->out);
    if (left == 0) {
        return pdk_fail(error, PDK_E_TRUNCATED, size, "refpack.stop",
                        "the packed data end without a stop code, after %zu bytes of output", written);
    }
    if (left < pdk_refpack_command_size(*state->in)) {
        return pdk_fail(error, PDK_E_TRUNCATED, size, "refpack.command",
                        "a command of %u bytes begins at %zu, but only %zu bytes are left",
                        (unsigned)pdk_refpack_command_size(*state->in), at, left);
    }
    *command = pdk_refpack_command_read(state->in);
    if (left - command->size < command->literals) {
        return pdk_fail(error, PDK_E_TRUNCATED, size, "refpack.literals",
                        "the command at %zu needs %u literals, but only %zu bytes are left", at,
                        (unsigned)command->literals, left - command->size);
    }
    if (capacity < command->literals + command->length) {
        return pdk_fail(error, PDK_E_CORRUPT, at, "refpack.overflow",
                        "a command writes %u bytes, but only %zu are left of the size in the header",
                        (unsigned)(command->literals + command->length), capacity);
    }
    if (command->distance > written + command->literals) {
        return pdk_fail(error, PDK_E_CORRUPT, at, "refpack.distance",
                        "a copy goes %u bytes back, but the output has only %zu bytes so far",
                        (unsigned)command->distance, written + command->literals);
    }
    memcpy(state->out, state->in + command->size, command->literals);
    state->in += command->size + command->literals;
    state->out += command->literals;
    for (uint32_t i = 0; i < command->length; i++, state->out++) *state->out = *(state->out - command->distance);
    return PDK_OK;
}

static pdk_status decode(pdk_bytes packed, const pdk_packing *packing, uint8_t *to, size_t capacity, size_t *written,
                         pdk_error *error)
{
    pdk_refpack_entry table[PDK_REFPACK_ENTRIES];
    pdk_refpack_fill_table(table);
    pdk_refpack_state state = { packed.data + packing->header_size, packed.data + packed.size, to, to, to + capacity };
    pdk_refpack_command command = { 0 };
    size_t stop = 0;
    while (!command.stop) {
        pdk_refpack_run_fast(&state, table);
        stop = (size_t)(state.in - packed.data);
        pdk_status status = step(&state, packed.data, &command, error);
        *written = (size_t)(state.out - to);
        if (status != PDK_OK) return status;
    }
    if (is_wrapped(packing) && pdk_load_u32(packed.data) > packed.size) {
        return pdk_fail(error, PDK_E_TRUNCATED, packed.size, "refpack.length",
                        "the size field in front of the header says %lu bytes, but the file has %zu",
                        (unsigned long)pdk_load_u32(packed.data), packed.size);
    }
    while (is_wrapped(packing) && state.in < state.in_end && *state.in == PADDING) state.in++;
    return pdk_ea_finish("refpack", packing, *written, stop, (size_t)(state.in - packed.data), packed.size, error);
}

const pdk_codec pdk_codec_refpack = {
    .info = { "refpack", "EA RefPack", PDK_CONFIRMED },
    .prefix = "refpack",
    .probe = probe,
    .bound = bound,
    .decode = decode,
    .encode = pdk_refpack_pack,
};
