/* Files opened as documents: what they are, what they hold, what is wrong with them.
 *
 *     pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
 *     options.partial = true; // open what is intact of a damaged file
 *     pdk_document *document = NULL;
 *     if (pdk_open_file("race.vcr", &options, &document, &error) != PDK_OK) { ... }
 *     printf("%s\n", pdk_document_format(document)->title);
 *     for (size_t i = 0; i < pdk_document_property_count(document); i++)
 *         printf("%s\n", pdk_document_property_at(document, i)->name);
 *     pdk_close(document);
 */
#ifndef PADDOCK_DOCUMENT_H
#define PADDOCK_DOCUMENT_H

#include "database.h"
#include "format.h"
#include "inputs.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_document pdk_document;

/* ---------------------------------------------------------------------------------------------- opening */

/* For programs that want to report it when a file shrinks while they read it.
 *
 * Regular files are mapped. When another program truncates one, reading the missing part raises SIGBUS, which ends the
 * program. The library installs no signal handler. A program that has its own makes a guard, opens documents with it,
 * and asks the guard in the handler:
 *
 *     static pdk_guard *guard;
 *     static void on_bus_error(int number, siginfo_t *info, void *context)
 *     {
 *         if (pdk_guard_owns(guard, info->si_addr)) { ... report it with write(), then _exit(3); }
 *         signal(number, SIG_DFL); // the fault occurs again, and ends the program
 *     }
 *
 * The handler must not return to the call that was interrupted. Bytes in memory are safe: pdk_open_memory. */
typedef struct pdk_guard pdk_guard;

PDK_API pdk_status pdk_guard_create(pdk_guard **guard, pdk_error *error);
/* For signal handlers (SA_SIGINFO): is this address in a document opened with the guard? Any thread, any time. */
PDK_API bool pdk_guard_owns(const pdk_guard *guard, const void *address);
/* Call it after all documents opened with it are closed. NULL is fine. */
PDK_API void pdk_guard_close(pdk_guard *guard);

typedef struct pdk_open_options {
    size_t struct_size; /* sizeof(pdk_open_options); PDK_OPEN_OPTIONS_INIT sets it */
    const char *format; /* the id of the format to read it as; NULL = detect */
    const char *name;   /* a file name for bytes that have none; its extension is weak evidence of the format */
    bool partial;       /* open what is intact of a truncated or damaged file; findings say what is missing */
    pdk_limits limits;
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
    pdk_guard *guard;   /* for files that may shrink while they are read; NULL = none */
    pdk_inputs *inputs; /* gets the file and those that it names, as they are opened; NULL = none */
    /* 1: regular files, and those that they name, are read into the document's memory instead of mapped. Later changes
     * by other programs are not seen; changes during reading give PDK_E_IO, "io.changed". For libraries loaded into
     * other programs: no page of a file can be missing. */
    uint64_t unmapped;
    /* Reads files that are databases (database.h); as long as the document is open. NULL = the part paddock-duckdb. */
    const pdk_database_reader *databases;
    /* glTF. 1: what is in any scene of the file is read; otherwise only what is in the scene to be shown. */
    uint64_t every_scene;
} pdk_open_options;

#define PDK_OPEN_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_open_options)

/* Bytes from callbacks. `read_at` fills `buffer` with up to `size` bytes from `offset`, stores how many in `*got`
 * (fewer only at the end) and returns PDK_OK or a failure. Both are called on the caller's thread, during
 * pdk_open_source only. What they may call: see "callbacks" in core.h. */
typedef struct pdk_source {
    void *user;
    pdk_status (*size)(void *user, uint64_t *size);
    pdk_status (*read_at)(void *user, uint64_t offset, void *buffer, size_t size, size_t *got);
} pdk_source;

/*
 * Opens a file and builds its index. Regular files are mapped (see `unmapped`), pipes are read to their end.
 * options may be NULL. On success *document must be given to pdk_close.
 * Fails with PDK_E_IO (cannot be read), PDK_E_UNKNOWN_FORMAT, PDK_E_UNSUPPORTED, PDK_E_TRUNCATED, PDK_E_CORRUPT,
 * PDK_E_LIMIT or PDK_E_MEMORY.
 * Packed files (gzip, EA's RefPack, Huffman and byte pairs) are unpacked on the way; offsets count in the unpacked
 * bytes.
 */
PDK_API pdk_status pdk_open_file(const char *path, const pdk_open_options *options, pdk_document **document,
                                 pdk_error *error);
/* The same for bytes in memory, which must not change until the document is closed. */
PDK_API pdk_status pdk_open_memory(const void *data, size_t size, const pdk_open_options *options,
                                   pdk_document **document, pdk_error *error);
/* The same for bytes from callbacks. They are all read into the document's memory. */
PDK_API pdk_status pdk_open_source(const pdk_source *source, const pdk_open_options *options, pdk_document **document,
                                   pdk_error *error);
