/* SHA-256, for comparing with published digests. */
#ifndef PADDOCK_TESTS_SHA256_H
#define PADDOCK_TESTS_SHA256_H

#include <stddef.h>

/* As 64 hex digits. */
void sha256(const void *data, size_t size, char hex[65]);

#endif
