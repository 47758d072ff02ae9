/* Laps, and who drove them: what results, stints, incidents and comparison begin with. */
#ifndef PADDOCK_ANALYSIS_RACE_LAPS_H
#define PADDOCK_ANALYSIS_RACE_LAPS_H

#include <math.h>

#include "analysis/analysis.h"
#include "base/median.h"

/* A visit to the pit lane or garage. */
typedef struct pdk_pit_visit {
    double enter, exit;    /* NaN = was not seen: it was there when recording began, or stayed */
    double stopped, moved; /* events in the stall: it stood by the first and went by the last; NaN = unknown */
    double still;          /* s it stood in the lane, by its poses; NaN = no poses */
    double garage_time;    /* put into the garage; NaN = not, or before the recording */
    bool service;          /* worked on */
    bool garage;
} pdk_pit_visit;

/* s it stood in its stall, by the events of the stop, otherwise by its poses; NaN = unknown. */
static inline double pdk_visit_stationary(const pdk_pit_visit *visit)
{
    return visit->moved >= visit->stopped ? visit->moved - visit->stopped : visit->still;
}

/* Who took part: an entry of the list of drivers, or a slot that only crossings name. */
typedef struct pdk_race_entry {
    pdk_text name, vehicle, co_driver, team, number, class_name; /* data NULL = unknown */
    uint32_t slot;
    double entry_time, exit_time;
    size_t first_crossing, crossing_count; /* in pdk_laps.crossings */
    size_t first_visit, visit_count;       /* in pdk_laps.visits */
    size_t first_lap, lap_count;           /* in pdk_laps.laps */
    size_t first_change, change_count;     /* in pdk_laps.changes */
    double moved_time;                     /* when it first moved after the start; NaN = never, or no poses */
    double formation_end;                  /* it drove a formation lap until then; NaN = none is recorded */
    bool came;                             /* poses show the car after the start */
    uint32_t contacts;                     /* with cars */
    bool disqualified;                     /* in the end */
    bool recorded_disqualified;            /* without rulings */
    bool is_added;                         /* only the results file beside the recording names it */
} pdk_race_entry;

/* A lap while it is worked on: what pdk_lap has (paddock/analysis.h). Missing are NaN, UINT32_MAX, and texts without
 * data. */
typedef struct pdk_driven_lap {
    pdk_text driver, co_driver, team, number, class_name, drivers;
    pdk_text compound, weather; /* data NULL = unknown */
    double rain;                /* 0 to 1; NaN = unknown */
    uint32_t stint;             /* UINT32_MAX: a formation lap */
    uint32_t slot, lap, entry;
    double start_time, end_time, lap_time;
    double sector_time[PDK_SESSION_SECTORS];
    pdk_lap_kind kind;
    pdk_lap_source source;
    pdk_text kind_name, source_name, reason_names; /* as words */
    bool clean, best, counts;
    bool counted, ruled_valid; /* it would count without rulings; a ruling says that it counts */
    uint32_t reasons;          /* pdk_lap_reason */
    uint32_t recorded_reasons; /* without rulings */
    double recorded_lap_time;  /* the recording's, where a results file beside it is official; otherwise NaN */
    bool recorded_counts;      /* would it count without that file? */
    uint32_t position, contacts;
    double gap_to_leader, top_speed, distance;
} pdk_driven_lap;

/* A ruling, and the entry that it is about. */
typedef struct pdk_ruled {
    const pdk_ruling *ruling;
    size_t entry;
} pdk_ruled;

typedef struct pdk_laps {
    const pdk_session *session;
    const pdk_ruled *ruled; /* in the order of the table */
    size_t ruled_count;
    bool is_race;
    double green;            /* of a race: the lights, or the first car at the line after a formation lap; NaN = not
                              * recorded */
    double start_time;       /* of a race, s: green, else when its first lap began; NaN = before the recording */
    double flag;             /* when the leader of a race finished; NaN = it did not, or that is unknown */
    pdk_race_entry *entries; /* in the order of the list of drivers */
    size_t entry_count;
    uint32_t *by_slot;               /* entries by slot and time of entry */
    pdk_session_crossing *crossings; /* by entry, then time; `lap` without laps given up, as in `complete` */
    size_t crossing_count;
    pdk_lap_source source; /* what laps without a stored time have: PDK_LAP_SOURCE_CROSSING or PDK_LAP_SOURCE_LINE */
    uint32_t sector_count; /* of a lap; 1 = no lines but that of the start */
    pdk_session_change *changes; /* of drivers: by entry, then time */
    pdk_pit_visit *visits;       /* by entry, then time */
    size_t visit_count;
    pdk_driven_lap *laps; /* by entry, then time */
    pdk_lap *items;       /* the same for programs */
    uint32_t *complete;   /* of each lap: its number, less those before it that the driver gave up for the garage */
    double *begins;       /* of each lap: its start, or of those without one the lap before's; they never fall */
    size_t lap_count;
} pdk_laps;

