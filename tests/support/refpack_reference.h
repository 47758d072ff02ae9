/* RefPack written from its description, slowly: the real encoder is compared with it. */
#ifndef PADDOCK_TESTS_REFPACK_REFERENCE_H
#define PADDOCK_TESTS_REFPACK_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

/* The least bytes any RefPack stream with a plain header takes, by trying every command at every position. */
size_t refpack_minimum(const uint8_t *plain, size_t size);

/* The bytes the games' packer of 1998 makes, malloc'd; it looks at every earlier place, nearest first. */
uint8_t *refpack_ea1998(const uint8_t *plain, size_t size, size_t *packed_size);

#endif
