/*
 * Paddock: the binary files of racing simulators, opened.
 *
 * A file is opened as a document. A document has properties, tables, surfaces, images and findings:
 *
 *     pdk_document *lap = NULL;
 *     pdk_error error;
 *     if (pdk_open_file("lap.raf", NULL, &lap, &error) != PDK_OK) { ... error.message ... }
 *
 *     const pdk_table *telemetry = pdk_document_find_table(lap, "telemetry");
 *     double speed[100];
 *     pdk_table_read_f64(telemetry, pdk_table_find_column(telemetry, "speed"), 0, 100, speed, &error);
 *     pdk_close(lap);
 *
 * Conventions, said once:
 *
 *   Status    Every call that can fail returns a pdk_status, PDK_OK being 0. The last argument takes a pdk_error
 *             with the whole story; NULL is fine where only the status matters. On failure out-parameters are
 *             left NULL or untouched.
 *   Ownership What a call hands out as `const` belongs to the document and lives until pdk_close. What a call
 *             creates (pdk_open_*, pdk_output_*) has exactly one closing call, which accepts NULL.
 *   Threads   A document may be read from any number of threads at once; only pdk_close must be alone.
 *             The library has no global state, prints nothing, never aborts and does not use errno as interface.
 *   Hostility Any bytes may be opened. Counts and offsets in a file are checked against its size before anything
 *             is allocated or followed.
 *   Units     SI units in the file's own axes; every column, property and surface says which.
 *   Sizes     64-bit everywhere: a file over 4 GiB is nothing special.
 *
 * C17, usable from C++17.
 */
#ifndef PADDOCK_PADDOCK_H
#define PADDOCK_PADDOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(PDK_STATIC)
#define PDK_API
#elif defined(__GNUC__)
#define PDK_API __attribute__((visibility("default")))
#else
#define PDK_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define PDK_VERSION_MAJOR 0
#define PDK_VERSION_MINOR 1
#define PDK_VERSION_PATCH 0

/* The version of the library that is running, e.g. "0.1.0". */
PDK_API const char *pdk_version(void);

/* ------------------------------------------------------------------------------------------------ errors */

/* The numbers are fixed for good; new ones may come. */
typedef enum pdk_status {
    PDK_OK = 0,
    PDK_E_ARGUMENT = -1,        /* the call makes no sense: NULL, an index out of range, an unknown name */
    PDK_E_MEMORY = -2,          /* the allocator said no */
    PDK_E_IO = -3,              /* reading or writing failed; the message has the system's reason */
    PDK_E_LIMIT = -4,           /* a limit of pdk_limits was reached */
    PDK_E_CANCELLED = -5,       /* the progress callback asked to stop */
    PDK_E_UNKNOWN_FORMAT = -10, /* no reader recognises the bytes */
    PDK_E_UNSUPPORTED = -11,    /* recognised by name, but a version or variant Paddock does not read */
    PDK_E_TRUNCATED = -12,      /* the file ends before what it announces */
    PDK_E_CORRUPT = -13         /* the file contradicts itself or its format */
} pdk_status;

/* A short English name for a status, e.g. "truncated". Never NULL. */
PDK_API const char *pdk_status_name(pdk_status status);

#define PDK_NO_OFFSET UINT64_MAX

typedef struct pdk_error {
    pdk_status status;
    uint64_t offset;   /* byte in the (unpacked) file the trouble stands at; PDK_NO_OFFSET where none applies */
    char code[48];     /* stable, for programs: "rld.tris.tag" */
    char where[80];    /* the place by layout names: "raf.block[17].gear"; may be empty */
    char message[256]; /* one sentence for people, without the file's name */
} pdk_error;

/* ------------------------------------------------------------------------------------------------ values */

/* The type of a column or property. Each maps onto the Arrow type of the same name. */
typedef enum pdk_type {
    PDK_TYPE_NONE = 0,
    PDK_BOOL, /* one byte, 0 or 1 */
    PDK_INT8,
    PDK_UINT8,
    PDK_INT16,
    PDK_UINT16,
    PDK_INT32,
    PDK_UINT32,
    PDK_INT64,
    PDK_UINT64,
    PDK_FLOAT32,
    PDK_FLOAT64,
    PDK_TEXT, /* pdk_text, UTF-8 */
    PDK_BYTES /* pdk_bytes, as they stand in the file */
} pdk_type;

/* "int8", "float64", "text" ... */
PDK_API const char *pdk_type_name(pdk_type type);
/* Bytes one value takes in an array: 1, 2, 4, 8, or sizeof(pdk_text). 0 for PDK_TYPE_NONE. */
PDK_API size_t pdk_type_size(pdk_type type);

/* UTF-8, not NUL-terminated, never NULL; owned by the document. */
typedef struct pdk_text {
    const char *data;
    size_t size;
} pdk_text;

typedef struct pdk_bytes {
    const uint8_t *data;
    size_t size;
} pdk_bytes;

typedef struct pdk_value {
    pdk_type type;
    union {
        bool boolean;     /* PDK_BOOL */
        int64_t integer;  /* the signed integers */
        uint64_t natural; /* the unsigned integers */
        double number;    /* PDK_FLOAT32, PDK_FLOAT64 */
        pdk_text text;    /* PDK_TEXT */
        pdk_bytes bytes;  /* PDK_BYTES */
    } as;
} pdk_value;

/* How sure we are that a field, table or format means what we say. */
typedef enum pdk_certainty {
    PDK_UNKNOWN = 0, /* bytes are kept, their meaning is not known */
    PDK_GUESSED,     /* inference, or one doubtful source */
    PDK_LIKELY,      /* published, or several independent readers agree; no real file has confirmed it to us */
    PDK_CONFIRMED    /* checked on real files */
} pdk_certainty;

/* "unknown", "guessed", "likely", "confirmed" */
PDK_API const char *pdk_certainty_name(pdk_certainty certainty);

/* ----------------------------------------------------------------------------------------------- layouts
 * Every record of every format is one table of fields. Reading, writing, checking and the printed documentation
 * all come from these tables; they are constant data and live as long as the program. */

/* How a field is stored. Multi-byte numbers are little-endian unless the name says otherwise. */
typedef enum pdk_storage {
    PDK_RAW_U8 = 1,
    PDK_RAW_I8,
    PDK_RAW_U16,
    PDK_RAW_I16,
    PDK_RAW_I24,
    PDK_RAW_U32,
    PDK_RAW_I32,
    PDK_RAW_U40, /* a 40-bit word, carrier of bit fields */
    PDK_RAW_U64,
    PDK_RAW_F32,
    PDK_RAW_F64,
    PDK_RAW_U16BE,
    PDK_RAW_U24BE,
    PDK_RAW_U32BE,
    PDK_RAW_CHARS,  /* `count` bytes of text, NUL-padded, not always NUL-terminated */
    PDK_RAW_OPAQUE, /* `count` bytes, kept as they are */
    PDK_RAW_TEXT8,  /* length (u8), then that many bytes of text */
    PDK_RAW_TEXT16, /* length (u16), then text */
    PDK_RAW_TEXT32, /* length (u32), then text */
    PDK_RAW_RECORD  /* `count` times the record `record`, packed */
} pdk_storage;

/* The offset of a field that stands right behind its predecessor, in a record with texts of variable length. */
#define PDK_FOLLOWS UINT32_MAX

typedef struct pdk_label {
    int64_t value;
    const char *text;
} pdk_label;

typedef struct pdk_record pdk_record;

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
    pdk_type type;           /* the column type it is given as; PDK_TYPE_NONE = the natural one */
    double minimum, maximum; /* of the value (scaled); both 0 = anything goes */
    const char *unit;        /* SI symbol: "m/s"; NULL = none */
    const char *meaning;     /* one line for people */
    pdk_certainty certainty;
    const pdk_label *labels;  /* names for values or bits, ended by text == NULL; NULL = none */
    const pdk_record *record; /* for PDK_RAW_RECORD */
    const int8_t *chain;      /* for arrays of differences: element i adds to element chain[i]; -1 = to the anchor */
} pdk_field;

struct pdk_record {
    const char *name; /* "raf.header" */
    const char *meaning;
    uint32_t size; /* bytes; 0 = variable */
    uint32_t field_count;
    const pdk_field *fields; /* in file order */
    const char *source;      /* where the facts come from */
};

/* "u16", "f32", "char[4]", "u32 bits 4-9": how a field is stored, for people. */
PDK_API const char *pdk_storage_text(char room[48], const pdk_field *field);
/* The type of the column the field makes. */
PDK_API pdk_type pdk_field_type(const pdk_field *field);

/* ----------------------------------------------------------------------------------------------- formats */

enum {
    PDK_CAN_READ = 1,
    PDK_CAN_CHECK = 2,
    PDK_CAN_SYNTH = 4,
    PDK_CAN_WRITE = 8,  /* pdk_dump and pdk_build, pdk_edit_* */
    PDK_CAN_CUT = 16,   /* pdk_cut */
    PDK_CAN_TRACK = 32, /* pdk_track_* */
    PDK_CAN_REPAIR = 64 /* pdk_repair */
};

typedef struct pdk_format_info {
    const char *id;         /* "raf" */
    const char *title;      /* "Live for Speed RAF telemetry" */
    const char *extensions; /* ".raf", blank-separated; a hint, never proof */
    unsigned abilities;     /* PDK_CAN_* */
    pdk_certainty certainty;
    const char *basis;                /* what that certainty rests on */
    const pdk_record *const *records; /* its layouts, ended by NULL */
    const char *synth_options;        /* which of pdk_synth_options mean something beside the seed: "seconds size" */
} pdk_format_info;

