/* What a table of fields (pdk_record) is used for. The one place that turns stored bytes into values and back. */
#ifndef PADDOCK_LAYOUT_LAYOUT_H
#define PADDOCK_LAYOUT_LAYOUT_H

#include "base/memory.h"
#include "json/json.h"

/* A table of fields; what the public header keeps to itself, so that fields can get more members. */
struct pdk_record {
    const char *name; /* "raf.header" */
    const char *meaning;
    uint32_t size; /* bytes; 0 = variable */
    uint32_t field_count;
    const pdk_field *fields; /* in file order */
    const char *source;      /* where the facts come from */
};

/* Shorthand for format files: .divisor etc. are written out, certainty and storage are not. */
#define PDK_RECORD(identifier, name_, meaning_, size_, fields_, source_)                   \
    const pdk_record identifier = { .name = name_,                                         \
                                    .meaning = meaning_,                                   \
                                    .size = size_,                                         \
                                    .field_count = sizeof(fields_) / sizeof((fields_)[0]), \
                                    .fields = fields_,                                     \
                                    .source = source_ }

/* --- describe.c: facts about a field --- */

/* Bytes one element takes in the file; for the length-prefixed texts, the size of the length; for records, theirs. */
uint32_t pdk_storage_size(const pdk_field *field);
/* Bytes the whole field takes (count included); 0 for length-prefixed text. */
uint64_t pdk_field_size(const pdk_field *field);
/* Stored as a float or double, not as a whole number. */
static inline bool pdk_field_is_float(const pdk_field *field)
{
    return field->storage == PDK_RAW_F32 || field->storage == PDK_RAW_F64;
}
/* True when value = stored number: no multiplier, divisor or bias. */
bool pdk_field_is_plain(const pdk_field *field);
static inline const pdk_field *pdk_record_field(const pdk_record *record, const char *name)
{
    return pdk_record_find_field(record, name);
}
/* The label of a value, or NULL. */
const char *pdk_field_label(const pdk_field *field, int64_t value);

/* --- gather.c: columns out of records --- */

/* `count` values of element `element` of a field, from records `stride` bytes apart, into `values` as `type`
 * (the field's own type or PDK_FLOAT64). Numbers only. */
void pdk_gather(const pdk_field *field, uint32_t element, const uint8_t *records, uint64_t stride, size_t count,
                pdk_type type, void *values);
/* The same from records anywhere. `shift` is added to each address. */
void pdk_gather_at(const pdk_field *field, uint32_t element, const uint8_t *const *records, uint64_t shift,
                   size_t count, pdk_type type, void *values);

/* The stored numbers as doubles, unscaled. */
void pdk_gather_stored(const pdk_field *field, uint32_t element, const uint8_t *const *records, uint64_t shift,
                       size_t count, double *numbers);

/* --- gather_columns.c: several columns from the same records --- */

typedef struct pdk_gather_column {
    const pdk_field *field;
    uint32_t element;
    pdk_type type;  /* as for pdk_gather */
    uint64_t shift; /* added to each record's address */
    void *values;   /* `count` of them */
} pdk_gather_column;

/* The same values as a pdk_gather_at for each column, in less time. `streamed` writes them past the caches: for arrays
 * so large that nothing of them is still in a cache when they are used. */
void pdk_gather_columns(const pdk_gather_column *columns, size_t column_count, const uint8_t *const *records,
                        size_t count, bool streamed);

/* --- gather.c: single values --- */

/* One value. Integers are exact up to 64 bits. */
double pdk_get_f64(const pdk_field *field, uint32_t element, const uint8_t *record);
int64_t pdk_get_i64(const pdk_field *field, uint32_t element, const uint8_t *record); /* the stored number, unscaled */
pdk_value pdk_get_value(pdk_memory *memory, const pdk_field *field, const uint8_t *record); /* text and bytes too */

/* --- scatter.c: values back into records --- */

/* Stores one value, scaled back and rounded to nearest; touches no other bit. false when it does not fit the field. */
bool pdk_put_f64(const pdk_field *field, uint32_t element, uint8_t *record, double value);
bool pdk_put_i64(const pdk_field *field, uint32_t element, uint8_t *record, int64_t stored);
/* Text into a NUL-padded field; false when it is too long. */
bool pdk_put_text(const pdk_field *field, uint8_t *record, const char *text);
/* By field name, for writers that fill whole records: an unknown name or a value that does not fit is a bug in the
 * caller and returns false. */
bool pdk_put(const pdk_record *record, uint8_t *bytes, const char *field, double value);
bool pdk_put_element(const pdk_record *record, uint8_t *bytes, const char *field, uint32_t element, double value);
bool pdk_put_string(const pdk_record *record, uint8_t *bytes, const char *field, const char *text);
/* Several numbers at once; the list ends with a NULL name. false when one does not fit. */
typedef struct pdk_named_value {
    const char *name;
    double value;
} pdk_named_value;
bool pdk_put_values(const pdk_record *record, uint8_t *bytes, const pdk_named_value *values);
/* A column back: `count` doubles into records `stride` bytes apart. Returns the index of the first that did not fit,
 * or `count`. */
