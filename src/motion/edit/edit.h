/* Editing by name: the path to a field, the text of a value, and the changed pieces of a file. */
#ifndef PADDOCK_EDIT_EDIT_H
#define PADDOCK_EDIT_EDIT_H

#include "base/callback.h"
#include "format/format.h"

enum { PDK_EDIT_CHUNK = 4096 };

/* Records of a file that go by one name: "block". */
typedef struct pdk_edit_name {
    const char *name;
    const pdk_record *record; /* the first of them; they may differ in what is inside */
    uint64_t count;
} pdk_edit_name;

struct pdk_edit {
    atomic_size_t holders;
    pdk_document *document; /* held */
    pdk_memory memory;
    pdk_vector names;    /* pdk_edit_name */
    uint8_t **chunks;    /* changed pieces of PDK_EDIT_CHUNK bytes; NULL = as in the file */
    char *text;          /* what pdk_edit_get handed out */
    pdk_image_loss loss; /* of the picture put in last */
};

/* While a call works on an edit, the caller's functions that it calls may close it, and cannot change it. */
pdk_edit *pdk_edit_hold(const pdk_edit *edit);
void pdk_edit_let_go(pdk_edit *const *held);
#define PDK_HOLD_EDIT(edit) \
    pdk_edit *const held_edit __attribute__((cleanup(pdk_edit_let_go), unused)) = pdk_edit_hold(edit)

/* A field found: `field` is at `offset` of the file, its own offset is 0. */
typedef struct pdk_edit_target {
    pdk_field field;
    uint32_t element;
    uint64_t offset, size; /* of the whole field; of a text with a length before it, of its characters */
    char where[80];
} pdk_edit_target;

/* --- edit_bytes.c --- */
pdk_status pdk_edit_may_change(const pdk_edit *edit, pdk_error *error);
/* The piece with number `chunk`, as it is now. */
pdk_bytes pdk_edit_piece(const pdk_edit *edit, uint64_t chunk);
/* Makes it a copy that may change; false when out of memory. */
bool pdk_edit_own_piece(pdk_edit *edit, uint64_t chunk);
/* The same for all pieces that bytes are in: then pdk_edit_write_bytes cannot fail there. */
bool pdk_edit_own_bytes(pdk_edit *edit, uint64_t offset, uint64_t size);
/* Bytes of the file as they are now ... */
void pdk_edit_read_bytes(const pdk_edit *edit, uint64_t offset, uint8_t *to, size_t size);
/* ... and new ones: all of them or, out of memory, none. */
bool pdk_edit_write_bytes(pdk_edit *edit, uint64_t offset, const uint8_t *from, size_t size);
/* The same for the whole file: pieces in which it is another than now. */
bool pdk_edit_take_over(pdk_edit *edit, const uint8_t *file);

/* --- edit_names.c --- */
pdk_status pdk_edit_list_names(pdk_edit *edit, pdk_error *error);
/* Finds record `index` of a name: where it is and what it is, in `memory` if it had to be made up. */
pdk_status pdk_edit_locate(const pdk_edit *edit, pdk_memory *memory, const pdk_edit_name *name, uint64_t index,
                           const pdk_record **record, uint64_t *offset, pdk_error *error);

/* --- edit_path.c --- */
pdk_status pdk_edit_find(pdk_edit *edit, const char *path, pdk_edit_target *target, pdk_error *error);

/* --- edit_image.c --- */
/* Does the path say "entry[NAME].image"? */
bool pdk_edit_names_image(const pdk_edit *edit, const char *path);
/* The image of such a path, which can be replaced. */
pdk_status pdk_edit_find_image(pdk_edit *edit, const char *path, const pdk_image_entry **image, pdk_error *error);
/* set.unknown: no image has this name. */
pdk_status pdk_edit_fail_unknown(const pdk_document *document, const char *name, const char *path, pdk_error *error);
pdk_status pdk_edit_check_image_size(const pdk_image_entry *image, uint32_t width, uint32_t height, pdk_error *error);
/* Bytes of the file as they are now, in `memory`; NULL when out of it. */
uint8_t *pdk_edit_copy_bytes(const pdk_edit *edit, pdk_memory *memory, uint64_t offset, uint64_t size);
/* How far the result is from what was requested. Invisible colours do not count. */
pdk_image_loss pdk_edit_measure_loss(const uint8_t *wanted, const uint8_t *got, uint64_t pixels);

/* --- edit_value.c --- */
/* Puts a value into `bytes`, which are the target's. */
pdk_status pdk_edit_parse(const pdk_edit_target *target, const char *value, uint8_t *bytes, pdk_error *error);
pdk_status pdk_edit_put_number(const pdk_edit_target *target, double value, uint8_t *bytes, pdk_error *error);
/* The value in `bytes` as text; NULL when out of memory. */
char *pdk_edit_show(pdk_memory *memory, const pdk_edit_target *target, const uint8_t *bytes);

#endif
