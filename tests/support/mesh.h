/* Small surfaces made by hand, and conversions of them. */
#ifndef PADDOCK_TESTS_MESH_H
#define PADDOCK_TESTS_MESH_H

#include "support.h"

/* The bytes of an RLD of these points and triangles; free them. */
uint8_t *rld_of(const float (*points)[3], uint32_t point_count, const uint32_t (*triangles)[3], uint32_t triangle_count,
                size_t *size);
/* A regular grid of columns x rows points `step` apart, from 0, 0, of height(x, y), and two triangles a square; free
 * it. */
uint8_t *rld_grid(size_t columns, size_t rows, float step, float (*height)(float x, float y), size_t *size);

/* A height for it: slopes, and a little twist. */
float hill(float x, float y);
/* What follows `text` in bytes that end with a NUL, or fails the test. */
const uint8_t *behind(pdk_bytes bytes, const char *text);

/* What a conversion said. */
typedef struct notes {
    unsigned count;
    char codes[16][48];
} notes;
bool take_note(void *user, const pdk_finding *finding);
bool has_note(const notes *all, const char *code);

/* Converts into memory, or fails the test. options may be NULL. */
pdk_output *convert_or_fail(const pdk_document *document, const char *target, const pdk_convert_options *options,
                            pdk_convert_report *report);

/* Fails at each allocation, then at each write, of converting to `target`; nothing may leak, and the failure must be
 * reported. Then stops at the first progress. */
void sweep_convert(const pdk_document *document, const char *target);

#endif