size_t pdk_scatter(const pdk_field *field, uint32_t element, uint8_t *records, uint64_t stride, size_t count,
                   const double *values);

/* --- place.c: records whose fields follow each other with texts of variable length --- */

/* Where one field of such a record is. For texts `offset` is that of the characters, `size` their number. */
typedef struct pdk_place {
    uint64_t offset;
    uint64_t size;
} pdk_place;

enum { PDK_MAX_PLACED_FIELDS = 64 }; /* fields such a record may have where room for their places is on the stack */

/* Walks the fields from `offset` and fills places[field_count]; *end is the first byte after. Fails with
 * PDK_E_TRUNCATED, code "<record>.truncated", when the bytes end inside a field. */
pdk_status pdk_record_place(const pdk_record *record, pdk_bytes bytes, uint64_t offset, pdk_place *places,
                            uint64_t *end, pdk_error *error);

/* --- chain.c: arrays of differences --- */

/* Sums a chained array: element i becomes the sum of itself and its predecessors. `numbers` holds
 * field->count * width stored numbers, element-major; in place. */
void pdk_chain_sum(const pdk_field *field, uint32_t width, int64_t *numbers);
/* The inverse. */
void pdk_chain_difference(const pdk_field *field, uint32_t width, int64_t *numbers);

/* --- variant.c: payloads chosen by class, type and size --- */

typedef struct pdk_variant {
    uint16_t class_first, class_last; /* the classes, types and sizes a payload of this record comes under */
    uint16_t type_first, type_last;
    uint16_t size_first, size_last;
    uint32_t dialects; /* bit set; the format says what the bits are */
    const pdk_record *record;
} pdk_variant;

/* The first of `variants` (ended by record == NULL) that matches, or NULL. */
const pdk_variant *pdk_variant_find(const pdk_variant *variants, uint32_t dialect, unsigned payload_class,
                                    unsigned type, unsigned size);

/* --- check.c: range checks --- */

/* Calls `report` for every element of every field whose value is outside minimum..maximum, is NaN or infinite, or has a
 * value its labels do not name. `index` is the record's number. Return false from `report` to stop. */
typedef bool (*pdk_range_report)(void *user, uint64_t index, const pdk_field *field, uint32_t element, uint64_t offset,
                                 double value);
bool pdk_record_check(const pdk_record *record, const uint8_t *bytes, uint64_t offset, pdk_range_report report,
                      void *user);
/* The same for `count` records `stride` bytes apart, in order; `offset` is the first one's. */
bool pdk_records_check(const pdk_record *record, const uint8_t *bytes, uint64_t stride, uint64_t count, uint64_t offset,
                       pdk_range_report report, void *user);

/* --- dump.c, build.c: a record as JSON and back --- */

/* An object with every field by name, as stored: numbers unscaled, floats with the digits that read back (NaN and
 * infinities as "0x7FC00000"), clean text as strings, opaque bytes and unclean text as hex, arrays as arrays, chained
 * arrays as their differences. Whole numbers over PDK_LARGEST_WHOLE, which readers of JSON round, are "0x" and 16
 * digits. Lossless together with pdk_record_build (layout/build.h). */
#define PDK_LARGEST_WHOLE 9007199254740991.0
void pdk_record_dump(pdk_json *json, const pdk_record *record, const uint8_t *bytes);
/* One field's value of it; `bytes` are the record's. */
void pdk_field_dump(pdk_json *json, const pdk_field *field, const uint8_t *bytes);
/* A row: an array with the values of all fields in their order, records inside as rows too. For records of fixed size.
 */
void pdk_row_dump(pdk_json *json, const pdk_record *record, const uint8_t *bytes);
/* The value of a field of a record with texts of variable length, at its place: text that is not UTF-8 is {"hex": ...}.
 */
void pdk_placed_dump(pdk_json *json, const pdk_field *field, pdk_place place, const uint8_t *content);

/* --- compose.c: records made up of others --- */

/* A record inside another: "wheel_0" at 64 of each block. */
typedef struct pdk_inset {
    const char *name;
    const pdk_record *record;
    uint32_t offset;
} pdk_inset;

/* A record of `size` bytes with the fields of `base`, the insets as separate fields, and what neither covers as opaque
 * fields "bytes_<offset>": no byte is in no field. It is `base` itself when that says it all. NULL when out of memory.
 * What is given must fit into `size`. */
const pdk_record *pdk_record_compose(pdk_memory *memory, const pdk_record *base, uint32_t size, const pdk_inset *insets,
                                     size_t count);

#endif
