/* A document while it is being built and after: what every reader fills and everything else reads.
 *
 * Readers build with the pdk_document_add_* calls. These never return a status: running out of memory sets
 * document->failed, later calls then do nothing, and pdk_document_built reports it once at the end. */
#ifndef PADDOCK_MODEL_DOCUMENT_H
#define PADDOCK_MODEL_DOCUMENT_H

#include "base/callback.h"
#include "io/input.h"
#include "layout/layout.h"
#include "model/table.h"

struct pdk_format;

/* How many texts, materials, groups and the like of one kind a reader keeps of a file, where such a thing takes far
 * more memory than the few bytes that it can have in the file. A file that means them has more to say about each. What
 * a reader leaves out for it, pdk_document_note_left_out says. */
#define PDK_KINDS_FREE 4096
#define PDK_KINDS_BYTES 100

/* A run of records of one kind at a fixed stride: "node" x 2400 at 0x98C. What generic walks (range checks, and later
 * dump and set) go by. */
typedef struct pdk_region {
    const char *name; /* as in "raf.block[17].gear": "block" */
    const pdk_record *record;
    uint64_t offset, stride, count;
    bool bulk; /* the format's own check walks it, faster: the generic range checks leave it out */
} pdk_region;

/* Surfaces and images are made when first asked for. `state` is the reader's own. */
typedef struct pdk_surface_entry {
    pdk_surface_info info;
    pdk_status (*build)(pdk_document *document, const void *state, pdk_surface *surface, pdk_error *error);
    const void *state;
    bool built;
    pdk_surface surface;
} pdk_surface_entry;

/* Where an image is stored, headers included, and the colours it is looked up in (size 0 = none). */
typedef struct pdk_image_place {
    uint64_t offset, size;
    uint64_t colors_offset, colors_size;
} pdk_image_place;

/* A picture that a palette is made for: the state of its image, and what it is to look like. */
typedef struct pdk_palette_user {
    const void *state;
    const uint8_t *rgba;
    uint64_t pixels;
} pdk_palette_user;

typedef struct pdk_image_entry {
    pdk_image_info info;
    /* `rgba` has room for width*height*4. Called from any thread, must not change the document. */
    pdk_status (*decode)(const pdk_document *document, const void *state, uint8_t *rgba, pdk_error *error);
    /* For pictures that are PNG or JPEG in the file already: those bytes, in memory that lives as long as the document
     * or `memory`. NULL = they are stored otherwise. Any thread. */
    pdk_status (*encoded)(const pdk_document *document, const void *state, pdk_memory *memory, pdk_bytes *bytes,
                          pdk_error *error);
    const char *media_type; /* of these bytes: "image/jpeg" */
    /* For pictures that come back (src/motion/edit/edit_image.c); NULL = they cannot. Fails where this one cannot, and
     * says where it is all the same. */
    pdk_status (*place)(const pdk_document *document, const void *state, pdk_image_place *place, pdk_error *error);
    /* `stored` and `colors` are the bytes of the place as they are now, perhaps edited already; colors NULL = none.
     * Puts the picture into `stored`. What looks as it did keeps its bytes. */
    pdk_status (*encode)(const pdk_document *document, const void *state, const uint8_t *colors, const uint8_t *rgba,
                         uint8_t *stored, pdk_memory *memory, pdk_error *error);
    /* What such bytes look like. */
    void (*show)(const void *state, const uint8_t *colors, const uint8_t *stored, uint8_t *rgba);
    /* Makes the palette in `colors`, bytes of the place as they are now, again for the pictures that use it, which are
     * all of this document. NULL = palettes cannot be changed. */
    pdk_status (*recolor)(const pdk_document *document, const pdk_palette_user *users, size_t count, uint8_t *colors,
                          pdk_memory *memory, pdk_error *error);
    const void *state;
} pdk_image_entry;

struct pdk_car_body;
struct pdk_mesh;
struct pdk_scene;
struct pdk_session;

/* A property whose value is not known yet, and how it is found. */
typedef struct pdk_late_number {
    size_t property;
    double (*measure)(const pdk_document *document, const void *state);
    const void *state;
    bool known;
} pdk_late_number;

/* Where what moves is. Columns are found by their roles. */
typedef struct pdk_motion_tables {
    const char *rows;    /* the table with a row for each car and moment */
    const char *drivers; /* the one with a row for each car or driver; NULL = there is only one */
    const char *name;    /* of a single driver: the property with the name; NULL = none */
} pdk_motion_tables;

