/* What all the codecs' tests do: unpack from an exact-size block into an exact-size block. */
#ifndef PADDOCK_TESTS_UNPACK_H
#define PADDOCK_TESTS_UNPACK_H

#include "support.h"

/* The plain bytes, malloc'd; NULL and *error when they did not come out. */
uint8_t *unpack_bytes(const void *packed, size_t size, size_t *plain_size, pdk_error *error);
void assert_unpacks(const void *packed, size_t size, const void *plain, size_t plain_size);
/* packed, size, status, code, offset */
#define assert_unpack_fails(...) assert_unpack_fails_at(__FILE__, __LINE__, __VA_ARGS__)
void assert_unpack_fails_at(const char *file, int line, const void *packed, size_t size, pdk_status status,
                            const char *code, uint64_t offset);
/* No prefix of a packed file unpacks. */
void sweep_unpack_cut(const uint8_t *packed, size_t size, size_t step);
/* Every byte replaced by five others: whatever happens, nothing is read or written outside, and what unpacks has the
 * size that was announced. */
void sweep_unpack_mutation(const uint8_t *packed, size_t size, size_t step);
/* packed_* by a codec's own packer: unpacks, and then the sweeps. Frees `packed`. */
void assert_round_trip(uint8_t *packed, size_t packed_size, const uint8_t *plain, size_t size, const char *codec);

#endif
