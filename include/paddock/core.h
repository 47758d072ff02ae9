/* What every part of Paddock shares: status and errors, values, memory, limits, progress.
 *
 *     pdk_error error;
 *     pdk_status status = pdk_open_file(path, NULL, &document, &error);
 *     if (status != PDK_OK) fprintf(stderr, "%s: %s (%s)\n", path, error.message, error.code);
 */
#ifndef PADDOCK_CORE_H
#define PADDOCK_CORE_H

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

/* How every options struct begins: `pdk_open_options options = PDK_OPEN_OPTIONS_INIT;`, then set the members you want.
 *
 * Zero is the default of every member, and NULL options are those defaults. `struct_size` says which edition of the
 * struct the program was compiled with. A smaller one is fine: the members it lacks have their defaults. A larger one,
 * of a newer header, is fine while the members this library does not know are zero; otherwise the call fails with
 * PDK_E_ARGUMENT, "argument.options". So a program and the library can be updated independently. */
#ifdef __cplusplus
template <class T> constexpr T pdk_options_init()
{
    T options = {};
    options.struct_size = sizeof(T);
    return options;
}
#define PDK_OPTIONS_INIT(type) pdk_options_init<type>()
#define PDK_ZERO_INIT \
    {                 \
    }
#else
#define PDK_ZERO_INIT \
    {                 \
        0             \
    }
#define PDK_OPTIONS_INIT(type)      \
    {                               \
        .struct_size = sizeof(type) \
    }
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define PDK_VERSION_MAJOR 0
#define PDK_VERSION_MINOR 2
#define PDK_VERSION_PATCH 0

/* The version of the library that is running, e.g. "0.2.0". */
PDK_API const char *pdk_version(void);

/* ------------------------------------------------------------------------------------------------ errors */

/* Numbers never change; later versions may have more of them. */
typedef enum pdk_status {
    PDK_OK = 0,
    PDK_E_ARGUMENT = -1,        /* a wrong argument: NULL, an index out of range, an unknown name */
    PDK_E_MEMORY = -2,          /* the allocator gave no memory */
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
    uint64_t offset;   /* the byte in the (unpacked) file; PDK_NO_OFFSET if none applies */
    char code[48];     /* stable, for programs: "rld.tris.tag" */
    char where[80];    /* the location by layout names: "raf.block[17].gear"; may be empty */
    char message[256]; /* one sentence to show, without the file's name */
} pdk_error;

/* ------------------------------------------------------------------------------------------------ values */

/* The type of a column or property. Each maps onto the Arrow type of the same name. */
typedef enum pdk_type {
    PDK_TYPE_NONE = 0,
    PDK_BOOL = 1, /* one byte, 0 or 1 */
    PDK_INT8 = 2,
    PDK_UINT8 = 3,
    PDK_INT16 = 4,
    PDK_UINT16 = 5,
    PDK_INT32 = 6,
    PDK_UINT32 = 7,
    PDK_INT64 = 8,
    PDK_UINT64 = 9,
    PDK_FLOAT32 = 10,
    PDK_FLOAT64 = 11,
    PDK_TEXT = 12, /* pdk_text, UTF-8 */
    PDK_BYTES = 13 /* pdk_bytes, as stored in the file */
} pdk_type;

/* "int8", "float64", "text" ... */
PDK_API const char *pdk_type_name(pdk_type type);
/* Bytes one value takes in an array: 1, 2, 4, 8, or sizeof(pdk_text). 0 for PDK_TYPE_NONE. */
PDK_API size_t pdk_type_size(pdk_type type);

/* UTF-8, not NUL-terminated; owned by the document. `data` is NULL if the text is missing; an
 * empty text has a pointer. */
typedef struct pdk_text {
    const char *data;
    size_t size;
} pdk_text;

/* A text that ends with a NUL, as a pdk_text; NULL is a missing one. */
PDK_API pdk_text pdk_text_of(const char *text);

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
    PDK_UNKNOWN = 0,  /* the bytes are preserved; their meaning is unknown */
    PDK_GUESSED = 1,  /* inferred, or from one doubtful source */
    PDK_LIKELY = 2,   /* published, or several independent readers agree; not checked on a real file */
    PDK_CONFIRMED = 3 /* checked on real files */
} pdk_certainty;