PDK_API size_t pdk_format_count(void);
/* NULL when `index` is out of range. */
PDK_API const pdk_format_info *pdk_format_get(size_t index);
/* By id; NULL when there is none. */
PDK_API const pdk_format_info *pdk_format_find(const char *id);

/* What needs another library, and may have been left out when this one was built. What is missing fails with
 * PDK_E_UNSUPPORTED and says so. */
typedef struct pdk_part_info {
    const char *id;      /* "png" */
    const char *library; /* "libpng" */
    const char *gives;   /* what can be done with it, in a few words */
    bool present;
} pdk_part_info;

PDK_API size_t pdk_part_count(void);
/* false when `index` is out of range. */
PDK_API bool pdk_part_get(size_t index, pdk_part_info *info);

/* ---------------------------------------------------------------------------------------------- opening */

/* Memory from the caller. All three or none; `user` is handed back. They must be thread-safe.
 *
 * What documents, edits, packing and building take comes from here. Libc's malloc serves what has no options (outputs,
 * guards, pdk_unpack, pdk_refpack_encode, pdk_write_records, pdk_synth); libdeflate, for some MB while gzip is written
 * or read; and qsort, which does without when refused. Whoever's memory runs out, the call fails with PDK_E_MEMORY. */
typedef struct pdk_allocator {
    void *(*allocate)(void *user, size_t size);
    void *(*reallocate)(void *user, void *pointer, size_t old_size, size_t new_size);
    void (*release)(void *user, void *pointer, size_t size);
    void *user;
} pdk_allocator;

/* 0 stands for the default in brackets. */
typedef struct pdk_limits {
    uint64_t memory;   /* bytes a document may allocate at one time [16 GiB] */
    uint32_t depth;    /* nesting of containers [8] */
    uint32_t findings; /* findings reported by one check; the rest are counted [1000] */
    /* Rows of one table [4294967296]; containers and pictures of a family, which take memory one by one [65536]. */
    uint64_t records;
} pdk_limits;

/* Called now and then while something long runs; `total` is 0 while unknown. Return false to cancel. */
typedef bool (*pdk_progress)(void *user, uint64_t done, uint64_t total);

/* Files that shrink while they are read.
 *
 * Regular files are mapped. When another program cuts one short, touching what is gone raises SIGBUS, and the system
 * ends the program. The library installs no signal handler: that is the program's to do. One that wants to end in order
 * makes a guard, opens documents with it, and asks it in its handler:
 *
 *     static pdk_guard *guard;
 *     static void on_bus_error(int number, siginfo_t *info, void *context)
 *     {
 *         if (pdk_guard_owns(guard, info->si_addr)) { ... say so with write(), then _exit(3); }
 *         signal(number, SIG_DFL); // the fault comes again, and is not ours
 *     }
 *
 * The call under way cannot go on: a handler must not return to it. Copies of files are safe: pdk_open_memory. */
typedef struct pdk_guard pdk_guard;

PDK_API pdk_status pdk_guard_create(pdk_guard **guard, pdk_error *error);
/* For signal handlers (SA_SIGINFO): is this address in a document opened with the guard? Any thread, any time. */
PDK_API bool pdk_guard_owns(const pdk_guard *guard, const void *address);
/* After the last document opened with it has been closed. */
PDK_API void pdk_guard_close(pdk_guard *guard);

typedef struct pdk_open_options {
    size_t struct_size; /* sizeof(pdk_open_options); PDK_OPEN_OPTIONS_INIT sets it */
    const char *format; /* read as this format id; NULL = detect */
    const char *name;   /* a file name, for bytes that came without one: its extension is (weak) evidence */
    bool partial;       /* take what is sound of a cut or damaged file; findings say what is missing */
    pdk_limits limits;
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
    pdk_guard *guard; /* for files that are cut while they are read; NULL = none */
} pdk_open_options;

#ifdef __cplusplus
#define PDK_OPEN_OPTIONS_INIT                                                                \
    {                                                                                        \
        sizeof(pdk_open_options), nullptr, nullptr, false, {}, {}, nullptr, nullptr, nullptr \
    }
#else
#define PDK_OPEN_OPTIONS_INIT                   \
    {                                           \
        .struct_size = sizeof(pdk_open_options) \
    }
#endif

/* Bytes from anywhere. `read_at` fills `buffer` with up to `size` bytes from `offset`, says how many in `*got`
 * (fewer only at the end) and returns PDK_OK or a failure. Calls come from one thread, during pdk_open_source only. */
typedef struct pdk_source {
    void *user;
    pdk_status (*size)(void *user, uint64_t *size);
    pdk_status (*read_at)(void *user, uint64_t offset, void *buffer, size_t size, size_t *got);
} pdk_source;

typedef struct pdk_document pdk_document;

/*
 * Opens a file and builds its index. Regular files are mapped, pipes are read to their end.
 * options may be NULL. On success *document must be given to pdk_close.
 * Fails with PDK_E_IO (cannot be read), PDK_E_UNKNOWN_FORMAT, PDK_E_UNSUPPORTED, PDK_E_TRUNCATED, PDK_E_CORRUPT,
 * PDK_E_LIMIT or PDK_E_MEMORY.
 * Packed files (gzip, EA's RefPack, Huffman and byte pairs) are unpacked on the way; offsets count in the unpacked
 * bytes.
 */
PDK_API pdk_status pdk_open_file(const char *path, const pdk_open_options *options, pdk_document **document,
                                 pdk_error *error);
/* The same for bytes in memory, which must stay as they are until pdk_close. */
PDK_API pdk_status pdk_open_memory(const void *data, size_t size, const pdk_open_options *options,
                                   pdk_document **document, pdk_error *error);
/* The same for bytes from callbacks; they are read once, whole, into the document's memory. */
PDK_API pdk_status pdk_open_source(const pdk_source *source, const pdk_open_options *options, pdk_document **document,
                                   pdk_error *error);
PDK_API void pdk_close(pdk_document *document);

/* Gives the memory of file pages read so far back to the system; they are read again when needed.
 * For long passes over files larger than the memory one wants to be seen with. Safe at any time. */
PDK_API void pdk_trim(const pdk_document *document);

/* PDK_OK while a mapped file is what it was when opened; PDK_E_IO with the code "io.changed" once another program has
 * cut or written it. pdk_open_file, pdk_check, pdk_table_write, surfaces and images ask by themselves before they
 * report success; pdk_table_read does not. Ask after reading rows, or bytes of the document's own. */
PDK_API pdk_status pdk_document_unchanged(const pdk_document *document, pdk_error *error);

/* --------------------------------------------------------------------------------------------- documents */

PDK_API const pdk_format_info *pdk_document_format(const pdk_document *document);
/* The variant within the format: "2.1 with interval", "R2 (rFactor 2 1.08)"; may be empty. */
PDK_API const char *pdk_document_dialect(const pdk_document *document);
/* Why format and dialect were chosen: one sentence each. NULL past the end. */
PDK_API const char *pdk_document_evidence(const pdk_document *document, size_t index);
/* The id of the codec the file was packed with ("refpack", "gzip" ...); NULL when it was not. */
PDK_API const char *pdk_document_packed(const pdk_document *document);
/* Bytes of the file as it stands on disk. */
PDK_API uint64_t pdk_document_size(const pdk_document *document);
/* The unpacked bytes all offsets refer to. */
PDK_API pdk_bytes pdk_document_content(const pdk_document *document);

typedef struct pdk_property {
    const char *name;
    pdk_value value;
    const char *unit;    /* NULL = none */
    const char *meaning; /* NULL = the name says it */
    pdk_certainty certainty;
    const char *label; /* the name of the value where its layout has one: "legal"; NULL = none */
} pdk_property;

PDK_API size_t pdk_document_property_count(const pdk_document *document);
PDK_API const pdk_property *pdk_document_property(const pdk_document *document, size_t index);
PDK_API const pdk_property *pdk_document_find_property(const pdk_document *document, const char *name);

/* ------------------------------------------------------------------------------------------------ tables */

typedef struct pdk_table pdk_table;

typedef struct pdk_column_info {
    const char *name;
    pdk_type type;
    const char *unit;    /* NULL = none */
    const char *meaning; /* NULL = the name says it */
    pdk_certainty certainty;
} pdk_column_info;

#define PDK_NO_COLUMN SIZE_MAX

PDK_API size_t pdk_document_table_count(const pdk_document *document);
/* The first table is the format's main one. */
PDK_API const pdk_table *pdk_document_table(const pdk_document *document, size_t index);
PDK_API const pdk_table *pdk_document_find_table(const pdk_document *document, const char *name);

PDK_API const char *pdk_table_name(const pdk_table *table);
PDK_API const char *pdk_table_meaning(const pdk_table *table);
PDK_API uint64_t pdk_table_rows(const pdk_table *table);
PDK_API size_t pdk_table_columns(const pdk_table *table);
PDK_API const pdk_column_info *pdk_table_column(const pdk_table *table, size_t column);
/* PDK_NO_COLUMN when there is none of that name. */
PDK_API size_t pdk_table_find_column(const pdk_table *table, const char *name);

/* One column of a read: its number, the type wanted, and room for `count` values of that type.
 * PDK_TYPE_NONE asks for the column's own type; PDK_FLOAT64 is possible for every number. */