/* Where skid marks and smoke are; places and times are found by their roles. */
typedef struct pdk_mark_tables {
    const char *points, *ends, *smoke;   /* tables: a row for each point; each start or end; each puff */
    const char *strip, *starts;          /* columns: whose point, start or end that is; true = it starts */
    const char *transparency, *lifetime; /*   1 = not to be seen; s */
} pdk_mark_tables;

/* Columns of the motion's rows that are about one wheel; PDK_NO_COLUMN = not recorded. */
typedef struct pdk_wheel_columns {
    size_t deflection;       /* m, compression of the suspension */
    size_t steer;            /* rad, positive to the left */
    size_t right_force;      /* N, of the road on the tyre, in the car's axes */
    size_t forward_force;    /* N */
    size_t load;             /* N */
    size_t angular_velocity; /* rad/s */
    size_t lean;             /* rad against the road, anticlockwise seen from behind */
    size_t air_temperature;  /* degrees Celsius, of the air in the tyre */
    size_t slip_fraction;    /* 0 to 254 towards the slip of most grip, 255 = past it */
} pdk_wheel_columns;

typedef struct pdk_wheel {
    pdk_text name;   /* "front_left" */
    double place[3]; /* from the car's reference point, m: right, forward, up */
    double radius;   /* m, unloaded */
    pdk_wheel_columns columns;
} pdk_wheel;

/* Where a car's set-up is (model/setup.h). Lists end with NULL. */
typedef struct pdk_setup_names {
    const char *const *properties; /* of the car */
    const char *wheels, *wheel;    /* the table with a row for each wheel, and its column with the wheel's name */
    const char *const *columns;    /* of that table */
    const char *brake_torque;      /* the one of these that brakes are balanced by; NULL = none */
} pdk_setup_names;

/* What files of a format may record about a session. */
enum { PDK_HAS_CROSSINGS = 1, PDK_HAS_PITS = 2, PDK_HAS_CONTACTS = 4, PDK_HAS_PENALTIES = 8 };

/* An entry of a set of pictures, whether or not it is a picture that can be read. */
typedef struct pdk_picture_entry {
    const char *kind; /* what it is, in the format's words: "bitmap", "palette" */
    double pivot[2];  /* the point of the picture that it is placed by, pixels right and down; NaN = none is said */
} pdk_picture_entry;

/* What a format gives to rooms that know nothing about it, beyond what every document has: a constant table, of which
 * any member may be NULL. */
typedef struct pdk_services {
    const pdk_motion_tables *motion;
    const pdk_mark_tables *marks; /* of what moves; NULL = such files have none */
    const pdk_setup_names *setup; /* of the one car; NULL = such files do not record it */
    /* What the file says about the car as a body (model/car_body.h); NULL = nothing. */
    void (*car_body)(const pdk_document *document, struct pdk_car_body *body);
    /* The car's wheel `index`; false when there are no more. */
    bool (*wheel)(const pdk_document *document, size_t index, pdk_wheel *wheel);
    /* Which points of the mesh belong together: sets mesh->blocks, in `memory`. */
    pdk_status (*blocks)(const pdk_document *document, pdk_memory *memory, struct pdk_mesh *mesh, pdk_error *error);
    /* What the recording says about its session (model/session.h): everything in `memory`, texts may be the document's.
     * `session_has` says what such files may have without reading one. */
    pdk_status (*session)(const pdk_document *document, pdk_memory *memory, struct pdk_session *session,
                          pdk_error *error);
    unsigned session_has; /* PDK_HAS_CROSSINGS ... */
    /* The entry of a picture's name; false when there is none. */
    bool (*picture_entry)(const pdk_document *document, const char *name, pdk_picture_entry *entry);
    /* Fills a scene with more than surfaces; `art` (may be NULL) has its pictures and 3D parts. */
    pdk_status (*scene)(struct pdk_scene *scene, const pdk_document *document, const pdk_document *art,
                        pdk_error *error);
} pdk_services;

/* The database that a file is (model/database.h). */
typedef struct pdk_document_database {
    const pdk_database_reader *reader; /* the caller's, or that of `part`; NULL = none yet */
    struct pdk_part *part;             /* NULL = not in use */
    const char *path;                  /* of the file; NULL = none */
    void *handle;                      /* the reader's; NULL = not open */
} pdk_document_database;