/* "unknown", "guessed", "likely", "confirmed" */
PDK_API const char *pdk_certainty_name(pdk_certainty certainty);

/* ------------------------------------------------------------------------------------------------ frames */

/* What x, y and z mean in a file. All are in metres; all but PDK_FRAME_GMOTOR are known to be right-handed. Numbers may
 * be added at the end. */
typedef enum pdk_frame {
    PDK_FRAME_NONE = 0,   /* not coordinates */
    PDK_FRAME_ROAD = 1,   /* x forward, y left, z up (ISO 8855): RLD, OpenCRG */
    PDK_FRAME_TRACK = 2,  /* x right, y forward, z up: TRI, FAM, cars of Live for Speed */
    PDK_FRAME_Z_UP = 3,   /* z up, x and y are not specified: PLY, STL, LAS, XYZ, the world of Live for Speed */
    PDK_FRAME_Y_UP = 4,   /* x left, y up, z forward: glTF, OBJ, Racer's world */
    PDK_FRAME_GMOTOR = 5, /* y up, x and z in the ground plane, which way round is not proven: rFactor, rFactor 2 */
    PDK_FRAME_ENU = 6     /* x east, y north, z up, from a place on Earth that properties name: data loggers, GPX */
} pdk_frame;

/* "x forward, y left, z up; m"; "" for PDK_FRAME_NONE. Never NULL. */
PDK_API const char *pdk_frame_text(pdk_frame frame);

/* --------------------------------------------------------------------------------------------- what is missing */

/* How structs and arrays say that there is no value:
 *
 *   has_NAME  A value in a struct that may be missing has a bool of its name with `has_`: `lap->has_position`. Where it
 *             is false, the value means nothing. Values that are missing together share one. Options have the same:
 *             a value counts where its `has_` is set.
 *   NULL      A pointer, strings included, that may be missing is NULL.
 *   PDK_NO_*  A column, a triangle or an offset that is not there has the number of that name: PDK_NO_COLUMN ...
 *   NaN       In arrays of doubles that calls fill (pdk_table_read_f64, pdk_motion_read ...). pdk_table_read gives a
 *             validity bitmap instead.
 *   PDK_MAYBE What is yes, no, or not known. */
enum { PDK_MAYBE_NO = 0, PDK_MAYBE_YES = 1, PDK_MAYBE_UNKNOWN = 2 };

/* ------------------------------------------------------------------------------------------- callbacks */

/* What your functions may call while the library calls them: progress, handlers of findings and tiles, filters,
 * sources, and the functions that outputs write to. Each call works, or it is refused: it fails with PDK_E_ARGUMENT and
 * one of the codes below, and the outer call continues as if it had not been made.
 *
 *  Works     Opening, reading tables and surfaces, checking, converting, writing into other outputs; also for the same
 *            document. Answers of other documents.
 *  Refused   "callback.reentered": answers, tracks, plots and descriptions (pdk_describe) of a document whose answers
 *            this thread is already computing in an outer call; writing into, or finishing, an output that an outer
 *            call is writing; changing an edit that is being written.
 *            "callback.busy": answers that another thread is computing, requested while this thread computes others in
 *            an outer call. Ask again when the callback has returned.
 *  Closing   pdk_close, pdk_output_close, pdk_edit_close, pdk_plot_close, pdk_raster_close and pdk_height_index_close
 *            of an object that an outer call is using count at once, and take effect when that call ends. If that call
 *            would return a part of a document closed this way, it is refused: "callback.closed". Surfaces given as
 *            arrays (pdk_surface) stay valid as long as their document: name it in the options, or keep it open.
 *  Threads   They run on the thread that called the library, one at a time. Two kinds can be called from several
 *            threads at once: filters of rows (pdk_row_filter) and the functions of an allocator.
 *  Progress A document's own progress (pdk_open_options) is not called for work that this progress requested itself.
 *
 * Functions of an allocator may read tables and look at documents, and check them. Everything that would create an
 * object is refused there ("callback.reentered"), and closing calls do nothing: the object stays open. */

/* ------------------------------------------------------------------------- memory, limits, progress */

