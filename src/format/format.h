/* What a format gives to the rest: a constant table of functions. Adding a format is a folder src/format/<id>/ and a
 * line in detect/formats.def. */
#ifndef PADDOCK_FORMAT_FORMAT_H
#define PADDOCK_FORMAT_FORMAT_H

#include "model/document.h"

/* What a probe may look at. Pure: no I/O, no allocation. */
typedef struct pdk_probe {
    pdk_bytes bytes;       /* the whole (unpacked) file */
    const char *extension; /* in lower case with its dot: ".raf"; "" when there is none */
    const char *packed;    /* the codec the bytes came out of, NULL = they were not packed */
} pdk_probe;

/* Scores: a probe adds up evidence. The best score opens the file; below PDK_SCORE_FALLBACK nothing does. */
enum {
    PDK_SCORE_EXTENSION = 10, /* the name alone proves nothing */
    PDK_SCORE_FALLBACK = 29,  /* opens what every other format left, and is no guess */
    PDK_SCORE_DOUBTFUL = 30,
    PDK_SCORE_MAGIC = 60,  /* a magic number of four bytes or more */
    PDK_SCORE_CERTAIN = 90 /* magic, and sizes that agree with the file */
};

/* --- walk.c: every byte of a file, in order --- */

/* A piece of the unpacked file. Every byte is in exactly one. */
typedef struct pdk_span {
    const pdk_record *record; /* NULL = bytes that no record is known for */
    const char *name;         /* as in "raf.block[17].gear": "block"; NULL = the record's own */
    uint64_t offset, size;
    uint64_t count; /* records of one size, one after the other; 1 for records of variable size */
} pdk_span;

/* The span is valid during the call only, its record as long as the walk's memory. Return false to stop. */
typedef bool (*pdk_span_handler)(void *user, const pdk_span *span);

/* A walk under way. Formats only say where records are; the bytes between follow by themselves, so that no format can
 * lose or double a byte. */
typedef struct pdk_walker {
    const pdk_document *document;
    pdk_memory *memory; /* for records made up on the way */
    pdk_span_handler handler;
    void *user;
    uint64_t at;  /* everything before has been handed out */
    bool stopped; /* the handler said stop: leave soon */
    bool failed;  /* memory ran out */
} pdk_walker;

/* `count` records one after the other. What is before walker->at (bytes two records share), or does not fit the file,
 * is left to be plain bytes. */
void pdk_walk_records(pdk_walker *walker, const char *name, const pdk_record *record, uint64_t offset, uint64_t count);
/* A record of variable size; returns where it ends, or `offset` when it does not fit the file. */
uint64_t pdk_walk_placed(pdk_walker *walker, const char *name, const pdk_record *record, uint64_t offset);
/* The document's regions, including the bytes between them up to the last one. */
void pdk_walk_regions(pdk_walker *walker);
/* Walks over the whole file. Fails only when memory runs out. */
pdk_status pdk_document_walk(const pdk_document *document, pdk_memory *memory, pdk_span_handler handler, void *user,
                             pdk_error *error);
/* --- cutting (src/motion/edit/cut.c) --- */

/* What shall be kept. */
typedef struct pdk_cut_part {
    double from, to;    /* s, both included */
    const bool *chosen; /* by number of the driver; NULL = everyone */
    pdk_progress progress;
    void *progress_user;
} pdk_cut_part;

typedef struct pdk_cut_driver {
    uint32_t number;
    pdk_text name; /* data NULL = there are no more */
} pdk_cut_driver;

/* What a format gives so that its files can be cut. */
typedef struct pdk_cutter {
    const char *person; /* the word for a participant in messages: "driver", "car" */
    uint32_t numbers;   /* theirs are below this */
    pdk_cut_driver (*driver)(const pdk_document *document, size_t index);
    /* `memory` lives as long as the call. */
    pdk_status (*write)(const pdk_document *document, const pdk_cut_part *part, pdk_memory *memory, pdk_output *output,
                        pdk_error *error);
    bool gzip; /* players read it packed, too */
    /* Parts as one file again (pdk_join): at least two, all of this format; NULL = cannot. `output` NULL = only says
     * whether they fit. */
    pdk_status (*join)(const pdk_document *const *parts, size_t count, pdk_memory *memory, pdk_output *output,
                       pdk_error *error);
} pdk_cutter;

