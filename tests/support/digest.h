/* The SHA-256 of bytes as 64 hex digits, for comparing with published digests. */
#ifndef PADDOCK_TESTS_DIGEST_H
#define PADDOCK_TESTS_DIGEST_H

#include <stddef.h>

#include "base/sha256.h"

void digest(const void *data, size_t size, char hex[PDK_SHA256_HEX]);

#endif