/* The caller's allocator. Set all three functions or none (libc's are used then); they must be thread-safe and get
 * `user`. What they may call: see "callbacks" above.
 *
 * Documents, edits, packing and building use it. Libc's malloc is used if a call has no options (outputs, guards,
 * pdk_unpack, pdk_refpack_encode, pdk_write_records, pdk_synth), by libdeflate (some MB while gzip is read or written)
 * and by qsort. When memory runs out, of either, the call fails with PDK_E_MEMORY. */
typedef struct pdk_allocator {
    void *(*allocate)(void *user, size_t size);
    void *(*reallocate)(void *user, void *pointer, size_t old_size, size_t new_size);
    void (*release)(void *user, void *pointer, size_t size);
    void *user;
} pdk_allocator;

/* Zero means the default, which is in brackets.
 *
 * `memory` limits what one heap holds at one time, not the total of the process. These have their own heap: a document;
 * its answers; a motion; and the work of a call that has these options (a conversion, a comparison, a plot, a page, an
 * edit, a pack), one for each part that it works on at the same time. With limits.memory of N for a document and for a
 * call, both together take up to 4 N, and a page takes N more for each processor in use. Not counted: what libc's
 * malloc gives to calls without options (see pdk_allocator), the mapped file, outputs to memory, and some megabytes for
 * a table that is written. */
typedef struct pdk_limits {
    uint64_t memory;   /* bytes a heap may hold at one time [16 GiB] */
    uint32_t depth;    /* nesting of containers [8] */
    uint32_t findings; /* findings reported by one check; further ones are only counted [1000] */
    /* Rows of one table [4294967296]; containers and images of one file, each of which takes memory [65536]. */
    uint64_t records;
} pdk_limits;

/* Called regularly during long work; `total` is 0 while it is unknown. Return false to cancel. What it may call:
 * see "callbacks" above. */
typedef bool (*pdk_progress)(void *user, uint64_t done, uint64_t total);

/* A number as text that reads back to the same value with the fewest digits; returns its length.
 * `type` PDK_FLOAT32 asks for the fewest digits that give the same float. */
enum { PDK_NUMBER_SIZE = 32 };
PDK_API size_t pdk_format_number(char text[PDK_NUMBER_SIZE], double value, pdk_type type);

/* Seconds as they are shown everywhere: in tables of the command, plots and pages. `decimals` is 0 to 3; the result is
 * the length, 0 with an empty text for NaN and for times beyond 1e12 s.
 *
 *     pdk_format_time(text, 83.5, 3);     // "1:23.500": lap times and moments; 5 is "0:05.000", 3723.25 "1:02:03.250"
 *     pdk_format_duration(text, 5, 3);    // "5.000": sectors; from a minute on as pdk_format_time
 *     pdk_format_gap(text, 16.667, 3);    // "+16.667": the same with a sign always; 62.5 is "+1:02.500" */
enum { PDK_TIME_SIZE = 32 };
PDK_API size_t pdk_format_time(char text[PDK_TIME_SIZE], double seconds, int decimals);
PDK_API size_t pdk_format_duration(char text[PDK_TIME_SIZE], double seconds, int decimals);
PDK_API size_t pdk_format_gap(char text[PDK_TIME_SIZE], double seconds, int decimals);

/* Numbers, speeds and distances as they are shown everywhere, with as many decimals as asked for: 0 to 3. A half is
 * rounded away from 0, and what is rounded to 0 has no sign. The result is the length, as above.
 *
 *     pdk_format_fixed(text, -0.04, 1);       // "0.0": a number whose unit is elsewhere
 *     pdk_format_speed(text, 12.3, 0);        // "44 km/h", from m/s
 *     pdk_format_distance(text, 312.44, 1);   // "312.4 m" */
PDK_API size_t pdk_format_fixed(char text[PDK_TIME_SIZE], double value, int decimals);
PDK_API size_t pdk_format_speed(char text[PDK_TIME_SIZE], double metres_per_second, int decimals);
PDK_API size_t pdk_format_distance(char text[PDK_TIME_SIZE], double metres, int decimals);

#ifdef __cplusplus
}
#endif
#endif
