#include "digest.h"

void digest(const void *data, size_t size, char hex[PDK_SHA256_HEX])
{
    uint8_t hash[PDK_SHA256_SIZE];
    pdk_sha256_of(data, size, hash);
    pdk_sha256_to_hex(hash, hex);
}