typedef struct pdk_read {
    size_t column;
    pdk_type type;
    void *values;
} pdk_read;

/* Reads rows first .. first+count-1 of several columns in one walk over the file.
 * Any thread, any order. PDK_E_ARGUMENT when the range, a column or a type does not fit. */
PDK_API pdk_status pdk_table_read(const pdk_table *table, uint64_t first, size_t count, const pdk_read *reads,
                                  size_t read_count, pdk_error *error);
/* One column in its own type: `values` has room for count * pdk_type_size(type). */
PDK_API pdk_status pdk_table_read_column(const pdk_table *table, size_t column, uint64_t first, size_t count,
                                         void *values, pdk_error *error);
/* One column of numbers as doubles. */
PDK_API pdk_status pdk_table_read_f64(const pdk_table *table, size_t column, uint64_t first, size_t count,
                                      double *values, pdk_error *error);

/* ------------------------------------------------------------------------------------ surfaces and images */

typedef struct pdk_surface_info {
    const char *name;
    const char *frame; /* "x forward, y left, z up; m": the file's own axes and unit */
    uint64_t vertices;
    uint64_t triangles;
    pdk_certainty certainty;
} pdk_surface_info;

/* A run of triangles that share a material. */
typedef struct pdk_surface_group {
    const char *name;
    const char *image; /* the name of an image or texture; NULL = none */
    uint64_t first_triangle;
    uint64_t triangle_count;
} pdk_surface_group;

typedef struct pdk_surface {
    const float *positions;    /* x, y, z per vertex */
    const float *normals;      /* x, y, z per vertex; NULL = the file has none */
    const float *coordinates;  /* texture u, v per vertex; NULL = none */
    const uint32_t *triangles; /* three vertex numbers each, counter-clockwise seen from outside */
    uint64_t vertex_count;
    uint64_t triangle_count;
    const pdk_surface_group *groups;
    size_t group_count;
} pdk_surface;

PDK_API size_t pdk_document_surface_count(const pdk_document *document);
PDK_API const pdk_surface_info *pdk_document_surface_info(const pdk_document *document, size_t index);
/* The arrays of a surface, zero-copy from the mapped file where its layout allows; owned by the document.
 * Vertex numbers may be out of range in a damaged file: pdk_check (full) tells, and so does your own comparison. */
PDK_API pdk_status pdk_document_surface(const pdk_document *document, size_t index, pdk_surface *surface,
                                        pdk_error *error);

typedef struct pdk_image_info {
    const char *name; /* the path of its entry: "0/3/A000" */
    uint32_t width, height;
    const char *storage; /* "8-bit indexed", "RGB 565" ... */
    pdk_certainty certainty;
} pdk_image_info;

PDK_API size_t pdk_document_image_count(const pdk_document *document);
PDK_API const pdk_image_info *pdk_document_image_info(const pdk_document *document, size_t index);
/* Decodes into width*height*4 bytes, rows from the top, R G B A, not premultiplied. */
PDK_API pdk_status pdk_document_image(const pdk_document *document, size_t index, uint8_t *rgba, size_t capacity,
                                      pdk_error *error);

/* ---------------------------------------------------------------------------------------------- findings */

typedef enum pdk_severity { PDK_NOTE = 0, PDK_WARNING = 1, PDK_ERROR = 2 } pdk_severity;
PDK_API const char *pdk_severity_name(pdk_severity severity);

typedef struct pdk_finding {
    pdk_severity severity;
    const char *code;    /* stable: "rld.index.range" */
    uint64_t offset;     /* in the unpacked bytes; PDK_NO_OFFSET where none applies */
    const char *where;   /* "rld.triangle[12].b"; may be empty */
    const char *message; /* what is wrong and what to do */
} pdk_finding;

typedef enum pdk_check_level {
    PDK_CHECK_STRUCTURE = 0, /* what opening sees: headers, counts, sizes, tags */
    PDK_CHECK_FULL = 1       /* every record: ranges, indices, NaN, consistency */
} pdk_check_level;

/* The finding's pointers are valid during the call only. Return false to stop. */
typedef bool (*pdk_finding_handler)(void *user, const pdk_finding *finding);

/* Reports every finding up to limits.findings; *total, if not NULL, gets the number including those not reported.
 * PDK_OK means the check ran, whatever it found. */
PDK_API pdk_status pdk_check(const pdk_document *document, pdk_check_level level, pdk_finding_handler handler,
                             void *user, uint64_t *total, pdk_error *error);

/* ----------------------------------------------------------------------------------------------- outputs */

/* Somewhere to write. A file output appears under its name only when pdk_output_finish succeeds: until then the bytes
 * are in a temporary file beside it. */
typedef struct pdk_output pdk_output;

PDK_API pdk_status pdk_output_file(const char *path, pdk_output **output, pdk_error *error);
/* A file descriptor the caller keeps, e.g. 1 for standard output. */
PDK_API pdk_status pdk_output_descriptor(int descriptor, pdk_output **output, pdk_error *error);
/* Into memory; pdk_output_bytes has them. */
PDK_API pdk_status pdk_output_memory(pdk_output **output, pdk_error *error);
typedef pdk_status (*pdk_write)(void *user, const void *data, size_t size);
PDK_API pdk_status pdk_output_callback(pdk_write write, void *user, pdk_output **output, pdk_error *error);

/* A failed write makes every later write and the finish fail with the same error. */
PDK_API pdk_status pdk_output_write(pdk_output *output, const void *data, size_t size, pdk_error *error);
/* Bytes written so far. */
PDK_API uint64_t pdk_output_position(const pdk_output *output);
/* What a memory output holds; valid until the next write or close. */
PDK_API pdk_bytes pdk_output_bytes(const pdk_output *output);
/* Flushes; a file is synced and renamed into place. Call pdk_output_close afterwards all the same. */
PDK_API pdk_status pdk_output_finish(pdk_output *output, pdk_error *error);
/* Frees; what was not finished vanishes. */
PDK_API void pdk_output_close(pdk_output *output);

/* ------------------------------------------------------------------------------------------- image export */

/* Writes an image as PNG, 8 bits a sample, with alpha where a pixel is not opaque. The output is left to be finished.
 * Fails as pdk_document_image and the output do; with PDK_E_UNSUPPORTED, "png.absent", where Paddock was built without
 * libpng. */
PDK_API pdk_status pdk_image_write_png(const pdk_document *document, size_t index, pdk_output *output,
                                       pdk_error *error);

typedef struct pdk_image_file {
    size_t image;     /* its index */
    const char *path; /* the file to be written */
    pdk_error error;  /* set by the call; status PDK_OK = it is there */
} pdk_image_file;

/* Writes many, each to a file of its own, which appears whole or not at all, on all processors. One that fails does not
 * keep the others from being written; the call then returns the first failure. Progress is in images, on the caller's
 * thread; those a cancelled call did not come to have the status PDK_E_CANCELLED. */
PDK_API pdk_status pdk_images_write_png(const pdk_document *document, pdk_image_file *files, size_t count,
                                        pdk_progress progress, void *progress_user, pdk_error *error);

/* ------------------------------------------------------------------------------------------- table export */

typedef enum pdk_table_format { PDK_CSV = 0, PDK_JSON_LINES = 1 } pdk_table_format;

typedef struct pdk_table_options {
    size_t struct_size;    /* PDK_TABLE_OPTIONS_INIT sets it */
    const size_t *columns; /* column numbers in the order wanted; NULL = all */
    size_t column_count;
    uint64_t first, count; /* rows; count UINT64_MAX = to the end */
    bool units;            /* CSV: header cells say "speed [m/s]" */
    pdk_progress progress; /* in rows */
    void *progress_user;
} pdk_table_options;

#ifdef __cplusplus
#define PDK_TABLE_OPTIONS_INIT                                                        \
    {                                                                                 \
        sizeof(pdk_table_options), nullptr, 0, 0, UINT64_MAX, false, nullptr, nullptr \
    }
#else
#define PDK_TABLE_OPTIONS_INIT                                        \
    {                                                                 \
        .struct_size = sizeof(pdk_table_options), .count = UINT64_MAX \
    }
#endif

/* Streams rows as CSV (RFC 4180, a header line, CR LF) or as JSON lines (an object a row). Floats read back to the same
 * value; bytes are hex; NaN and infinities are NaN, Inf, -Inf in CSV and null in JSON. Memory does not grow with rows.
 * Large tables are formatted on several threads; output and progress are called on the caller's only. */
PDK_API pdk_status pdk_table_write(const pdk_table *table, pdk_table_format format, const pdk_table_options *options,
                                   pdk_output *output, pdk_error *error);

/* ------------------------------------------------------------------------------------------- writing JSON */

/* A JSON writer over an output: keys and values in order, commas and escapes done. Errors stick to the output. */
typedef struct pdk_json {
    pdk_output *output;
    int indent; /* blanks per level; 0 = one line */
    int depth;  /* private from here on */
    bool comma, after_key;
} pdk_json;

PDK_API void pdk_json_begin(pdk_json *json, char bracket); /* '{' or '[' */
PDK_API void pdk_json_end(pdk_json *json, char bracket);   /* '}' or ']' */
PDK_API void pdk_json_key(pdk_json *json, const char *key);
PDK_API void pdk_json_text(pdk_json *json,
                           const char *text); /* NULL gives null; bytes that are not UTF-8 become U+FFFD */
