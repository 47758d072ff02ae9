/* Paddock's documents as tables of DuckDB:
 *
 *     FROM 'race.vcr'                       the file's main table
 *     FROM paddock('race.vcr', 'laps')      any table, computed ones too
 *     FROM paddock('lap?.raf', 'laps')      of many files, with a column `file`; '*', '[a-c]' and '**', too
 *     FROM paddock_files('season')           what is there and what is wrong with it
 *     FROM paddock_tables('race.vcr'), paddock_columns, paddock_properties, paddock_findings
 *     FROM paddock_points('road.rld'), paddock_triangles
 *
 * The same source makes the verb `paddock sql` and the extension that any DuckDB loads. It uses the library's public
 * header, the platform, and DuckDB. */
#ifndef PADDOCK_SQL_SQL_FUNCTIONS_H
#define PADDOCK_SQL_SQL_FUNCTIONS_H

#include "paddock/paddock.h"
#include "platform/threads.h"
#include "sql/duckdb_api.h"

enum { SQL_KEPT_DOCUMENTS = 512, SQL_KEPT_USUALLY = 4, SQL_PATH = 4096 };
static const double SQL_PATIENCE = 30; /* seconds */

/* A file that was opened recently: the next query of the same file need not read it again. */
typedef struct sql_kept {
    char *path;
    pdk_document *document;
    uint64_t used;
} sql_kept;

/* What all functions of one database share. */
typedef struct sql_context {
    size_t keeps; /* documents that were opened last, at most SQL_KEPT_DOCUMENTS; SQL_KEPT_USUALLY at first */
    /* Whose corners a file gets, where that does not depend on which files are queried together: NULL = its own.
     * Without this function the files of a call have one numbering. Called on any thread. */
    const pdk_corner_numbering *(*numbering)(void *user, const pdk_document *document);
    void *numbering_user;
    bool skip; /* a file that cannot be read is left out of several; otherwise it ends the query */
    pdk_limits limits;
    /* Gets the type of each column with its unit (NULL = none) while a query is prepared, and may give the type a name
     * (parts/sql/sql_units.c). NULL = nobody asks. */
    void (*mark_type)(void *user, const char *unit, duckdb_logical_type type);
    void *mark_user;
    bool only_types;       /* the query is prepared for its types alone, and never runs */
    pdk_inputs *inputs;    /* gets the files that are opened; NULL = none */
    pdk_guard *guard;      /* of the program, for mapped files; NULL = none */
    bool unmapped;         /* files are read into memory: in a program of others, or where the work outlives a file */
    pdk_progress progress; /* asked on any thread while files are looked for, read and computed; NULL = none */
    void *progress_user;
    double patience; /* seconds that looking for files may take where nothing can interrupt it; 0 = any number */
    /* Says that a file is left out; called on any thread, one at a time. NULL = nobody hears it. */
    void (*note)(void *user, const char *file, const pdk_error *error);
    void *user;
    /* Private from here on, with the lock held. */
    pdk_mutex lock;
    sql_kept kept[SQL_KEPT_DOCUMENTS];
    uint64_t clock;
    bool failed; /* a file ended a query: which, and why */
    char failed_file[SQL_PATH];
    pdk_error error;
} sql_context;

void sql_context_init(sql_context *context);
/* Closes the documents that are kept. */
void sql_context_forget(sql_context *context);
/* The same, after the database. */
void sql_context_end(sql_context *context);

/* Adds the functions and the replacement scan. False when DuckDB refuses. `context` must outlive the database. */
bool sql_register(duckdb_database database, duckdb_connection connection, sql_context *context);

/* Opens a file, or takes the one that is kept, as long as it is unchanged. The caller closes it. */
pdk_status sql_open(sql_context *context, const char *path, pdk_document **document, pdk_error *error);
/* Opens it once more, whatever is kept: its answers then depend on no query before. */
pdk_status sql_open_anew(sql_context *context, const char *path, pdk_document **document, pdk_error *error);
/* Keeps what failed for the caller of the query. */
void sql_remember_failure(sql_context *context, const char *file, const pdk_error *error);
/* Says it to DuckDB, too: "race.vcr: at 0x3E0: message (code)", malloc'd; NULL when out of memory. */
char *sql_failure_text(const char *file, const pdk_error *error);

/* --- sql_scan.c: what every function does, whatever its rows are --- */

enum { SQL_VECTOR = 2048 }; /* most rows of a chunk */

typedef struct sql_column {
    char *name;
    char *unit; /* NULL = none */
    duckdb_type type;
} sql_column;

/* What a call of a function was bound to. */
typedef struct sql_bound sql_bound;
/* The rows of one file. */
typedef struct sql_piece {
    const sql_bound *bound;
    char *path;
    pdk_document *document;
    uint64_t rows;
    void *state;        /* the function's own; malloc'd, freed by its `close` */
    const bool *wanted; /* the columns that the query names, without `file` */
} sql_piece;
/* Where a thread is. */
typedef struct sql_worker sql_worker;

