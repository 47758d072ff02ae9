/* Rulings: what stewards decided, read from a table that a spreadsheet saves, for pdk_analyse to apply.
 *
 *     pdk_rulings *rulings = NULL;
 *     if (pdk_rulings_read(bytes, size, NULL, &rulings, &error) != PDK_OK) ... // error.where is "line 3"
 *     pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
 *     options.rulings = rulings;
 *     options.rulings_file = "round-3.vcr"; // rulings of other files do not apply
 *     status = pdk_analyse(document, &options, &analysis, &error); // results as decided, and as recorded
 *     pdk_rulings_close(rulings);
 *
 * The table is CSV in UTF-8, with commas or semicolons. Its first line names the columns: driver and kind are needed;
 * value, lap, incident, file and reason may be there. docs/rulings.md has the kinds. */
#ifndef PADDOCK_RULINGS_H
#define PADDOCK_RULINGS_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pdk_ruling_kind {
    PDK_RULING_TIME = 1,        /* value: seconds added to the total time of a race; negative: taken away */
    PDK_RULING_LAPS = 2,        /* value: laps taken away, of a race */
    PDK_RULING_POSITIONS = 3,   /* value: places lost */
    PDK_RULING_POINTS = 4,      /* value: points added in a season; negative: taken away */
    PDK_RULING_DISQUALIFY = 5,  /* no value */
    PDK_RULING_LAP_INVALID = 6, /* lap: it does not count */
    PDK_RULING_LAP_VALID = 7,   /* lap: it counts, if it was driven from line to line outside the pits */
    PDK_RULING_NOTE = 8         /* changes nothing: `reason` is shown */
} pdk_ruling_kind;
/* "time", "lap_invalid" ...; never NULL */
PDK_API const char *pdk_ruling_kind_name(pdk_ruling_kind kind);

/* Members may be added at the end. */
typedef struct pdk_ruling {
    pdk_text driver; /* as written: a name, its unambiguous beginning, or a slot number */
    pdk_text incident, file, reason;
    double value;
    uint64_t line; /* of the table, from 1 */
    uint32_t lap;  /* from 1 */
    pdk_ruling_kind kind;
    bool has_incident, has_file, has_reason, has_value, has_lap;
    uint8_t reserved[3];
} pdk_ruling;

typedef struct pdk_rulings pdk_rulings;

typedef struct pdk_rulings_options {
    size_t struct_size; /* PDK_RULINGS_OPTIONS_INIT sets it */
    pdk_limits limits;  /* records: rulings [100000] */
    pdk_allocator allocator;
} pdk_rulings_options;

#define PDK_RULINGS_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_rulings_options)

/* Reads all of them, or none. PDK_E_ARGUMENT with the line in error.where: "rulings.column" (a column that there is
 * not, twice, or that is missing), "rulings.kind", "rulings.value", "rulings.lap", "rulings.driver" (none is given),
 * "rulings.cells" (more cells than columns, or a quote without end), "rulings.text" (no UTF-8). PDK_E_LIMIT: too many.
 * options may be NULL. */
PDK_API pdk_status pdk_rulings_read(const void *bytes, size_t size, const pdk_rulings_options *options,
                                    pdk_rulings **rulings, pdk_error *error);
PDK_API size_t pdk_rulings_count(const pdk_rulings *rulings);
/* In the order of the table; belongs to `rulings`. NULL past the end. */
PDK_API const pdk_ruling *pdk_ruling_at(const pdk_rulings *rulings, size_t index);
/* A recording that rulings can be about: its file, or the files of its parts. With their folders, as far as they are
 * known: a ruling names a file by its path, or by the end of it ("race.vcr", "round-2/race.vcr"). */
typedef struct pdk_ruled_recording {
    const char *const *files;
    size_t file_count;
} pdk_ruled_recording;

/* Does each ruling name exactly one of these recordings, or none if there is only one? PDK_E_ARGUMENT, "rulings.file",
 * with the files that there are, or with those that the ruling could mean. */
PDK_API pdk_status pdk_rulings_check(const pdk_rulings *rulings, const pdk_ruled_recording *recordings, size_t count,
                                     pdk_error *error);
/* The same for recordings of one file each. */
PDK_API pdk_status pdk_rulings_check_files(const pdk_rulings *rulings, const char *const *files, size_t count,
                                           pdk_error *error);
/* A new list: the rulings that name this recording, and those that name none. They name no file any more: they apply
 * to what they are given to. options may be NULL. Close the list with pdk_rulings_close. */
PDK_API pdk_status pdk_rulings_select(const pdk_rulings *rulings, const pdk_ruled_recording *recording,
                                      const pdk_rulings_options *options, pdk_rulings **selected, pdk_error *error);
/* NULL is fine. */
PDK_API void pdk_rulings_close(pdk_rulings *rulings);

#ifdef __cplusplus
}
#endif
#endif