PDK_API void pdk_json_value(pdk_json *json, const pdk_value *value);
PDK_API void pdk_json_integer(pdk_json *json, int64_t value);
PDK_API void pdk_json_natural(pdk_json *json, uint64_t value);
PDK_API void pdk_json_number(pdk_json *json, double value);
PDK_API void pdk_json_boolean(pdk_json *json, bool value);

/* A number as text that reads back to the same value with the fewest digits; returns its length.
 * `type` PDK_FLOAT32 asks for the shortest that is right for a float. */
enum { PDK_NUMBER_ROOM = 32 };
PDK_API size_t pdk_format_number(char text[PDK_NUMBER_ROOM], double value, pdk_type type);

/* ----------------------------------------------------------------------------------------- writing back
 * A file as text and back, byte for byte: the twin, a JSON text with every field under its name (docs/twin.md). */

typedef struct pdk_dump_options {
    size_t struct_size;    /* PDK_DUMP_OPTIONS_INIT sets it */
    pdk_progress progress; /* in bytes of the file */
    void *progress_user;
} pdk_dump_options;

#ifdef __cplusplus
#define PDK_DUMP_OPTIONS_INIT                      \
    {                                              \
        sizeof(pdk_dump_options), nullptr, nullptr \
    }
#else
#define PDK_DUMP_OPTIONS_INIT                   \
    {                                           \
        .struct_size = sizeof(pdk_dump_options) \
    }
#endif

/* Writes the twin of a document. Memory does not grow with the file. */
PDK_API pdk_status pdk_dump(const pdk_document *document, const pdk_dump_options *options, pdk_output *output,
                            pdk_error *error);

/* Text from anywhere, piece by piece: fills `buffer` with up to `size` bytes and says how many in *got; 0 is the end.
 */
typedef pdk_status (*pdk_pull)(void *user, void *buffer, size_t size, size_t *got);

typedef struct pdk_build_options {
    size_t struct_size; /* PDK_BUILD_OPTIONS_INIT sets it */
    pdk_limits limits;  /* memory: for what is built at one time */
    pdk_allocator allocator;
    /* Told what was done that was not asked for: a packed file that was changed is packed anew (code "build.packed").
     * May be NULL. */
    pdk_finding_handler note;
    void *note_user;
    pdk_progress progress; /* in bytes of text */
    void *progress_user;
} pdk_build_options;

#ifdef __cplusplus
#define PDK_BUILD_OPTIONS_INIT                                                \
    {                                                                         \
        sizeof(pdk_build_options), {}, {}, nullptr, nullptr, nullptr, nullptr \
    }
#else
#define PDK_BUILD_OPTIONS_INIT                   \
    {                                            \
        .struct_size = sizeof(pdk_build_options) \
    }
#endif

/* Writes the file a twin describes. Text is read as a stream and refused at the first thing that is not as it should
 * be: PDK_E_CORRUPT, a code "build.*", the place as a JSON path in `where` ("$.parts[17].raf.block[3].gear"), the byte
 * of the text in `offset` and its line in the message. */
PDK_API pdk_status pdk_build(pdk_pull pull, void *user, const pdk_build_options *options, pdk_output *output,
                             pdk_error *error);
/* The same for text in memory. */
PDK_API pdk_status pdk_build_text(const void *text, size_t size, const pdk_build_options *options, pdk_output *output,
                                  pdk_error *error);

/* Creating: a file is its records, one after the other, as `paddock fields` and the format pages list them. */
typedef struct pdk_array {
    const char *field;        /* "x", "splits[1]", "points[5].x" */
    const double *values;     /* one for each record, in the field's unit ... */
    const char *const *texts; /*   ... or as text that pdk_edit_set takes; one of the two is NULL */
} pdk_array;

/* Writes `count` records ("rld.point") with the values of the arrays; fields without an array are zero or empty. Fails
 * like pdk_edit_set, with the place in `where`: "rld.point[12].x". What was written before stays written. */
PDK_API pdk_status pdk_write_records(const char *record, uint64_t count, const pdk_array *arrays, size_t array_count,
                                     pdk_output *output, pdk_error *error);

/* Editing: fields are changed by name, everything else stays as it is. */
typedef struct pdk_edit pdk_edit;

/* The document must stay open until pdk_edit_close. Memory grows with what is changed, not with the file. */
PDK_API pdk_status pdk_edit_open(const pdk_document *document, pdk_edit **edit, pdk_error *error);
/* Changes one field. `path` names it as findings do: "raf.block[17].wheel_1.load", the format's id may be left out; a
 * field of a record that is there once needs no record: "player". `value` is text as people write it: a number in the
 * field's unit, the name its layout has for a value ("legal"), text, or hex for bytes. Fails with PDK_E_ARGUMENT and a
 * code set.unknown  no such record or field; the message has the nearest right name set.index    a number beyond the
 * last, or none where one is needed set.value    not the kind of value the field holds set.range    a number or text
 * the field has no room for, or outside what its layout allows set.length   text of another length than that in the
 * file, where others stand behind it */
PDK_API pdk_status pdk_edit_set(pdk_edit *edit, const char *path, const char *value, pdk_error *error);
/* The same for a number, in the field's unit. */
PDK_API pdk_status pdk_edit_set_number(pdk_edit *edit, const char *path, double value, pdk_error *error);
/* Puts a picture into the file: RGBA as pdk_document_image gives it, of the image's own size. `path` is
 * "entry[NAME].image" with the image's name as in pdk_image_info. What is stored as indices gets those of the nearest
 * colours, palettes stay as they are; pixels that look as before keep their bytes, so that an image that was taken out
 * comes back unchanged. Fails with PDK_E_ARGUMENT     set.unknown       no such image; the message has the nearest
 * right name set.image.size    another width or height set.image.alpha   transparent, where there is nothing to store
 * that with set.image.mask    a colour, where only opacity is stored set.image.header  the same edit changed how the
 * pixels are stored PDK_E_UNSUPPORTED  set.image.packed  pixels that are packed by themselves, inside the file */
PDK_API pdk_status pdk_edit_set_image(pdk_edit *edit, const char *path, const uint8_t *rgba, uint32_t width,
                                      uint32_t height, pdk_error *error);
/* The same for the bytes of a PNG of any kind; of 16-bit samples the upper half counts, gamma and profiles do not. Also
 * fails with PDK_E_UNKNOWN_FORMAT  png.signature  not a PNG PDK_E_TRUNCATED       png.truncated  it ends too early
 *     PDK_E_CORRUPT         png.damaged, png.size
 *     PDK_E_UNSUPPORTED     png.absent     Paddock was built without libpng */
PDK_API pdk_status pdk_edit_set_image_png(pdk_edit *edit, const char *path, const void *png, size_t size,
                                          pdk_error *error);

/* How near the picture that was put in last came: a palette may have nothing like its colours. */
typedef struct pdk_image_loss {
    uint64_t pixels;  /* of the picture; 0 = none was put in */
    uint64_t inexact; /* of them, those that became another colour or opacity */
    double mean;      /* by how much, of 255, in the channel that is furthest off: on average over those ... */
    uint8_t largest;  /* ... and at most */
} pdk_image_loss;

PDK_API pdk_image_loss pdk_edit_image_loss(const pdk_edit *edit);
/* The field as it is now, as text that pdk_edit_set takes. *text belongs to the edit and lives until the next call. */
PDK_API pdk_status pdk_edit_get(pdk_edit *edit, const char *path, const char **text, pdk_error *error);
/* Writes anew what depends on the fields changed so far. TRI: headings, slopes and right vectors of moved nodes, the
 * header's copy of the first one, lengths. In the other formats nothing depends on fields that keep their size. What
 * did not change keeps its bytes. */
PDK_API pdk_status pdk_edit_recompute(pdk_edit *edit, pdk_error *error);
/* Writes the whole file, unpacked ... */
PDK_API pdk_status pdk_edit_write(const pdk_edit *edit, pdk_output *output, pdk_error *error);
/* ... or packed as the document was: see pdk_pack_again. It holds the file in memory. */
PDK_API pdk_status pdk_edit_write_packed(const pdk_edit *edit, pdk_output *output, pdk_error *error);
PDK_API void pdk_edit_close(pdk_edit *edit);

/* ------------------------------------------------------------------------------------------------ codecs */

typedef struct pdk_codec_info {
    const char *id; /* "refpack" */
    const char *title;
    pdk_certainty certainty;
} pdk_codec_info;

PDK_API size_t pdk_codec_count(void);
PDK_API const pdk_codec_info *pdk_codec_get(size_t index);

typedef struct pdk_packing {
    const char *codec;      /* id */
    uint64_t packed_size;   /* bytes, header and all */
    uint64_t unpacked_size; /* as the header announces; may lie until decoded. UINT64_MAX = not announced */
    uint32_t header_size;
    char variant[32]; /* the pack code and its options: "10FB" */
} pdk_packing;

/* Is this packed, by its first bytes? PDK_OK and *packing, or PDK_E_UNKNOWN_FORMAT. Reads, never decodes. */
PDK_API pdk_status pdk_packing_of(const void *data, size_t size, pdk_packing *packing, pdk_error *error);
/* Decodes all of `data` to an output. Strict: every byte must be accounted for. The bytes are held in memory of their
 * own, as many as the header announces if the packed size allows that; pdk_packing_of tells them beforehand. What is
 * sound of a damaged file comes by opening it: pdk_open_memory as format "packed" with `partial`, then
 * pdk_document_content; a finding says where it ends. */