/* Reasons for which a lap is neither ranked nor the fastest of anybody. The others say that it is not clean. */
enum {
    PDK_LAP_VOID = PDK_LAP_REASON_PIT_IN | PDK_LAP_REASON_PIT_OUT | PDK_LAP_REASON_INCOMPLETE | PDK_LAP_REASON_INVALID |
                   PDK_LAP_REASON_IMPLAUSIBLE | PDK_LAP_REASON_PART
};

/* Did the lap count when it was driven? From line to line outside the pits, in a time of the game's, or of a line where
 * the game records none, that can be true. */
static inline bool pdk_lap_counted(const pdk_driven_lap *lap)
{
    bool clock = (lap->reasons & PDK_LAP_REASON_CLOCK) == 0 || lap->source == PDK_LAP_SOURCE_STORED;
    bool timed = lap->kind == PDK_LAP_TIMED && isfinite(lap->lap_time);
    if (lap->ruled_valid) return timed && (lap->reasons & PDK_LAP_VOID) == 0;
    return timed && lap->source != PDK_LAP_SOURCE_CROSSING && clock && (lap->reasons & PDK_LAP_VOID) == 0;
}

/* Was the lap driven without a reason against it? What became of the driver later says nothing about the pace. */
static inline bool pdk_lap_is_usual(const pdk_driven_lap *lap)
{
    return (lap->reasons & ~(uint32_t)PDK_LAP_REASON_DISQUALIFIED) == 0;
}

/* The same before rulings. What an incident or a stop cost is what happened: no decision changes it. */
static inline bool pdk_lap_was_usual(const pdk_driven_lap *lap)
{
    return (lap->recorded_reasons & ~(uint32_t)PDK_LAP_REASON_DISQUALIFIED) == 0;
}

/* The entry's first lap that is not a formation lap; may be past its last. */
static inline size_t pdk_first_raced(const pdk_laps *laps, const pdk_race_entry *entry)
{
    bool formation = entry->lap_count > 0 && laps->laps[entry->first_lap].kind == PDK_LAP_FORMATION;
    return entry->first_lap + (formation ? 1 : 0);
}

/* Reasons by bit, and the word for each; ends with a NULL name. */
typedef struct pdk_reason_name {
    uint32_t reason;
    const char *name;
} pdk_reason_name;
extern const pdk_reason_name pdk_lap_reason_names[], pdk_result_reason_names[];
/* "pit_in; slow"; data NULL where there is none. False when out of memory. */
bool pdk_reasons_text(pdk_memory *memory, const pdk_reason_name *names, uint32_t reasons, pdk_text *text);

/* From when to when the entry was in the pit lane or garage in its visit `index`, from 0: -INFINITY where it was there
 * when the recording began, INFINITY where it stayed. False where it is unknown when it came. */
bool pdk_visit_span(const pdk_laps *laps, const pdk_race_entry *entry, size_t index, double *from, double *to);

/* PDK_E_UNSUPPORTED where the document has none. */
PDK_STEP_MAKES(laps, const pdk_laps)
/* Of answers that are about laps: can files of this kind, and can this recording have them? */
pdk_status pdk_have_laps(const pdk_document *document, pdk_error *error);
pdk_status pdk_decide_laps(pdk_answers *answers, pdk_error *error);
/* The entry that used the slot at that time; SIZE_MAX = none ever did. */
size_t pdk_laps_find_entry(const pdk_laps *laps, uint32_t slot, double time);
/* The entry's lap that `time` is in: the last that began by then, if it had not ended; NULL = none. */
const pdk_driven_lap *pdk_laps_at(const pdk_laps *laps, size_t entry, double time);
/* The times of the clean ones among the `count` laps from pdk_laps.laps[first] on; returns how many. `times` has room
 * for `count`. */
size_t pdk_laps_clean_times(const pdk_laps *laps, size_t first, size_t count, double *times);
/* The same before rulings. */
size_t pdk_laps_recorded_times(const pdk_laps *laps, size_t first, size_t count, double *times);

