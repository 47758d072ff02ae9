/* Bytes as text (RFC 4648, with padding). */
#ifndef PADDOCK_BASE_BASE64_H
#define PADDOCK_BASE_BASE64_H

#include <stddef.h>
#include <stdint.h>

/* How many characters a number of bytes become. */
#define PDK_BASE64_SIZE(bytes) (((bytes) + 2) / 3 * 4)

/* Writes PDK_BASE64_SIZE(size) characters to `to`. */
void pdk_base64(const uint8_t *bytes, size_t size, char *to);

#endif