PDK_API pdk_status pdk_unpack(const void *data, size_t size, pdk_output *output, pdk_error *error);

typedef struct pdk_pack_options {
    size_t struct_size;  /* PDK_PACK_OPTIONS_INIT sets it */
    const char *codec;   /* an id, or "auto": the smallest of all that can; NULL = "refpack" */
    int level;           /* 1 is fastest, 9 smallest (of refpack: no file is smaller); 0 = 6 */
    const char *like;    /* "ea1998": byte for byte as the games' own packers; NULL = as well as the level can */
    const char *variant; /* a header by its name in pdk_packing: "11FB", "DBPF 10FB"; NULL = the plainest */
    pdk_limits limits;   /* memory */
    pdk_allocator allocator;
    pdk_progress progress; /* in plain bytes, with "auto" for each codec anew */
    void *progress_user;
} pdk_pack_options;

#ifdef __cplusplus
#define PDK_PACK_OPTIONS_INIT                                                            \
    {                                                                                    \
        sizeof(pdk_pack_options), nullptr, 0, nullptr, nullptr, {}, {}, nullptr, nullptr \
    }
#else
#define PDK_PACK_OPTIONS_INIT                   \
    {                                           \
        .struct_size = sizeof(pdk_pack_options) \
    }
#endif

/*
 * Packs `size` bytes to an output, so that pdk_unpack gives them back. options may be NULL. Nothing is written unless
 * all went well. Fails with PDK_E_ARGUMENT (an unknown codec, a variant or a size its header does not have),
 * PDK_E_CANCELLED, PDK_E_LIMIT or PDK_E_MEMORY, or as the output does.
 */
PDK_API pdk_status pdk_pack(const void *data, size_t size, const pdk_pack_options *options, pdk_output *output,
                            pdk_error *error);

/*
 * Packs `size` bytes as the document was packed: the same codec, the same kind of header. For what pdk_edit_write,
 * pdk_cut, pdk_track_* and pdk_repair give, which is plain; the command does so unless --plain is given. Bytes that are
 * what the document was packed from give its packed bytes as they were. Fails as pdk_pack does; with PDK_E_ARGUMENT for
 * a document that was not packed.
 */
PDK_API pdk_status pdk_pack_again(const pdk_document *document, const void *data, size_t size, pdk_output *output,
                                  pdk_error *error);

/* RefPack between buffers, for those who have no use for documents and outputs. `to` and `from` must not overlap.
 * Where `capacity` is too small they fail with PDK_E_ARGUMENT, code "argument.capacity"; *written is what it takes. */

/* Room that is always enough to pack `size` bytes. */
PDK_API size_t pdk_refpack_bound(size_t size);
/* Level as in pdk_pack_options. Needs working memory, 4 bytes a byte at levels 3 to 9; the header is the plainest. */
PDK_API pdk_status pdk_refpack_encode(void *to, size_t capacity, const void *from, size_t size, int level,
                                      size_t *written, pdk_error *error);
/* Allocates nothing. Strict as pdk_unpack; of damaged data *written says how many sound bytes came out. */
PDK_API pdk_status pdk_refpack_decode(void *to, size_t capacity, const void *from, size_t size, size_t *written,
                                      pdk_error *error);

/* ------------------------------------------------------------------------------------- edits of a whole file
 * A document in, a whole new file out: plain, also where the document was packed; pdk_pack_again packs it. A format
 * without such an edit fails with PDK_E_UNSUPPORTED, "edit.unsupported". */

/* A track (TRI) driven the other way. Nodes, scenery, props, fences and speeds stay where they are in the world;
 * everything that is said per direction changes sides. A second time gives the original places back. */
PDK_API pdk_status pdk_track_reverse(const pdk_document *document, pdk_output *output, pdk_error *error);
/* A track (TRI) without hills and banks: the road at height 0, what stands beside it as high above the road as before.
 */
PDK_API pdk_status pdk_track_flatten(const pdk_document *document, pdk_output *output, pdk_error *error);

typedef struct pdk_repair_options {
    size_t struct_size;   /* PDK_REPAIR_OPTIONS_INIT sets it */
    bool drop_degenerate; /* triangles without area */
    bool drop_duplicates; /* triangles of the same corners, facing the same way, as an earlier one */
    bool drop_unused;     /* points in no triangle */
    pdk_progress progress;
    void *progress_user;
} pdk_repair_options;

#ifdef __cplusplus
#define PDK_REPAIR_OPTIONS_INIT                                           \
    {                                                                     \
        sizeof(pdk_repair_options), false, false, false, nullptr, nullptr \
    }
#else
#define PDK_REPAIR_OPTIONS_INIT                   \
    {                                             \
        .struct_size = sizeof(pdk_repair_options) \
    }
#endif

/* One thing that was done: "rld.repair.index", 12, "triangles dropped: they name points that are not there". */
typedef struct pdk_repair_change {
    const char *code;
    uint64_t count;
    const char *what;
} pdk_repair_change;

enum { PDK_REPAIR_CHANGES = 16 };
typedef struct pdk_repair_report {
    size_t count; /* 0 = there was nothing to repair, and the output is the same bytes */
    pdk_repair_change changes[PDK_REPAIR_CHANGES];
} pdk_repair_report;

/* A surface (RLD) without what is wrong with it: triangles that name no points, points that are no numbers, counts and
 * blocks that do not fit. Open the document with `partial` to repair one that is cut. Memory does not grow with the
 * file but for a few bits a point and triangle, and with drop_duplicates some bytes a triangle. options and report may
 * be NULL. */
PDK_API pdk_status pdk_repair(const pdk_document *document, const pdk_repair_options *options,
                              pdk_repair_report *report, pdk_output *output, pdk_error *error);

/* ------------------------------------------------------------------------------------------------ cutting
 * A part of a recording as a file of its own: a range of time, chosen drivers, or both. For RAF, RPLY and VCR.
 *
 * What is kept is kept byte for byte, unknown events and opaque bytes included; counters, lengths and pointers are set
 * right. Times stay those of the session (in RAF, whose blocks carry none, they begin at 0 again), numbers and lists of
 * drivers stay as they are. When nothing is left out the output is the document's content, byte for byte. It is plain,
 * also where the document was packed, unless `gzip` is set; pdk_pack_again packs it as the document was. */

typedef struct pdk_cut_options {
    size_t struct_size;         /* PDK_CUT_OPTIONS_INIT sets it */
    double from, to;            /* s, both included; -INFINITY and INFINITY = from the beginning, to the end */
    const char *const *drivers; /* names, or numbers in decimal: a slot (VCR), a car's index (RPLY) */
    size_t driver_count;        /* 0 = everyone */
    bool gzip;             /* vcr: packed, as the game can; the packed file then passes through memory as a whole */
    pdk_progress progress; /* in bytes of the content */
    void *progress_user;
} pdk_cut_options;

#ifdef __cplusplus
#define PDK_CUT_OPTIONS_INIT                                                                            \
    {                                                                                                   \
        sizeof(pdk_cut_options), -__builtin_inf(), __builtin_inf(), nullptr, 0, false, nullptr, nullptr \
    }
#else
#define PDK_CUT_OPTIONS_INIT                                                                    \
    {                                                                                           \
        .struct_size = sizeof(pdk_cut_options), .from = -__builtin_inf(), .to = __builtin_inf() \
    }
#endif

/* Writes the part to `output`; NULL options = all of it. Memory does not grow with the file. A time is compared in the
 * precision the file stores it in, so that times as Paddock prints them name their frames exactly. Fails with
 *     PDK_E_ARGUMENT     cut.empty    nothing lies in the range; the message says what range the file has
 *                        cut.driver   no such driver; the message has the nearest right name
 *                        cut.gzip     only VCR files come packed
 *     PDK_E_UNSUPPORTED  edit.unsupported  files of this format are not recordings */
PDK_API pdk_status pdk_cut(const pdk_document *document, const pdk_cut_options *options, pdk_output *output,
                           pdk_error *error);

/* -------------------------------------------------------------------------------------------- converting
 * Surfaces and tracks into the files of other programs, and surfaces of other programs into RLD: a mesh of another
 * program (PLY, LAS, OpenCRG ...) opens as a document with one surface, so that everything that is for surfaces is for
 * it too. */

typedef struct pdk_target_info {
    const char *id; /* "glb" */
    const char *title;
    const char *extensions; /* ".glb", blank-separated */
    const char *frame;      /* its axes and unit */
    bool pictures;          /* shows textures and placed parts: of a track, those of its FAM */
} pdk_target_info;

/* What can be converted to. NULL when `index` is out of range, or no target has this id, or this file name's extension.
 */
PDK_API size_t pdk_target_count(void);
PDK_API const pdk_target_info *pdk_target_get(size_t index);
PDK_API const pdk_target_info *pdk_target_find(const char *id);
PDK_API const pdk_target_info *pdk_target_of_name(const char *file_name);

typedef enum pdk_origin {
    PDK_ORIGIN_NEEDED = 0, /* into formats of floats: where a float would be off by more than 0.1 mm, a round one */
    PDK_ORIGIN_NONE,       /* coordinates stay as they are, whatever it costs */
    PDK_ORIGIN_AUTO,       /* a round one near the middle */
    PDK_ORIGIN_GIVEN
} pdk_origin;

