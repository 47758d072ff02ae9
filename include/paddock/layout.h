/* How files are laid out: every record of every format as a table of fields.
 *
 * Reading, writing, checking, JSON and the printed documentation all come from these tables. They are constant data and
 * live as long as the program. All fields of a format:
 *
 *     for (const pdk_record *const *record = pdk_format_find("raf")->records; *record != NULL; record++) {
 *         for (size_t i = 0; i < pdk_record_field_count(*record); i++)
 *             printf("%s.%s\n", pdk_record_name(*record), pdk_record_field_at(*record, i)->name);
 *     }
 */
#ifndef PADDOCK_LAYOUT_H
#define PADDOCK_LAYOUT_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a field is stored. Multi-byte numbers are little-endian unless the name says otherwise. */
typedef enum pdk_storage {
    PDK_RAW_U8 = 1,
    PDK_RAW_I8 = 2,
    PDK_RAW_U16 = 3,
    PDK_RAW_I16 = 4,
    PDK_RAW_I24 = 5,
    PDK_RAW_U32 = 6,
    PDK_RAW_I32 = 7,
    PDK_RAW_U40 = 8, /* a 40-bit word, carrier of bit fields */
    PDK_RAW_U64 = 9,
    PDK_RAW_F32 = 10,
    PDK_RAW_F64 = 11,
    PDK_RAW_U16BE = 12,
    PDK_RAW_U24BE = 13,
    PDK_RAW_U32BE = 14,
    PDK_RAW_CHARS = 15,  /* `count` bytes of text, NUL-padded, not always NUL-terminated */
    PDK_RAW_OPAQUE = 16, /* `count` bytes, preserved as they are */
    PDK_RAW_TEXT8 = 17,  /* length (u8), then that many bytes of text */
    PDK_RAW_TEXT16 = 18, /* length (u16), then text */
    PDK_RAW_TEXT32 = 19, /* length (u32), then text */
    PDK_RAW_RECORD = 20  /* `count` times the record `record`, packed */
} pdk_storage;

/* The offset of a field directly after its predecessor, in a record with variable-length texts. */
#define PDK_FOLLOWS UINT32_MAX

/* How the bytes of a text encode characters. */
typedef enum pdk_encoding {
    PDK_ENCODING_NONE = 0,  /* not a text */
    PDK_ENCODING_BYTES = 1, /* stored as a text, with its length, but made of bytes */
    PDK_ENCODING_ASCII = 2, /* tags and names of old games; bytes above 127 are read as UTF8_OR_1252 */
    PDK_ENCODING_UTF8 = 3,
    PDK_ENCODING_WINDOWS_1252 = 4,
    PDK_ENCODING_UTF8_OR_1252 = 5, /* UTF-8 if all of it is valid, otherwise Windows-1252; written as UTF-8 */
    PDK_ENCODING_LFS = 6 /* Live for Speed: Windows' code pages, changed by ^L ^E ^T ^B ^G ^C ^J ^K ^H ^S; ^v ^a ^c
                          * ^d ^s ^q ^t ^l ^r ^h ^^ mean | * : \ / ? " < > # ^, and are written that way; colours
                          * (^0 to ^9) are left out */
} pdk_encoding;

/* "ASCII", "UTF-8", "Windows-1252", ...; "" for PDK_ENCODING_NONE. Never NULL. */
PDK_API const char *pdk_encoding_name(pdk_encoding encoding);

typedef struct pdk_label {
    int64_t value;
    const char *text;
} pdk_label;

/* A run of fields. */
typedef struct pdk_record pdk_record;

/* One field. Later editions may have more members at the end: read them through the pointer. */
typedef struct pdk_field {
    const char *name; /* snake_case, full words */
    uint32_t offset;  /* bytes from the start of the record, or PDK_FOLLOWS */
    pdk_storage storage;
    uint32_t count;    /* elements of an array, bytes of CHARS and OPAQUE; 0 and 1 both mean one */
    uint8_t bit;       /* bit fields: the lowest bit within the stored number */
    uint8_t bits;      /*   and how many; 0 = the whole number */
    bool is_signed;    /* bit fields: two's complement within `bits` */
    bool is_flags;     /* the labels name bits, not values */
    double multiplier; /* value = stored * multiplier / divisor + bias; 0 means 1 for the first two */
    double divisor;
    double bias;
    pdk_type type;           /* the column type it is returned as; PDK_TYPE_NONE = the natural one */
    double minimum, maximum; /* of the value (scaled); both 0 = anything goes */
    const char *unit;        /* SI symbol: "m/s"; NULL = none */
    const char *meaning;     /* one line to show */
    pdk_certainty certainty;
    const pdk_label *labels;  /* names for values or bits, ended by text == NULL; NULL = none */
    const pdk_record *record; /* for PDK_RAW_RECORD */
    const int8_t *chain;      /* for arrays of differences: element i adds to element chain[i]; -1 = to the anchor */
    const char *elements;     /* names of an array's elements: "x y z"; NULL = numbered */
    pdk_encoding encoding;    /* for texts: every text field has its own */
} pdk_field;

/* "raf.header" */
PDK_API const char *pdk_record_name(const pdk_record *record);
/* What it is and where it is stored, in one line. */
PDK_API const char *pdk_record_meaning(const pdk_record *record);
/* Bytes; 0 = it varies. */
PDK_API uint32_t pdk_record_size(const pdk_record *record);
/* Where the facts come from; NULL = not stated. */
PDK_API const char *pdk_record_source(const pdk_record *record);
PDK_API size_t pdk_record_field_count(const pdk_record *record);
/* Fields in file order; NULL when `index` is out of range. */
PDK_API const pdk_field *pdk_record_field_at(const pdk_record *record, size_t index);
/* By name; NULL when there is none. */
PDK_API const pdk_field *pdk_record_find_field(const pdk_record *record, const char *name);

/* "u16", "f32", "char[4]", "u32 bits 4-9": how a field is stored, to show. */
PDK_API const char *pdk_storage_text(char buffer[48], const pdk_field *field);
/* "x" of "x y z", "0" if elements are numbered; "" if there is only one. The result is `buffer`. */
enum { PDK_ELEMENT_NAME_SIZE = 32 };
PDK_API const char *pdk_element_name(char buffer[PDK_ELEMENT_NAME_SIZE], const pdk_field *field, uint32_t element);
/* The type of the column the field makes. */
PDK_API pdk_type pdk_field_type(const pdk_field *field);

#ifdef __cplusplus
}
#endif
#endif
