/* Small families and sets of pictures made by hand, to break. */
#ifndef PADDOCK_TESTS_FAM_MAKER_H
#define PADDOCK_TESTS_FAM_MAKER_H

#include "support.h"

typedef struct maker {
    uint8_t bytes[4096];
    size_t size;
} maker;

void store_u16(uint8_t *to, unsigned value);
void store_u32(uint8_t *to, uint32_t value);

/* A family whose children begin at `offsets`; they are still empty. */
maker family_of(uint32_t count, const uint32_t *offsets, size_t size);
/* An empty set with room for `count` lines. */
maker set_of(uint32_t count, size_t size);
void put_line(maker *made, uint32_t number, const char name[4], uint32_t offset);
void put_block(maker *made, size_t offset, uint8_t code, int32_t attached, unsigned width, unsigned height);
/* A set with one 2 x 2 bitmap at 0x20 and its palette of four colours, !pal, at 0x34. */
maker small_set(void);

pdk_status open_made(const maker *made, const char *format, bool partial, pdk_document **document, pdk_error *error);
/* Opening fails with this; with `partial` it opens and says the same in a finding. */
void assert_damage(const maker *made, const char *format, pdk_status status, const char *code, uint64_t offset);
/* It opens, and a full check finds this there. */
void assert_finding(const maker *made, const char *code, uint64_t offset, const char *where);

#endif