typedef struct pdk_convert_options {
    size_t struct_size;      /* PDK_CONVERT_OPTIONS_INIT sets it */
    const pdk_document *art; /* tri: its FAM, for textures and models; NULL = none */
    const char *axes;        /* "+y-x+z": what of the source becomes the target's x, y and z; a rotation. NULL = as the
                                frames of both say, winding and all */
    double scale;            /* metres a unit of the source; 0 = 1 */
    pdk_origin origin;       /* subtracted from points, in the target's axes, and given back in the report */
    double origin_given[3];
    double source_origin[3]; /* what was subtracted from the source's points when it was made (its own axes): a target
                                of doubles, or with a field for it, gets it back, one of floats leaves it out too */
    bool ascii;              /* ply, crg: numbers as text */
    bool doubles;            /* ply: coordinates as doubles, so that no origin is needed */
    const double (*line)[2]; /* crg: points the reference line goes through, smoothly: x and y in the target's axes, and
                                with the origin; NULL = straight along the middle of the surface */
    size_t line_count;
    double step;      /* crg: metres between two heights; 0 = as dense as the points of the surface are */
    bool triangulate; /* points get triangles, those of Delaunay seen from above, in place of the source's */
    double max_edge;  /* triangulate: none with an edge above so many metres (seen from above); 0 = all */
    double blocks; /* rld: a block for each square of so many metres with points in it, in place of the source's; points
                      and triangles get their order. 0 = as the source has them */
    bool quantize; /* glb: points in steps of a 65535th of their mesh's size, in each direction */
    bool compress; /* glb: packed, for programs that know EXT_meshopt_compression */
    pdk_finding_handler note; /* told what was left out or done that was not asked for; may be NULL */
    void *note_user;
    pdk_limits limits; /* memory: for the conversion, beside the document's own */
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
} pdk_convert_options;

#ifdef __cplusplus
#define PDK_CONVERT_OPTIONS_INIT                                                                                  \
    {                                                                                                             \
        sizeof(pdk_convert_options), nullptr, nullptr, 0, PDK_ORIGIN_NEEDED, {}, {}, false, false, nullptr, 0, 0, \
            false, 0, 0, false, false, nullptr, nullptr, {}, {}, nullptr, nullptr                                 \
    }
#else
#define PDK_CONVERT_OPTIONS_INIT                   \
    {                                              \
        .struct_size = sizeof(pdk_convert_options) \
    }
#endif

typedef struct pdk_convert_report {
    uint64_t points, triangles; /* written */
    uint64_t dropped;           /* things that could not be: each has been noted */
    double origin[3];           /* written point + origin = the point, in the target's axes */
    bool moved;                 /* origin is not zero */
    bool keeps_origin;          /* the target has a field of its own for it: nothing need be kept beside */
} pdk_convert_report;

/* Writes the document's surfaces (or its track) as another format. `target` is an id. A target that takes several files
 * (OBJ with materials and textures) writes only its first. options and report may be NULL. Fails with
 *     PDK_E_ARGUMENT     convert.target, convert.axes   no such target; axes that are none, or mirror
 *                        convert.triangulate            to a scene (glb, obj) of parts that have their triangles
 *                        convert.blocks                 to a target without; no size, or one that makes too many
 *     PDK_E_UNSUPPORTED  mesh.none                      nothing to convert
 *                        convert.triangulate            no three points off a line
 * What opening found in the source is told to `note` first. Of a mesh of another program, points that are no finite
 * numbers are left out, and triangles at them. */
PDK_API pdk_status pdk_convert(const pdk_document *document, const char *target, const pdk_convert_options *options,
                               pdk_convert_report *report, pdk_output *output, pdk_error *error);
/* The same to a file and, where the target has them, files beside it. `target` NULL = by the name's extension. An
 * origin goes into PATH.origin.json when the target has no field for it; one an older file of that name left is
 * removed, with a note (convert.origin). Beside a device or pipe nothing is left. */
PDK_API pdk_status pdk_convert_file(const pdk_document *document, const char *path, const char *target,
                                    const pdk_convert_options *options, pdk_convert_report *report, pdk_error *error);
/* ------------------------------------------------------------------------------------ surfaces, measured
 * These calls take any surface, of a document or of your own arrays. Nothing in it is trusted: triangles that name
 * points that are not there, and those with a corner that is not finite, are counted and left out of everything else.
 */

typedef struct pdk_surface_options {
    size_t struct_size;           /* PDK_SURFACE_OPTIONS_INIT sets it */
    const char *frame;            /* the surface's, as pdk_surface_info has it: which way is up; NULL = z */
    const pdk_document *document; /* the surface's: read pages of its file are given back on the way; NULL = none */
    uint64_t room;                /* bytes of working room, roughly; 0 = a quarter of the surface's, at least 64 MiB */
    pdk_limits limits;            /* memory: gives up rather than take more; 0 = no limit */
    pdk_allocator allocator;
    size_t threads; /* at most; 0 = all processors. Results do not depend on it, to the last bit */
    pdk_progress progress;
    void *progress_user;
} pdk_surface_options;

#ifdef __cplusplus
#define PDK_SURFACE_OPTIONS_INIT                                                      \
    {                                                                                 \
        sizeof(pdk_surface_options), nullptr, nullptr, 0, {}, {}, 0, nullptr, nullptr \
    }
#else
#define PDK_SURFACE_OPTIONS_INIT                   \
    {                                              \
        .struct_size = sizeof(pdk_surface_options) \
    }
#endif

/* Numbers that nothing stands behind (the bounds of no points) are NaN. */
typedef struct pdk_surface_stats {
    uint64_t points, triangles;
    uint64_t points_not_finite;                  /* left out of bounds and mean */
    uint64_t triangles_out_of_range;             /* name points that are not there */
    uint64_t triangles_not_finite;               /* have a corner that is not finite */
    double minimum[3], maximum[3], mean[3];      /* of the points */
    double area;                                 /* of all triangles, m2 */
    double area_projected;                       /*   seen from above; where they lie over each other, all count */
    double triangle_area_min, triangle_area_max; /* of those that have an area */
    double normal[3];                            /* the mean, weighted by area, of unit length */
    double slope_min, slope_max;                 /* against the horizontal, degrees, 0 to 90 */
    struct {
        uint64_t total, shared, boundary, non_manifold; /* total is the sum of: of two triangles, of one, of more */
        uint64_t inconsistent; /* shared, but both triangles run along it the same way: one of them is turned over */
    } edges;                   /* of triangles with three different corners */
    double edge_length_min, edge_length_mean, edge_length_max;
    uint64_t boundary_loops; /* closed runs of boundary edges; those that touch in a point count as one */
    double boundary_length;
    uint64_t components;          /* parts that share no point */
    uint64_t degenerate;          /* triangles without area */
    uint64_t flipped;             /* triangles that face down */
    uint64_t duplicate_points;    /* at the place of an earlier one */
    uint64_t duplicate_triangles; /* of the corners of an earlier one, facing the same way */
    uint64_t unused_points;       /* in no triangle */
    int64_t euler; /* points - edges + triangles, of those that make up the surface; 1 for a sheet without holes */
} pdk_surface_stats;

/* Measures a surface. The working room is that of the options, 4.5 bytes a point and some more for each piece of the
 * surface; only files in which most triangles share a few points need up to 24 bytes a triangle. Fails with
 * PDK_E_ARGUMENT, PDK_E_LIMIT (also beyond 2^32 points or triangles), PDK_E_MEMORY or PDK_E_CANCELLED. options may be
 * NULL. */
PDK_API pdk_status pdk_surface_measure(const pdk_surface *surface, const pdk_surface_options *options,
                                       pdk_surface_stats *stats, pdk_error *error);

/* Reports what keeps a surface from being one sheet that can be driven on, with places ("triangle[12]", "edge[3-17]",
 * "point[5]", and the byte where it stands, when the arrays are the document's own): of each kind the first ten, then
 * how many more there are. pdk_check is about the file, this about its shape. Severities: errors are what cannot be
 * measured; warnings non-manifold and inconsistent edges, triangles that face down, have no area or are there twice,
 * and points on an edge that is not split there; notes the points that are there twice or in no triangle. *total (may
 * be NULL) gets the number of findings, *stats (may be NULL) what pdk_surface_measure gives. Room as there, and 40
 * bytes for each boundary edge. */
PDK_API pdk_status pdk_surface_check(const pdk_surface *surface, const pdk_surface_options *options,
                                     pdk_finding_handler handler, void *user, uint64_t *total, pdk_surface_stats *stats,
                                     pdk_error *error);

/* Area-weighted smooth normals: three floats of unit length for each point. Points that no triangle gives one look up.
 */
PDK_API pdk_status pdk_surface_normals(const pdk_surface *surface, const pdk_surface_options *options, float *normals,
                                       pdk_error *error);

/* ------------------------------------------------------------------------------------ surfaces, changed
 * A document with surfaces in, a new document with one surface out, to be converted, measured, changed again, and
 * closed. It stands on its own: the first may be closed before it. Of several surfaces the whole is taken. Points keep
 * their order and their bits, and normals and texture coordinates if all have them; blocks of points stay blocks.
 * Triangles that name points that are not there or are not finite are left out, and counted. The options' document and
 * frame need not be given; options and report may be NULL. They hold the new surface in memory, and 4 bytes a point
 * beside. */