/* A function: how its rows come about. */
typedef struct sql_kind {
    const char *name;
    bool takes_table;                           /* a second parameter: a table's name */
    bool always_file;                           /* has the column `file` for one file, too */
    bool (*needs_document)(const bool *wanted); /* is the file opened for these columns? NULL = always */
    bool takes_failures; /* a file that cannot be opened has rows as well: `open` gets no document */
    /* Adds the columns (without `file`), by the first file that opens. */
    pdk_status (*bind)(sql_bound *bound, const pdk_document *document, pdk_error *error);
    /* Fills piece->rows and ->state; piece->document may be NULL with takes_failures, `failure` is why. */
    pdk_status (*open)(sql_piece *piece, const pdk_error *failure, pdk_error *error);
    void (*close)(sql_piece *piece);
    /* Sets keep[i] to 0 for rows first + i that bound->by_time leaves out; NULL where it is never set. */
    pdk_status (*choose)(const sql_piece *piece, uint64_t first, size_t count, uint8_t *keep, pdk_error *error);
    /* Fills rows first .. first + count - 1 of the columns wanted into vectors. */
    pdk_status (*fill)(sql_worker *worker, const sql_piece *piece, uint64_t first, size_t count, pdk_error *error);
} sql_kind;

struct sql_bound {
    const sql_kind *kind;
    sql_context *context;
    char **files;
    size_t file_count;
    char *table; /* "" = the main one */
    bool skip, hidden, has_file;
    sql_column *columns; /* with `file` first where has_file */
    size_t column_count, column_room;
    uint64_t first, count; /* rows wanted of each file */
    bool by_time;          /* only rows of these times, s, both included; infinite = no bound: */
    double time_from, time_to;
    bool is_numbered;                /* rows have numbers of corners */
    pdk_corner_numbering *numbering; /* of all files of the call; NULL = it has none itself */
};

/* A column that the query wants: its number among the bound ones, and where its values go. */
typedef struct sql_wanted {
    size_t column;
    duckdb_vector vector;
    void *values;    /* of the vector */
    uint64_t *nulls; /* its validity; made when first needed */
} sql_wanted;

struct sql_worker {
    sql_wanted *wanted; /* without `file` */
    size_t wanted_count;
    pdk_column_read *reads;
    size_t *targets;   /* of reads: which wanted column */
    uint8_t *validity; /* SQL_VECTOR / 8 bytes a column */
    char *scratch;     /* SQL_VECTOR values of 16 bytes a column */
};

/* False when out of memory. `unit`: NULL = none. */
bool sql_add_column(sql_bound *bound, const char *name, const char *unit, duckdb_type type);
/* Row `row` of this column has no value. */
void sql_set_null(sql_wanted *wanted, size_t row);
void sql_set_text(const sql_wanted *wanted, size_t row, const char *text, size_t size);
bool sql_register_kind(duckdb_connection connection, sql_context *context, const sql_kind *kind);

extern const sql_kind sql_kind_table;     /* sql_table.c */
extern const sql_kind sql_kind_points;    /* sql_surface.c */
extern const sql_kind sql_kind_triangles; /* sql_surface.c */
extern const sql_kind sql_kind_files;     /* sql_lists.c, as those below */
extern const sql_kind sql_kind_tables;
extern const sql_kind sql_kind_columns;
extern const sql_kind sql_kind_properties;
extern const sql_kind sql_kind_findings;

/* --- sql_glob.c --- */

bool sql_is_pattern(const char *text);

/* --- sql_walk.c --- */

/* When work that looks at many files ends early. */
typedef struct sql_watch {
    pdk_progress progress; /* NULL = nobody asks to stop */
    void *user;
    double end; /* by pdk_clock_seconds; 0 = none */
} sql_watch;
bool sql_watch_goes_on(const sql_watch *watch);
/* Why it does not. */
void sql_watch_say(const sql_watch *watch, char *reason, size_t size);
/* The caller stopped, or waited too long. */
pdk_status sql_fail_stopped(const sql_watch *watch, pdk_error *error);

typedef struct sql_paths {
    char **paths; /* malloc'd, each too */
    size_t count, room;
} sql_paths;
/* The files that a pattern stands for, in order of their names; a path that is there stands for itself. A folder stands
 * for all files below it where `folders`. If several ways lead to a folder below '**', one is taken. False with a
 * message. */
bool sql_find_files(const char *pattern, bool folders, const sql_watch *watch, sql_paths *paths, char *reason,
                    size_t size);
/* Takes over the path, which is freed where it has no room; NULL is out of memory. */
bool sql_paths_add(sql_paths *paths, char *path);
void sql_paths_free(sql_paths *paths);

/* --- sql_texts.c --- */

/* A value as text, which the caller frees with free(). NULL for NULL and when out of memory; NULL with *cut set for a
 * text with a NUL in it. */
char *sql_value_text(duckdb_value value, bool *cut);

/* --- sql_names.c --- */

/* A path as DuckDB can have it: U+FFFD for each byte that is not UTF-8, so that no file opens by it then. malloc'd;
 * NULL when out of memory. */
char *sql_shown_name(const char *path);

#endif