/* A run between stops at the pits or garage: laps `first` to `end`, which is not of it. */
typedef struct pdk_stint {
    size_t first, end, visit;
    double from; /* s: when its first lap began, or the driver left the lane after the stop before; NaN = unknown */
    double stop; /* s: when `visit` ended it; NaN = the driver stopped no more */
} pdk_stint;
/* --- laps_stints.c --- */
/* Before the first stint of an entry; then each in turn. False where there is no other. */
pdk_stint pdk_before_stints(const pdk_laps *laps, const pdk_race_entry *entry);
bool pdk_next_stint(const pdk_laps *laps, const pdk_race_entry *entry, pdk_stint *stint);

/* Who drove the entry's car from `from` to `to` (NaN = to the end): several with "; " between, in their order; no data
 * where the recording has no change of drivers, or no name. False when out of memory. */
bool pdk_laps_who(const pdk_laps *laps, size_t entry, double from, double to, pdk_memory *memory, pdk_text *who);

/* Adds to contacts[e] the contacts with cars that entry e had until until[e]; false when out of memory. */
bool pdk_laps_contacts_until(const pdk_laps *laps, const double *until, pdk_memory *memory, uint32_t *contacts);

/* --- the steps: each fills its part --- */
/* laps_entries.c: entries and by_slot, from the list of drivers and the crossings. */
pdk_status pdk_laps_find_entries(pdk_laps *laps, const pdk_session_crossing *crossings, size_t count,
                                 pdk_memory *memory, pdk_error *error);
/* laps_formation.c: `green`, and crossings of a formation lap taken out: the first of the race begins lap 1 */
void pdk_laps_take_formation(pdk_laps *laps);
/* laps_visits.c */
pdk_status pdk_laps_find_visits(pdk_laps *laps, pdk_memory *memory, pdk_error *error);
/* laps_build.c */
pdk_status pdk_laps_build(pdk_laps *laps, pdk_memory *memory, pdk_error *error);
/* laps_listed.c: `all` gets the laps that the game lists for the entry (pdk_driven_lap); returns how many of the
 * session's laps are done with. False when out of memory. */
bool pdk_laps_take_listed(const pdk_laps *laps, size_t entry, size_t *done, pdk_vector *all);
/* laps_clock.c: laps in which the clock of the recording went back */
pdk_status pdk_laps_find_clock(const pdk_answers *answers, pdk_laps *laps, pdk_error *error);
/* laps_clean.c: kinds, contacts, reasons, best, which count */
pdk_status pdk_laps_judge(pdk_laps *laps, pdk_memory *memory, pdk_error *error);
/* laps_clean.c: the same of one entry, after something else came to be said against its laps or for them */
pdk_status pdk_laps_judge_again(pdk_laps *laps, size_t entry, pdk_memory *memory, pdk_error *error);
/* laps_official.c: official times of a results file beside the recording */
pdk_status pdk_laps_take_official(pdk_laps *laps, pdk_memory *memory, pdk_error *error);
/* laps_official.c: how the official laps of a session fit these; another race of the same drivers has other times */
pdk_status pdk_laps_fit_official(const pdk_laps *laps, const pdk_session *session, pdk_results_fit *fit,
                                 pdk_error *error);
/* laps_ruled.c: the rulings of the session, and what they say about laps; the last, so that they change nothing else */
pdk_status pdk_laps_rule(const pdk_answers *answers, pdk_laps *laps, pdk_error *error);
/* finish.c: the flag; laps begun after the own finish and not ended are none, nor are those of who never drove */
pdk_status pdk_laps_finish(const pdk_answers *answers, pdk_laps *laps, pdk_error *error);
/* laps_motion.c: top speeds, distances, standing in the pits, who moved; where nothing moves, they stay unknown */
pdk_status pdk_laps_add_motion(const pdk_answers *answers, pdk_laps *laps, pdk_error *error);
/* laps_stints.c: the stint of each lap, its tyres, the weather */
pdk_status pdk_laps_take_stints(pdk_laps *laps, pdk_memory *memory, pdk_error *error);
/* laps_position.c: places at the ends of laps */
pdk_status pdk_laps_place(pdk_laps *laps, pdk_memory *memory, pdk_error *error);
/* laps_who.c: as whom each lap was entered, and who drove it */
pdk_status pdk_laps_name_drivers(pdk_laps *laps, pdk_memory *memory, pdk_error *error);

#endif