typedef struct pdk_surface_report {
    uint64_t points, triangles;                 /* of the result */
    uint64_t points_outside, triangles_outside; /* left out because they were not asked for */
    uint64_t points_unused;                     /* left out because no triangle is left that needs them */
    uint64_t triangles_unsound;                 /* left out: no shape */
    uint64_t points_joined;                     /* welded to another */
    uint64_t triangles_collapsed;               /* left out: welding or simplifying left them no area */
    double deviation_max, deviation_rms; /* of simplifying, metres: of the original's points from the new surface */
} pdk_surface_report;

/* The surface again, with smooth normals. */
PDK_API pdk_status pdk_surface_smooth(const pdk_document *document, const pdk_surface_options *options,
                                      pdk_document **made, pdk_surface_report *report, pdk_error *error);

/* The triangles whose middle is in the box, whole: x from box[0] to before box[2], y from box[1] to before box[3] (x
 * and z where y is up), so that boxes side by side share no triangle and miss none. Points in no triangle come along
 * when they are inside. */
PDK_API pdk_status pdk_surface_crop(const pdk_document *document, const pdk_surface_options *options,
                                    const double box[4], pdk_document **made, pdk_surface_report *report,
                                    pdk_error *error);

/* Square tiles of `size` metres: tile x, y has what pdk_surface_crop gives for (x * size, y * size, (x + 1) * size, (y
 * + 1) * size). Each that has anything in it is given to the handler, by rows; it is closed afterwards. False from the
 * handler stops with PDK_E_CANCELLED. The report is of all tiles: points on seams count in each of their tiles. */
typedef bool (*pdk_tile_handler)(void *user, int64_t x, int64_t y, const pdk_document *tile);
PDK_API pdk_status pdk_surface_tile(const pdk_document *document, const pdk_surface_options *options, double size,
                                    pdk_tile_handler handler, void *user, pdk_surface_report *report, pdk_error *error);

/* One surface of a document by itself, for what otherwise takes all of a document as one. It uses the document's
 * arrays: close that one last. */
PDK_API pdk_status pdk_surface_alone(const pdk_document *document, size_t which, const pdk_surface_options *options,
                                     pdk_document **made, pdk_error *error);

/* Several surfaces as one, in the axes of the first, each a block where it has none. `weld` >= 0 joins points that are
 * no further apart, in metres (0: at the same place), to the first of them; a negative one leaves all as they are. */
PDK_API pdk_status pdk_surface_merge(const pdk_document *const *documents, size_t count,
                                     const pdk_surface_options *options, double weld, pdk_document **made,
                                     pdk_surface_report *report, pdk_error *error);

typedef struct pdk_simplify_options {
    size_t struct_size; /* PDK_SIMPLIFY_OPTIONS_INIT sets it */
    double error;       /* metres: no point of the original that a sound triangle has is further from the new surface */
    double ratio;       /* stop at about this share of the triangles; 0 = as few as the error allows */
    bool lock_border;   /* the edges of the surface stay as they are */
} pdk_simplify_options;

#ifdef __cplusplus
#define PDK_SIMPLIFY_OPTIONS_INIT                 \
    {                                             \
        sizeof(pdk_simplify_options), 0, 0, false \
    }
#else
#define PDK_SIMPLIFY_OPTIONS_INIT                   \
    {                                               \
        .struct_size = sizeof(pdk_simplify_options) \
    }
#endif

/* Fewer triangles over some of the same points, by meshoptimizer, tile by tile on all processors. The error is a
 * promise: every original point is measured against the result, and what went too far is done again with more care.
 * Points in no triangle are left out, and counted. Fails with PDK_E_UNSUPPORTED, "simplify.without", where Paddock was
 * built without meshoptimizer. */
PDK_API pdk_status pdk_surface_simplify(const pdk_document *document, const pdk_surface_options *options,
                                        const pdk_simplify_options *how, pdk_document **made,
                                        pdk_surface_report *report, pdk_error *error);

/* ------------------------------------------------------------------------------------- surfaces, queried
 * What is under a wheel: heights and normals of a surface whose z is up, as those of all readers are. */

/* Finds the triangles above a point. */
typedef struct pdk_height_index pdk_height_index;

/* What an index keeps. Answers are the same. */
typedef enum pdk_height_index_form {
    PDK_INDEX_USUAL = 0, /* fast below 50 million triangles, small from there on */
    PDK_INDEX_FAST,      /* the corners of triangles where queries look for them: 55 to 60 bytes a triangle */
    PDK_INDEX_SMALL /* only their numbers: about 18 bytes a triangle, 13 from 50 million on. Sooner built; points far
                     * apart take some three times as long */
} pdk_height_index_form;

typedef struct pdk_height_index_options {
    size_t struct_size; /* PDK_HEIGHT_INDEX_OPTIONS_INIT sets it */
    pdk_height_index_form form;
    size_t threads;    /* to build it with; 0 = all processors */
    pdk_limits limits; /* memory */
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
} pdk_height_index_options;

#ifdef __cplusplus
#define PDK_HEIGHT_INDEX_OPTIONS_INIT                                                  \
    {                                                                                  \
        sizeof(pdk_height_index_options), PDK_INDEX_USUAL, 0, {}, {}, nullptr, nullptr \
    }
#else
#define PDK_HEIGHT_INDEX_OPTIONS_INIT                   \
    {                                                   \
        .struct_size = sizeof(pdk_height_index_options) \
    }
#endif

typedef struct pdk_height_index_info {
    uint64_t triangles;            /* that can be met */
    uint64_t upright;              /* left out: they have no area seen from above */
    uint64_t not_finite;           /* left out: a corner is not a number */
    uint64_t out_of_range;         /* left out: they name vertices that are not there */
    double minimum[3], maximum[3]; /* of those that can be met; minimum > maximum when there are none */
    uint64_t bytes;                /* of memory, beside the surface's own */
} pdk_height_index_info;

/* Builds an index over a surface, whose arrays must stay as they are until pdk_height_index_close. options may be NULL.
 * Takes the memory its form says, and more, within bounds, where large triangles lie over many small ones.
 * Fails with PDK_E_MEMORY, PDK_E_LIMIT or PDK_E_CANCELLED. */
PDK_API pdk_status pdk_height_index_create(const pdk_surface *surface, const pdk_height_index_options *options,
                                           pdk_height_index **index, pdk_error *error);
/* The same where it is known what will be asked: one look at each triangle, and an index of those alone that come near.
 * `points` has x and y of each, `stride` numbers apart (2 for a path, 3 for pdk_surface_query_many). At these points,
 * and with `along` wherever pdk_surface_profile asks on the straight ways from each to the next, answers are those of
 * the whole index; elsewhere surface may be missed. Where most of the surface is near, all of it is indexed.
 * pdk_height_index_about tells of the whole. */
PDK_API pdk_status pdk_height_index_create_near(const pdk_surface *surface, const double *points, size_t count,
                                                size_t stride, bool along, const pdk_height_index_options *options,
                                                pdk_height_index **index, pdk_error *error);
PDK_API const pdk_height_index_info *pdk_height_index_about(const pdk_height_index *index);
PDK_API void pdk_height_index_close(pdk_height_index *index);

/* Where the last query was: makes the next one near it faster, and never changes an answer. The caller's, one for each
 * thread or wheel; begin with PDK_SURFACE_HINT_INIT. Fields are private. */
typedef struct pdk_surface_hint {
    const pdk_height_index *index;
    const uint32_t *first, *last;
    double low[2], high[2];
} pdk_surface_hint;

#ifdef __cplusplus
#define PDK_SURFACE_HINT_INIT \
    {                         \
    }
#else
#define PDK_SURFACE_HINT_INIT \
    {                         \
        .index = NULL         \
    }
#endif

typedef struct pdk_surface_hit {
    double z;
    double normal[3]; /* of unit length; downwards for a triangle that is clockwise seen from above */
    uint64_t triangle;
} pdk_surface_hit;

/* Every layer of the surface at x, y, the highest first: fills up to `room` hits and returns how many there are in all.
 * On an edge or corner that triangles share they count as one hit. No hit where there is no surface, or x or y is NaN.
 * Allocates nothing, takes no lock, any thread at any time; hint may be NULL. */
PDK_API size_t pdk_surface_query(const pdk_height_index *index, double x, double y, pdk_surface_hint *hint,
                                 pdk_surface_hit *hits, size_t room);
/* The layer nearest to z. False when there is none. */
PDK_API bool pdk_surface_query_near(const pdk_height_index *index, double x, double y, double z, pdk_surface_hint *hint,
                                    pdk_surface_hit *hit);

/* Many points at once, in any order: x, y and the height whose nearest layer is wanted, NaN = the highest. The waits
 * for memory pass together, so that points far apart cost a part of what they do one by one. hits[i].triangle is
 * PDK_NO_TRIANGLE where there is no surface. Returns how many were met. */
#define PDK_NO_TRIANGLE UINT64_MAX
PDK_API size_t pdk_surface_query_many(const pdk_height_index *index, const double (*points)[3], size_t count,
                                      pdk_surface_hit *hits);

/* ---------------------------------------------------------------------------------------- surfaces, measured */

/* Heights along a path. */
typedef struct pdk_profile_point {
    double distance; /* m along the path */
    double x, y, z;  /* z and the normal are NaN where there is no surface */
    double normal[3];
} pdk_profile_point;

