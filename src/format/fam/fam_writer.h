/* Building families and sets of pictures in memory, through the same layout tables they are read with. */
#ifndef PADDOCK_FORMAT_FAM_FAM_WRITER_H
#define PADDOCK_FORMAT_FAM_FAM_WRITER_H

#include "base/memory.h"
#include "layout/layout.h"

/* A growing file. The first failure sticks; the calls below then do nothing. */
typedef struct pdk_fam_writer {
    pdk_memory *memory;
    uint8_t *data;
    size_t size, capacity;
    bool failed;
} pdk_fam_writer;

/* `size` zeros at the end; their offset. */
size_t pdk_fam_append(pdk_fam_writer *writer, size_t size);
/* A field of a record at `offset`. */
void pdk_fam_put(pdk_fam_writer *writer, const pdk_record *record, size_t offset, const char *field, double value);
void pdk_fam_put_name(pdk_fam_writer *writer, const pdk_record *record, size_t offset, const char *field,
                      const char *text);

/* A container for `count` children; its offset. */
size_t pdk_fam_begin_family(pdk_fam_writer *writer, uint32_t count);
/* What is appended next is child `number`. */
void pdk_fam_child(pdk_fam_writer *writer, size_t family, uint32_t number);

/* A set of pictures with `count` directory lines; its offset. */
size_t pdk_fam_begin_set(pdk_fam_writer *writer, const char *directory, uint32_t count);
/* What is appended next is the entry of line `number`. */
void pdk_fam_line(pdk_fam_writer *writer, size_t set, uint32_t number, const char *name);
/* Writes the length and pads to four bytes. */
void pdk_fam_end_set(pdk_fam_writer *writer, size_t set);

/* A palette of the given code; its offset. */
size_t pdk_fam_put_palette(pdk_fam_writer *writer, uint8_t code);

/* What to draw, and how. */
typedef struct pdk_fam_picture {
    uint8_t code;
    int theme; /* fam_paint.h */
    uint32_t width, height;
    uint64_t seed;
} pdk_fam_picture;
/* A drawn bitmap; its offset. */
size_t pdk_fam_put_bitmap(pdk_fam_writer *writer, const pdk_fam_picture *picture);
/* Joins a block to the next that belongs to it, which may stand before it. */
void pdk_fam_attach(pdk_fam_writer *writer, size_t block, size_t to);
/* The 8 empty bytes real families attach to each bitmap. */
void pdk_fam_put_attachment(pdk_fam_writer *writer, size_t block);

/* A quadrangle of a 3D part. Corners begin at the bitmap's top left and go down, right, up; one without coordinates
 * (flag 16 not set) goes right, down, left. Flag 2 turns it over where that runs clockwise seen from outside. */
typedef struct pdk_fam_quad {
    uint8_t corners[4];
    uint8_t texture, flags;
} pdk_fam_quad;

typedef struct pdk_fam_shape {
    const char *name;
    double unit;                 /* metres */
    const double (*vertices)[3]; /* right, forward, up; metres */
    uint32_t vertex_count;
    const pdk_fam_quad *quads;
    uint32_t quad_count;
    const char *const *textures; /* entry names, ended by NULL */
    uint32_t width, height;      /* of each bitmap: a quad with coordinates shows all of it */
} pdk_fam_shape;
/* A 3D part; its offset. */
size_t pdk_fam_put_model(pdk_fam_writer *writer, const pdk_fam_shape *shape);

#endif
