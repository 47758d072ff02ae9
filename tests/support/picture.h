/* Pictures into files made by hand: what is stored afterwards. */
#ifndef PADDOCK_TESTS_PICTURE_H
#define PADDOCK_TESTS_PICTURE_H

#include "fam_maker.h"

/* A set with one bitmap of `code` called aaaa at 0x20, its pixels at 0x30; with `count` > 0 a palette 24 of that many
 * colours after it, whose colours begin at the place returned in *colors. Fits `maker`. */
maker bitmap_of(uint8_t code, unsigned width, unsigned height, unsigned count, size_t *colors);

/* Puts RGBA into an image of `made` and takes over the edited bytes; asserts that nothing before `from` or from `to` on
 * changed. */
void put_picture(maker *made, const char *name, const uint8_t *rgba, unsigned width, unsigned height, size_t from,
                 size_t to);
/* The call alone, for refusals; nothing may have changed. */
pdk_status try_picture(const maker *made, const char *path, const uint8_t *rgba, unsigned width, unsigned height,
                       pdk_error *error);

#endif