/* Follows a path of `corners` points, a sample every `step` metres from its beginning on. Of several layers the one
 * nearest to `near` is taken at the beginning (NaN = the highest), then the one nearest to the sample before. *made is
 * how many samples there are; with `room` 0 nothing else is done. PDK_E_ARGUMENT when the room is too small, the step
 * is not above 0, or a corner is not finite; "profile.long" beyond 2^40 samples. */
PDK_API pdk_status pdk_surface_profile(const pdk_height_index *index, const double (*path)[2], size_t corners,
                                       double step, double near, pdk_profile_point *points, size_t room, size_t *made,
                                       pdk_error *error);

/* How rough a road is, from heights at even steps. */
typedef struct pdk_roughness {
    double iri;      /* International Roughness Index, m/km: a quarter of a car at 80 km/h */
    double density;  /* of displacement at 0.1 cycles/m, m^3, with the exponent -2 (ISO 8608) */
    double exponent; /* the one that fits best, usually near -2 */
    double rms;      /* of the heights about their trend, m */
    char road_class; /* ISO 8608: 'A', the smoothest, to 'H'; 0 where the profile is too short to say */
} pdk_roughness;

/* `count` heights, `step` metres apart. Fails with PDK_E_ARGUMENT: "roughness.gap" where a height is not finite,
 * "roughness.short" below 11 m, "roughness.step" above 0.3 m. */
PDK_API pdk_status pdk_roughness_of(const double *heights, size_t count, double step, pdk_roughness *roughness,
                                    pdk_error *error);
/* One-sided power spectral density of displacement by Welch's method (Hann windows of `window` samples, a power of two,
 * half over each other, each less its trend): densities[i] in m^3 at i / (window * step) cycles/m, for i up to window
 * / 2. */
PDK_API pdk_status pdk_spectrum_of(const double *heights, size_t count, double step, size_t window, double *densities,
                                   pdk_error *error);

/* Heights in rows and columns, seen from above: north (greatest y) up, east (greatest x) right. */
typedef struct pdk_raster pdk_raster;

typedef enum pdk_raster_of {
    PDK_RASTER_HEIGHT = 0,
    PDK_RASTER_SLOPE,
    PDK_RASTER_HILLSHADE,
    PDK_RASTER_DIFFERENCE
} pdk_raster_of;

typedef struct pdk_raster_info {
    pdk_raster_of of;
    uint32_t width, height;  /* pixels */
    double size;             /* m a pixel */
    double west, north;      /* the outer corner of the first pixel: least x, greatest y */
    const float *values;     /* rows from the north; NaN = no surface. m; slope in degrees; light 0 to 255 */
    double minimum, maximum; /* of the values; minimum > maximum when there are none */
    uint64_t covered;        /* pixels with a value */
} pdk_raster_info;

typedef struct pdk_raster_options {
    size_t struct_size;     /* PDK_RASTER_OPTIONS_INIT sets it */
    double size;            /* m a pixel ... */
    uint32_t width, height; /*   ... or the most pixels there may be */
    const pdk_raster *like; /*   ... or the pixels of another one */
    bool lowest;            /* of several layers, instead of the highest */
    size_t threads;         /* 0 = all processors */
    pdk_limits limits;
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
} pdk_raster_options;

#ifdef __cplusplus
#define PDK_RASTER_OPTIONS_INIT                                                          \
    {                                                                                    \
        sizeof(pdk_raster_options), 0, 0, 0, nullptr, false, 0, {}, {}, nullptr, nullptr \
    }
#else
#define PDK_RASTER_OPTIONS_INIT                   \
    {                                             \
        .struct_size = sizeof(pdk_raster_options) \
    }
#endif

/* Heights at the centres of pixels: exactly those pdk_surface_query gives there, as floats. Memory: 4 bytes a pixel;
 * the surface is passed through once. Fails with PDK_E_ARGUMENT ("raster.size", "raster.empty" for a surface that
 * cannot be seen from above), PDK_E_LIMIT ("raster.large": a side above 1 million pixels), PDK_E_MEMORY or
 * PDK_E_CANCELLED. */
PDK_API pdk_status pdk_raster_create(const pdk_surface *surface, const pdk_raster_options *options, pdk_raster **raster,
                                     pdk_error *error);
/* Slope or hillshade (light from the north-west, 45 degrees up) of heights, in place. */
PDK_API pdk_status pdk_raster_shade(pdk_raster *raster, pdk_raster_of of, size_t threads, pdk_error *error);
/* Heights less those of another raster of the same pixels, in place; no value where either has none. */
PDK_API pdk_status pdk_raster_subtract(pdk_raster *raster, const pdk_raster *other, pdk_error *error);
PDK_API const pdk_raster_info *pdk_raster_about(const pdk_raster *raster);
PDK_API void pdk_raster_close(pdk_raster *raster);

typedef enum pdk_raster_format {
    PDK_RASTER_PNG =
        0,          /* heights and slopes: 16-bit grey, 0 = none, others value = offset + scale * (grey - 1), which the
                       sidecar tells; light: grey, differences: blue (below) to red (above), both transparent where none */
    PDK_RASTER_ASC, /* ESRI ASCII grid, none = -9999 */
    PDK_RASTER_TIFF /* GeoTIFF of floats, none = NaN */
} pdk_raster_format;

/* `origin` (x, y, z) is added to the coordinates that are written; NULL = none. A PNG fails with PDK_E_UNSUPPORTED
 * ("png.absent") where Paddock was built without libpng. */
PDK_API pdk_status pdk_raster_write(const pdk_raster *raster, pdk_raster_format format, const double origin[3],
                                    pdk_output *output, pdk_error *error);
/* What a PNG cannot say of itself, as JSON. */
PDK_API pdk_status pdk_raster_write_sidecar(const pdk_raster *raster, const double origin[3], pdk_output *output,
                                            pdk_error *error);

/* One surface against another. */
typedef struct pdk_comparison pdk_comparison;

enum { PDK_COMPARISON_PERCENTILES = 9, PDK_COMPARISON_BINS = 41 };

typedef struct pdk_comparison_info {
    uint64_t count;                                /* vertices of the one */
    uint64_t not_finite;                           /*   of which this many are no numbers */
    uint64_t covered;                              /*   and this many lie above or below the other surface */
    double mean, rms, deviation, minimum, maximum; /* of the vertical distance, m; NaN when nothing is covered */
    double mean_absolute;
    double normal_rms, normal_minimum, normal_maximum; /* of the distance along the other's normal, m */
    double percentiles[PDK_COMPARISON_PERCENTILES];    /* 1, 5, 10, 25, 50, 75, 90, 95, 99: exact order statistics */
    double bin_width;                                  /* of the histogram, whose middle bin is centred on 0 */
    uint64_t bins[PDK_COMPARISON_BINS], below, above;
    const float *vertical; /* m for each vertex, NaN = not covered */
    const float *normal;
} pdk_comparison_info;

typedef struct pdk_comparison_options {
    size_t struct_size; /* PDK_COMPARISON_OPTIONS_INIT sets it */
    double bin_width;   /* m; 0 = so that 98 in 100 fit */
    size_t threads;
    pdk_limits limits;
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
} pdk_comparison_options;

#ifdef __cplusplus
#define PDK_COMPARISON_OPTIONS_INIT                                    \
    {                                                                  \
        sizeof(pdk_comparison_options), 0, 0, {}, {}, nullptr, nullptr \
    }
#else
#define PDK_COMPARISON_OPTIONS_INIT                   \
    {                                                 \
        .struct_size = sizeof(pdk_comparison_options) \
    }
#endif

/* The distance of a surface's vertices from another surface: of its layers the nearest; positive = the vertex is above.
 * The distance along the normal is that from the plane of the triangle below or above. Memory: 12 bytes a vertex.
 * Results do not depend on the number of threads. */
PDK_API pdk_status pdk_surface_compare(const pdk_surface *surface, const pdk_height_index *other,
                                       const pdk_comparison_options *options, pdk_comparison **comparison,
                                       pdk_error *error);
PDK_API const pdk_comparison_info *pdk_comparison_about(const pdk_comparison *comparison);
PDK_API void pdk_comparison_close(pdk_comparison *comparison);

/* ------------------------------------------------------------------------------------- generated files */

typedef struct pdk_synth_options {
    size_t struct_size;  /* PDK_SYNTH_OPTIONS_INIT sets it */
    uint64_t seed;       /* the same seed and options give the same bytes */
    const char *dialect; /* vcr: "r1", "r2", "l"; rply: "1.1", "2.1"; tri: "open", "closed"; NULL = the usual one */
    double seconds;      /* of driving; 0 = a short default */
    uint32_t cars;       /* 0 = a default */
    uint64_t points;     /* surfaces: how many; 0 = a default */
    uint64_t size;       /* instead of seconds or points: about this many bytes; 0 = no wish */
    bool gzip;           /* vcr: packed as the game can */
    pdk_progress progress;
    void *progress_user;
} pdk_synth_options;

#ifdef __cplusplus
#define PDK_SYNTH_OPTIONS_INIT                                                     \
    {                                                                              \
        sizeof(pdk_synth_options), 1, nullptr, 0, 0, 0, 0, false, nullptr, nullptr \
    }
#else
#define PDK_SYNTH_OPTIONS_INIT                              \
    {                                                       \
        .struct_size = sizeof(pdk_synth_options), .seed = 1 \
    }
#endif

/* Writes a file of the format that is honest in every byte: what it holds follows from a simulated drive or scan. */
PDK_API pdk_status pdk_synth(const char *format, const pdk_synth_options *options, pdk_output *output,
                             pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