/* Releases a document: it is closed when its last holder releases it. NULL is fine. */
PDK_API void pdk_close(pdk_document *document);
/* One more holder, whose pdk_close is needed too: for an object that outlives the call that received the document. Any
 * thread, as long as the caller holds the document or something that does. Returns the document; NULL for NULL. */
PDK_API pdk_document *pdk_retain(const pdk_document *document);

/* Returns the memory of the file's pages to the system; they are read again when needed. For long passes over files
 * that should not count as the program's memory. Safe at any time. */
PDK_API void pdk_trim(const pdk_document *document);

/* PDK_OK while a mapped file has not changed since it was opened (one read into memory does not change); PDK_E_IO with
 * the code "io.changed" once another program has written or truncated it. pdk_open_file, pdk_check, pdk_table_write,
 * surfaces and images check this before they return PDK_OK; pdk_table_read does not. Call it after reading rows, or the
 * document's own bytes. */
PDK_API pdk_status pdk_document_unchanged(const pdk_document *document, pdk_error *error);

/* --------------------------------------------------------------------------------------------- documents */

/* Never NULL. A computed document has a format that pdk_format_at does not list: "surface" for documents made by
 * pdk_surface_crop and similar calls. */
PDK_API const pdk_format_info *pdk_document_format(const pdk_document *document);
/* The documents a computed one was made from; it holds them, so they stay open as long as it does. None for files. */
PDK_API size_t pdk_document_source_count(const pdk_document *document);
/* NULL when `index` is out of range. */
PDK_API const pdk_document *pdk_document_source_at(const pdk_document *document, size_t index);
/* The variant within the format: "2.1 with interval", "R2 (rFactor 2 1.08)"; may be empty. */
PDK_API const char *pdk_document_dialect(const pdk_document *document);
/* Why format and dialect were chosen: one sentence each. NULL past the end. */
PDK_API const char *pdk_document_evidence_at(const pdk_document *document, size_t index);
/* The id of the codec the file was packed with ("gzip" ...); "laz": the points in it are; NULL when it was not. */
PDK_API const char *pdk_document_packed(const pdk_document *document);
/* The size of the file on disk, in bytes. */
PDK_API uint64_t pdk_document_size(const pdk_document *document);
/* The unpacked bytes all offsets refer to. */
PDK_API pdk_bytes pdk_document_content(const pdk_document *document);

typedef struct pdk_property {
    const char *name;
    pdk_value value;
    const char *unit;    /* NULL = none */
    const char *meaning; /* NULL = self-explanatory */
    pdk_certainty certainty;
    const char *label; /* the name of the value if its layout has one: "legal"; of flags, the names of the bits that are
                          set: "auto shift, braking help"; NULL = none */
} pdk_property;

PDK_API size_t pdk_document_property_count(const pdk_document *document);
PDK_API const pdk_property *pdk_document_property_at(const pdk_document *document, size_t index);
PDK_API const pdk_property *pdk_document_find_property(const pdk_document *document, const char *name);

/* The track of a recording, as the game calls it: "BL1", "South City, Town Course", "Paddock\Ring". Laps are ranked
 * together only if this is the same. Writes at most `size` bytes with a closing NUL, characters whole, and returns the
 * length of the name; 0 = the file names no track. */
PDK_API size_t pdk_document_track_name(const pdk_document *document, char *text, size_t size);

/* ---------------------------------------------------------------------------------------------- findings */

typedef enum pdk_severity { PDK_NOTE = 0, PDK_WARNING = 1, PDK_ERROR = 2 } pdk_severity;
PDK_API const char *pdk_severity_name(pdk_severity severity);

typedef struct pdk_finding {
    pdk_severity severity;
    const char *code;    /* stable: "rld.index.range" */
    uint64_t offset;     /* in the unpacked bytes; PDK_NO_OFFSET if none applies */
    const char *where;   /* "rld.triangle[12].b"; may be empty */
    const char *message; /* what is wrong and what to do */
} pdk_finding;

typedef enum pdk_check_level {
    PDK_CHECK_STRUCTURE = 0, /* what opening looks at: headers, counts, sizes, tags */
    PDK_CHECK_FULL = 1       /* every record too: ranges, indices, NaN, consistency */
} pdk_check_level;

/* The finding's pointers are valid during the call only. Return false to stop. What it may call: see "callbacks" in
 * core.h. */
typedef bool (*pdk_finding_handler)(void *user, const pdk_finding *finding);

/* Calls the handler (may be NULL) for each finding, up to limits.findings; *total (may be NULL) gets the number of all.
 * PDK_OK means that the check ran, whatever it found. */
PDK_API pdk_status pdk_check(const pdk_document *document, pdk_check_level level, pdk_finding_handler handler,
                             void *user, uint64_t *total, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
