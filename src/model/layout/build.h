/* A record back from its JSON: the inverse of pdk_record_dump. */
#ifndef PADDOCK_LAYOUT_BUILD_H
#define PADDOCK_LAYOUT_BUILD_H

#include "json/json_read.h"
#include "layout/layout.h"

/* Where a value is in a longer text, as errors then say. */
typedef struct pdk_json_part {
    uint64_t offset, line;
} pdk_json_part;

/* Reads one value. Fails with PDK_E_CORRUPT, "build.json" and the offset in the text: bad syntax, a name twice in one
 * object, text that is not UTF-8. The tree is given to pdk_json_free, whatever is returned. */
pdk_status pdk_json_read_part(const char *text, size_t size, pdk_json_part part, pdk_memory *memory,
                              pdk_json_tree *tree, pdk_error *error);

/* Fills the record->size bytes at `bytes` from an object that names every field once, as pdk_record_dump writes it, or
 * from a row: an array with the values of all fields in their order. Bits no field names stay as they are. `path` says
 * where the object is: "$.block[3]"; an error's `where` continues from it ("$.block[3].gear"), its status is
 * PDK_E_CORRUPT, its code one of
 *     build.type     not the kind of value the field holds
 *     build.range    a number or text the field has no room for
 *     build.length   an array of another length
 *     build.conflict two fields share bits and do not agree
 *     build.missing  a field the object does not name
 *     build.unknown  a name the record does not have */
pdk_status pdk_record_build(const pdk_record *record, pdk_json_found object, const char *path, uint8_t *bytes,
                            pdk_error *error);

/* The same from the text of a row, without reading it as JSON first. false = the row is not as rows usually are, or
 * does not fit: pdk_record_build then has the last word; `bytes` may have been written to. */
bool pdk_record_build_row(const pdk_record *record, const char *text, size_t size, uint8_t *bytes);

/* A record with texts of variable length into `bytes`, which is empty, from its fields as pdk_placed_dump writes them.
 */
pdk_status pdk_record_build_placed(const pdk_record *record, pdk_json_found node, const char *path,
                                   pdk_byte_buffer *bytes, pdk_error *error);

#endif