struct pdk_document {
    pdk_memory memory;
    pdk_input input;
    pdk_bytes content;             /* the bytes readers see: unpacked */
    const char *file_name;         /* base name as given; "" when unknown */
    const char *folder;            /* of the file, for those it names; NULL = not opened by its path */
    pdk_input_listeners listeners; /* to files that are opened */
    pdk_document_database database;
    const char *packed;              /* codec id or NULL */
    const pdk_format_info *info;     /* what the format says about itself ... */
    const struct pdk_format *format; /*   ... and its functions, for src/format (pdk_format_of); NULL = computed */
    const pdk_services *services;    /*   ... and for rooms that know no format; NULL = nothing */
    const char *dialect;
    bool packing_damaged;        /* with `partial`: `content` is what came out before the trouble */
    bool partial;                /* the caller wants the sound part of a damaged file */
    bool every_scene;            /* the caller wants what is in any scene of it */
    bool failed;                 /* memory ran out while building, or a table has too many rows */
    const pdk_table *over_limit; /*   that table; NULL = none */
    pdk_limits limits;
    uint64_t max_records; /* limits.records of what takes memory one by one */
    pdk_progress progress;
    void *progress_user;
    void *state;                 /* the reader's own, in document memory */
    pdk_owned_lock lock;         /* for what is made on first use */
    pdk_vector evidence;         /* char * */
    pdk_vector properties;       /* pdk_property */
    pdk_vector late;             /* pdk_late_number: properties that are computed when they are requested */
    pdk_vector tables;           /* pdk_table * */
    pdk_vector lines;            /* pdk_line_entry (model/line.h) */
    pdk_vector surfaces;         /* pdk_surface_entry */
    pdk_vector images;           /* pdk_image_entry */
    pdk_vector findings;         /* pdk_finding: those of opening, up to limits.findings */
    uint64_t findings_made;      /*   and how many there were */
    pdk_vector regions;          /* pdk_region */
    pdk_vector sources;          /* const pdk_document *: what it was computed from, each held */
    pdk_vector referenced_files; /* pdk_referenced_file (model/referenced_file.h) */
    const struct pdk_mesh *mesh; /* the content, of files that are one mesh (model/mesh.h); otherwise NULL */
};

/* An empty document that is of no file, for what is computed. `info` says what it is; NULL = a surface. PDK_E_MEMORY
 * when it cannot be. */
pdk_status pdk_document_make(const pdk_limits *limits, const pdk_allocator *allocator, const pdk_format_info *info,
                             pdk_document **made, pdk_error *error);
/* It was computed from `source`, which stays open as long as this one. */
void pdk_document_add_source(pdk_document *document, const pdk_document *source);

/* The reader's own state, zeroed, also kept as document->state; NULL (and failed) when out of memory. */
void *pdk_document_new_state(pdk_document *document, size_t size);

void pdk_document_set_dialect(pdk_document *document, const char *format, ...) PDK_PRINTF(2, 3);
/* One sentence why this format or dialect was chosen. */
void pdk_document_add_evidence(pdk_document *document, const char *format, ...) PDK_PRINTF(2, 3);

/* A property from a field of a record at `record` (names, unit, meaning and certainty come from the field). */
void pdk_document_add_field(pdk_document *document, const pdk_field *field, const uint8_t *record);
/* The same, unless the field is neither number nor text, or is called reserved*, unknown* or magic. */
void pdk_document_add_shown_field(pdk_document *document, const pdk_field *field, const uint8_t *record);
/* One for each such field of a record. */
void pdk_document_add_fields(pdk_document *document, const pdk_record *record, const uint8_t *bytes);
void pdk_document_add_property(pdk_document *document, const char *name, pdk_value value, const char *unit,
                               const char *meaning, pdk_certainty certainty);
void pdk_document_add_number(pdk_document *document, const char *name, double value, const char *unit,
                             const char *meaning, pdk_certainty certainty);
/* One that needs the whole file: computed when it is first asked for. `state` lives as long as the document. */
typedef double (*pdk_measure)(const pdk_document *document, const void *state);
void pdk_document_add_late_number(pdk_document *document, const char *name, const char *unit, const char *meaning,
                                  pdk_certainty certainty, pdk_measure measure, const void *state);