/* A time that is not a number is in every range. */
static inline bool pdk_cut_holds(const pdk_cut_part *part, double time)
{
    return !(time < part->from) && !(time > part->to);
}
/* --- cut_failures.c --- */
/* "cut.empty": nothing is in the range; the file's own begins at `first` and ends at `last`. */
pdk_status pdk_cut_fail_empty(const pdk_cut_part *part, double first, double last, pdk_error *error);
/* Reports progress; a failure when the caller wants to stop. */
pdk_status pdk_cut_progress(const pdk_cut_part *part, uint64_t done, uint64_t total, pdk_error *error);

/* What can be done to a track as a whole. */
typedef enum pdk_track_edit { PDK_TRACK_REVERSE, PDK_TRACK_FLATTEN } pdk_track_edit;

/* Builds whose size counts leave generators out (PADDOCK_GENERATORS=OFF): nothing but these two leads to them. */
#ifdef PADDOCK_WITHOUT_GENERATORS
#define PDK_GENERATOR(function) NULL
#define PDK_GENERATES 0
#else
#define PDK_GENERATOR(function) (function)
#define PDK_GENERATES PDK_CAN_SYNTH
#endif

/* The shape of 3D parts that comes back (src/motion/edit/edit_corners.c). */
typedef struct pdk_shape_edit {
    const pdk_part_corner *corners;
    size_t count;
    uint8_t *edited; /* the file as it is now: content.size bytes, perhaps edited already */
    pdk_corner_changes *changes;
    pdk_memory *memory; /* of the call */
} pdk_shape_edit;

/* A picture that gets another size: the state of its pdk_image_entry. */
typedef struct pdk_new_size {
    const void *state;
    uint32_t width, height;
} pdk_new_size;

typedef struct pdk_format {
    pdk_format_info info;
    /* 0..100; writes what it rests on into `reason` ("the tag RLD0 at 0; 81 points and 128 triangles fill the file").
     */
    int (*probe)(const pdk_probe *probe, char *reason, size_t capacity);
    /* Builds the document from document->content. Ends with pdk_document_built. */
    pdk_status (*open)(pdk_document *document, pdk_error *error);
    /* The findings of a full check beyond those of opening; NULL = the regions' range checks are all. */
    pdk_status (*check)(const pdk_document *document, pdk_report *report, pdk_error *error);
    /* Writes a generated file; NULL = cannot. Formats give it as PDK_GENERATOR(function),
     * with PDK_GENERATES among their abilities. */
    pdk_status (*synth)(const pdk_synth_options *options, pdk_output *output, pdk_error *error);
    /* Hands out the file's records in order, for dump and set; NULL = the regions are all. */
    void (*walk)(pdk_walker *walker);
    /* Writes again what depends on fields in which `edited` (content.size bytes) differs from the document, or `all`
     * that depends on others; false when a value does not fit its field. NULL = no field depends on another, or only on
     * how many there are. */
    bool (*recompute)(const pdk_document *document, bool all, uint8_t *edited);
    /* Brings a shape back, or changes `edited` in part and fails; NULL = there are no 3D parts that can change. */
    pdk_status (*set_corners)(const pdk_document *document, const pdk_shape_edit *edit, pdk_error *error);
    /* Edits (src/motion/edit/), written to `output` as a whole new file; NULL = there is no such thing in this format.
     */
    pdk_status (*track)(const pdk_document *document, pdk_track_edit which, pdk_output *output, pdk_error *error);
    pdk_status (*repair)(const pdk_document *document, const pdk_repair_options *options, pdk_repair_report *report,
                         pdk_output *output, pdk_error *error);
    pdk_status (*resize)(const pdk_document *document, const pdk_new_size *sizes, size_t count, pdk_output *output,
                         pdk_error *error);
    /* How a part of it becomes a separate file; NULL = there is no such thing. */
    const pdk_cutter *cut;
    /* What rooms that know no format ask for: motion, wheels, blocks, a scene (model/document.h); NULL = nothing. */
    const pdk_services *services;
} pdk_format;

/* What the document's format can do; of a computed document, which no format reads, nothing. */
const pdk_format *pdk_format_of(const pdk_document *document);

#endif
