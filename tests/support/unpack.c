#include "unpack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint8_t *unpack_bytes(const void *packed, size_t size, size_t *plain_size, pdk_error *error)
{
    uint8_t *exact = malloc(size > 0 ? size : 1), *plain = NULL;
    assert_non_null(exact);
    memcpy(exact, packed, size);
    pdk_output *output = output_or_fail();
    if (pdk_unpack(exact, size, output, error) == PDK_OK) {
        pdk_bytes bytes = pdk_output_bytes(output);
        plain = malloc(bytes.size > 0 ? bytes.size : 1);
        assert_non_null(plain);
        if (bytes.size > 0) memcpy(plain, bytes.data, bytes.size);
        *plain_size = bytes.size;
    } else {
        assert_int_equal(pdk_output_position(output), 0);
    }
    pdk_output_close(output);
    free(exact);
    return plain;
}

void assert_unpacks(const void *packed, size_t size, const void *plain, size_t plain_size)
{
    pdk_error error = { 0 };
    size_t got_size = 0;
    uint8_t *got = unpack_bytes(packed, size, &got_size, &error);
    if (got == NULL) printf("%s at 0x%llX: %s\n", error.code, (unsigned long long)error.offset, error.message);
    assert_non_null(got);
    assert_int_equal(got_size, plain_size);
    assert_memory_equal(got, plain, plain_size);
    free(got);
}

void assert_unpack_fails_at(const char *file, int line, const void *packed, size_t size, pdk_status status,
                            const char *code, uint64_t offset)
{
    pdk_error error = { 0 };
    size_t plain_size;
    uint8_t *plain = unpack_bytes(packed, size, &plain_size, &error);
    assert_fails_at(plain != NULL ? PDK_OK : error.status, &error, status, code, offset, "pdk_unpack", file, line);
    assert_true(strlen(error.message) > 10);
    free(plain);
}

void sweep_unpack_cut(const uint8_t *packed, size_t size, size_t step)
{
    for (size_t length = 0; length < size; length += length < 400 || size - length < 400 ? 1 : step) {
        pdk_error error = { 0 };
        size_t plain_size;
        if (unpack_bytes(packed, length, &plain_size, &error) != NULL)
            fail_msg("%zu of %zu bytes unpack", length, size);
        assert_true(error.status != PDK_OK && error.code[0] != '\0' && error.offset <= length);
        if (length >= 16) assert_int_not_equal(error.status, PDK_E_UNKNOWN_FORMAT);
    }
}

void sweep_unpack_mutation(const uint8_t *packed, size_t size, size_t step)
{
    uint8_t *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, packed, size);
    for (size_t i = 0; i < size; i += i < 600 ? 1 : step) {
        const uint8_t values[] = { 0x00, 0x7F, 0x80, 0xFF, (uint8_t)(packed[i] ^ 1) };
        for (size_t v = 0; v < sizeof values; v++) {
            copy[i] = values[v];
            pdk_error error = { 0 };
            pdk_packing packing;
            size_t plain_size = 0;
            uint8_t *plain = unpack_bytes(copy, size, &plain_size, &error);
            if (plain != NULL) {
                assert_ok(pdk_packing_of(copy, size, &packing, &error), error);
                assert_int_equal(plain_size, packing.unpacked_size);
            } else {
                assert_true(error.code[0] != '\0' && error.offset <= size);
            }
            free(plain);
        }
        copy[i] = packed[i];
    }
    free(copy);
}

void assert_round_trip(uint8_t *packed, size_t packed_size, const uint8_t *plain, size_t size, const char *codec)
{
    pdk_packing packing;
    pdk_error error = { 0 };
    assert_non_null(packed);
    assert_ok(pdk_packing_of(packed, packed_size, &packing, &error), error);
    assert_string_equal(packing.codec, codec);
    assert_int_equal(packing.packed_size, packed_size);
    assert_int_equal(packing.unpacked_size, size);
    assert_unpacks(packed, packed_size, plain, size);
    sweep_unpack_cut(packed, packed_size, packed_size / 150 + 1);
    sweep_unpack_mutation(packed, packed_size, packed_size / 150 + 1);
    free(packed);
}