void pdk_document_add_count(pdk_document *document, const char *name, uint64_t value, const char *meaning);
/* `bytes` are decoded as pdk_text_field does. */
void pdk_document_add_text(pdk_document *document, const char *name, const void *bytes, size_t size,
                           const char *meaning, pdk_certainty certainty);

/* The text of a property; "" where there is none, or it is no text. */
pdk_text pdk_document_text(const pdk_document *document, const char *name);

/* The property `unrecorded`: names of columns, with "; " between, even for computed tables, that have no value in any
 * row, because nothing in this file says it. Readers then say so, and show neither 0 nor "none". */
void pdk_document_add_unrecorded(pdk_document *document, const char *names);

/* A text whose place was looked up: as the field's encoding says. */
void pdk_document_add_text_field(pdk_document *document, const pdk_field *field, const void *bytes, size_t size);

/* A table whose columns are added next (pdk_table_add_*, model/table.h). At most `columns` of them. */
pdk_table *pdk_document_add_table(pdk_document *document, const char *name, const char *meaning, uint64_t rows,
                                  size_t columns);
/* The same for a table in `memory` that the document does not list: an answer. NULL when out of memory. */
pdk_table *pdk_document_new_table(const pdk_document *document, pdk_memory *memory, const char *name,
                                  const char *meaning, uint64_t rows, size_t columns);
/* PDK_OK, or the failure of an earlier pdk_table_add_* on such a table. */
pdk_status pdk_table_built(const pdk_table *table, pdk_error *error);
/* Lists such a table, which lives as long as the document. */
void pdk_document_list_table(pdk_document *document, pdk_table *table);
void pdk_document_add_surface(pdk_document *document, const pdk_surface_entry *entry);
void pdk_document_add_image(pdk_document *document, const pdk_image_entry *entry);
void pdk_document_add_region(pdk_document *document, const char *name, const pdk_record *record, uint64_t offset,
                             uint64_t stride, uint64_t count);
/* The same for records by the million, whose checking the format does itself. */
void pdk_document_add_bulk_region(pdk_document *document, const char *name, const pdk_record *record, uint64_t offset,
                                  uint64_t stride, uint64_t count);

/* A finding made while opening: something wrong that one can live with. Kept up to limits.findings. */
void pdk_document_add_finding(pdk_document *document, pdk_severity severity, const char *code, uint64_t offset,
                              const char *where, const char *format, ...) PDK_PRINTF(6, 7);
/* See PDK_KINDS_FREE. */
size_t pdk_document_most_of_kind(const pdk_document *document);
/* A finding that `count` more of a kind ("comments") are left out; none where `count` is 0. */
void pdk_document_note_left_out(pdk_document *document, const char *where, uint64_t count, const char *kind);
/* For damage that stops an ordinary open: with `partial` it becomes a finding (PDK_ERROR) and the result is PDK_OK, so
 * the reader keeps what it has; otherwise *error is filled and `status` comes back. */
pdk_status pdk_document_damage(pdk_document *document, pdk_error *error, pdk_status status, uint64_t offset,
                               const char *code, const char *where, const char *format, ...) PDK_PRINTF(7, 8);

/* PDK_OK, or the failure of an earlier pdk_document_add_*. Every reader ends with it. */
pdk_status pdk_document_built(pdk_document *document, pdk_error *error);

/* Reports progress; false when the caller wants to stop (then return pdk_fail_cancelled). */
bool pdk_document_progress(const pdk_document *document, uint64_t done, uint64_t total);

/* --- findings.c: what pdk_check hands to a format --- */

typedef struct pdk_report {
    const pdk_document *document;
    pdk_finding_handler handler;
    void *user;
    uint64_t total;
    uint64_t limit;
    bool stopped;    /* the handler said stop: leave soon */
    uint64_t walked; /* bytes since pages were last returned to the system */
} pdk_report;

void pdk_report_finding(pdk_report *report, pdk_severity severity, const char *code, uint64_t offset, const char *where,
                        const char *format, ...) PDK_PRINTF(6, 7);
/* A check reports how many bytes it has walked since the last call: pages that it has passed are returned now and then.
 */
void pdk_report_walked(pdk_report *report, uint64_t bytes);
/* Range checks over every region of the document that is not bulk, by its layout tables: code "<format>.range". */
void pdk_report_regions(pdk_report *report);
/* Every field called reserved* of the region that is not zero: a note, code "<format>.reserved". For formats whose
 * known files all have zeros there. */
void pdk_report_reserved(pdk_report *report, const pdk_region *region);

#endif
