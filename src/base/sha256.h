/* SHA-256 (FIPS 180-4), for policies that name a script by its hash. */
#ifndef PADDOCK_BASE_SHA256_H
#define PADDOCK_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { PDK_SHA256_SIZE = 32 };

void pdk_sha256_of(const void *bytes, size_t size, uint8_t hash[PDK_SHA256_SIZE]);

#endif
