/* SHA-256 (FIPS 180-4): how files with the same content are recognised. */
#ifndef PADDOCK_SQL_SHA256_H
#define PADDOCK_SQL_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct sql_sha256 {
    uint32_t state[8];
    uint64_t size; /* bytes so far */
    uint8_t rest[64];
} sql_sha256;

void sql_sha256_begin(sql_sha256 *hash);
void sql_sha256_put(sql_sha256 *hash, const void *data, size_t size);
void sql_sha256_end(sql_sha256 *hash, char hex[65]);

#endif
