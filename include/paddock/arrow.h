/* Tables as Arrow: for DuckDB, Python, R, Julia and everything else that supports the Arrow C data interface.
 *
 *     struct ArrowArrayStream stream;
 *     if (pdk_table_arrow_stream(pdk_document_table_at(document, 0), NULL, &stream, &error) != PDK_OK) { ... }
 *     struct ArrowArray batch;
 *     while (stream.get_next(&stream, &batch) == 0 && batch.release != NULL) {
 *         ... batch.children[0]->buffers[1] ...
 *         batch.release(&batch);
 *     }
 *     stream.release(&stream);
 * The three structs are Arrow's own, as in its specification; if another header has already defined them, this one does
 * not define them again. */
#ifndef PADDOCK_ARROW_H
#define PADDOCK_ARROW_H

#include "table.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

#endif

typedef struct pdk_arrow_options {
    size_t struct_size;    /* PDK_ARROW_OPTIONS_INIT sets it */
    const size_t *columns; /* column numbers in the order wanted; NULL = all but the hidden ones */
    size_t column_count;
    uint64_t first;    /* the first row wanted */
    bool has_count;    /* `count` is used; false = to the end */
    bool hidden;       /* with columns NULL: the hidden ones too */
    bool dictionaries; /* texts, and numbers whose values have names, come as a dictionary with int32 numbers into it */
    uint64_t count;    /* how many rows, if there are as many */
    uint64_t batch;    /* rows of a batch, at most; 0 = 65536, fewer if rows are wide */
    pdk_allocator allocator; /* of the stream, its schemas and batches; it must outlive them */
} pdk_arrow_options;

#define PDK_ARROW_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_arrow_options)

/* Starts a stream over the rows of a table: a struct array a batch, whose children are the columns.
 *
 * Types     Each column has its Arrow type: bool, int8 to uint64, float32, float64, utf8, binary. Missing
 *           values are null in the validity bitmap; columns that are not nullable have none. Times are seconds as
 *           float64, as in the table. With options->dictionaries texts are dictionary-encoded, and so are numbers whose
 *           column has labels (flags excepted): a value without a label is its number as text. Each batch has its own
 *           dictionary, so the schema depends only on the table, never on its rows.
 * Metadata  Of each column: unit, meaning, certainty, role, frame, labels (a JSON object), flags ("true"), if it has
 *           them. Of the schema: path, format, dialect, table, meaning, sorted_by.
 * Copies    Columns that are arrays of numbers in memory (most computed ones: dynamics, comparisons of laps; splits of
 *           a lap) are handed out as they are. Fields of records are strided in the file, which Arrow cannot describe:
 *           they are copied, once. Bools become bits, texts are joined. pdk_table_column_array says which is which.
 * Lifetime  The stream holds the document, and so does each batch: both are valid after pdk_close. Schemas hold
 *           nothing. Stream, schemas, batches, and children moved out of a batch are released in any order, on any
 *           thread.
 * Threads   A stream belongs to one thread at a time. Any number of streams may read one table at once; give each a
 *           range of rows (`first`, `count`).
 * Errors    get_next and get_schema return an errno code (ENOMEM, EIO, EINVAL ...), and get_last_error the message,
 *           valid until the next call of the stream. If another program changed the file meanwhile, the stream ends
 *           with EIO.
 *
 * Fails with PDK_E_ARGUMENT (no such column or row) and PDK_E_MEMORY; stream->release is then NULL. */
PDK_API pdk_status pdk_table_arrow_stream(const pdk_table *table, const pdk_arrow_options *options,
                                          struct ArrowArrayStream *stream, pdk_error *error);

/* The values of a column of numbers if they are one array of its type in memory, one per row, valid as long as the
 * document lives; in a nullable column every NaN is a missing value. NULL if they are not (fields of records), and for
 * bools, texts and bytes. */
PDK_API const void *pdk_table_column_array(const pdk_table *table, size_t column);

#ifdef __cplusplus
}
#endif
#endif
