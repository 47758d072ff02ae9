/* Looking into families and sets of pictures: cells by path, images and surfaces by name. All of them fail the test
 * when there is no such thing. */
#ifndef PADDOCK_TESTS_FAM_LOOK_H
#define PADDOCK_TESTS_FAM_LOOK_H

#include <stdbool.h>

#include "support.h"

bool has_image(const pdk_document *document, const char *name);
size_t find_image(const pdk_document *document, const char *name);
/* Its pixels, malloc'd; it must have this size. */
uint8_t *image_or_fail(const pdk_document *document, const char *name, uint32_t width, uint32_t height);
/* Pixels that are fully transparent. */
size_t count_clear(const uint8_t *rgba, size_t pixels);

pdk_surface surface_named(const pdk_document *document, const char *name);
/* The volume between the triangles and the origin: positive where they turn counter-clockwise seen from outside. */
double volume(const pdk_surface *surface);

/* The row of a path, and cells. */
uint64_t row_of(const pdk_document *document, const char *table, const char *path);
int64_t number_of(const pdk_document *document, const char *table, const char *path, const char *column);
/* Rows whose cell in `column` is `wanted`. */
size_t count_text(const pdk_document *document, const char *table, const char *column, const char *wanted);

/* The terrain textures a track (TRI) uses; returns how many. */
enum { TEXTURE_NUMBERS = 256 };
size_t textures_of(const pdk_document *track, bool used[TEXTURE_NUMBERS]);

/* All findings of a full check. */
uint64_t all_findings(const pdk_document *document);

#endif
