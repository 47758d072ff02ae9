/* A round: what is kept of its results, laps, incidents and track. */
#include <math.h>
#include <string.h>

#include "base/load.h"
#include "base/median.h"
#include "base/text.h"
#include "season/season.h"

/* A round while it is read. */
typedef struct round_read {
    pdk_season *season;
    const pdk_season_round *round;
    uint32_t number;    /* from 0 */
    uint32_t *drivers;  /* of each row of the results */
    size_t first_entry; /* of the round */
} round_read;

/* ---------------------------------------------------------------------------------- has it been added before? */

/* What a computed document was computed from. */
static const pdk_document *recording_of(const pdk_document *document)
{
    while (document->content.size == 0 && document->sources.count > 0)
        document = ((const pdk_document *const *)document->sources.items)[0];
    return document;
}

static uint64_t mix(uint64_t digest, uint64_t word)
{
    digest = (digest ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return digest ^ digest >> 29;
}

/* This is no protection against forgers: a person who makes two files look alike only gets them refused. */
static uint64_t digest_of(const pdk_document *recording)
{
    enum { TRIM = 16 << 20 };
    pdk_bytes bytes = recording->content;
    uint64_t digest = bytes.size;
    size_t i = 0;
    for (; i + 8 <= bytes.size; i += 8) {
        digest = mix(digest, pdk_load_u64(bytes.data + i));
        if (i % TRIM == 0) pdk_trim(recording);
    }
    for (; i < bytes.size; i++) digest = mix(digest, bytes.data[i]);
    return digest;
}

static pdk_status add_race(pdk_season *season, const pdk_season_round *round, pdk_error *error)
{
    const pdk_document *recording = recording_of(round->race);
    uint64_t size = recording->content.size, digest = digest_of(recording);
    const pdk_season_race *races = season->races.items;
    for (size_t i = 0; i < season->races.count; i++) {
        if (races[i].size != size || races[i].digest != digest) continue;
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "season.twice",
                        "this is the same recording as round %zu (%.*s)", i + 1,
                        races[i].path.size < 120 ? (int)races[i].path.size : 120,
                        races[i].path.data != NULL ? races[i].path.data : "");
    }
    pdk_season_race *race = pdk_vector_push(&season->races);
    if (race == NULL) return pdk_fail_memory(error, pdk_season_memory(season), "rounds");
    *race = (pdk_season_race){ .size = size,
                               .digest = digest,
                               .winner = PDK_SEASON_NOBODY,
                               .pole = PDK_SEASON_NOBODY,
                               .fastest = PDK_SEASON_NOBODY,
                               .fastest_time = NAN };
    if (round->path != NULL) race->path = pdk_season_keep(season, pdk_season_word(round->path));
    return PDK_OK;
}

static pdk_season_race *this_race(const round_read *read)
{
    return (pdk_season_race *)read->season->races.items + read->number;
}

/* A recording that does not say which session it is may be a race; one that says practice is none. */
static pdk_status check_session(const round_read *read, pdk_error *error)
{
    pdk_answers answers;
    const pdk_session *session = NULL;
    pdk_status status = pdk_answers_begin(read->round->race, NULL, NULL, &answers, error);
    if (status == PDK_OK) status = pdk_answers_session(&answers, &session, error);
    if (status != PDK_OK) return status;
    char track[256];
    pdk_text name = { track, pdk_document_track_name(recording_of(read->round->race), track, sizeof track) };
    this_race(read)->track = pdk_season_keep(read->season, name);
    this_race(read)->official = session->has_results;
    if (session->kind == PDK_SESSION_RACE || session->kind == PDK_SESSION_UNKNOWN) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "season.session",
                    "a round is a race, and this recording is of something else");
}

/* -------------------------------------------------------------------------------------------- the results */

static void measure_laps(const round_read *read, pdk_season_entry *entry, double *times)
{
    const pdk_lap *lap;
    size_t count = 0;
    for (size_t i = 0; (lap = pdk_lap_at(read->round->race, i)) != NULL; i++) {
        if (lap->entry == entry->result.entry && lap->clean && lap->has_lap_time) times[count++] = lap->lap_time;
    }
    entry->clean_laps = (uint32_t)count;
    entry->deviation = count > 1 ? pdk_deviation(times, count) : NAN;
    entry->median_lap_time = pdk_median(times, count);
}

/* Tables know missing values, without a bool beside it. */
#define MISSING(from, member, value) \
    if (!(from)->has_##member) (from)->member = value

static void keep_result(const pdk_season *season, pdk_result *result)
{
    static const pdk_text none = { NULL, 0 };
    MISSING(result, position, UINT32_MAX);
    MISSING(result, vehicle, none);
    MISSING(result, total_time, NAN);
    MISSING(result, gap, NAN);
    MISSING(result, laps_down, UINT32_MAX);
    MISSING(result, best_lap_time, NAN);
    MISSING(result, grid_position, UINT32_MAX);
    MISSING(result, pit_stops, UINT32_MAX);
    MISSING(result, penalties, UINT32_MAX);
    MISSING(result, penalty_time, NAN);
    MISSING(result, contacts, UINT32_MAX);
    MISSING(result, team, none);
    MISSING(result, number, none);
    MISSING(result, class_name, none);
    pdk_text *const texts[] = { &result->vehicle, &result->team, &result->number, &result->class_name };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) *texts[i] = pdk_season_keep(season, *texts[i]);
}

static void add_count(uint32_t *to, bool has, uint32_t more)
{
    if (has && *to != UINT32_MAX) *to += more;
}

/* A driver who came back: the better place counts, and everything that happened. */
static void merge(pdk_season_entry *entry, const pdk_result *again)
{
    add_count(&entry->result.contacts, again->has_contacts, again->contacts);
    add_count(&entry->result.penalties, again->has_penalties, again->penalties);
    add_count(&entry->result.pit_stops, again->has_pit_stops, again->pit_stops);
    if (again->has_penalty_time) entry->result.penalty_time += again->penalty_time;
}

static pdk_season_entry *entry_of(const round_read *read, uint32_t driver)
{
    pdk_season_entry *entries = read->season->entries.items;
    for (size_t i = read->first_entry; i < read->season->entries.count; i++) {
        if (entries[i].driver == driver) return &entries[i];
    }
    return NULL;
}

static pdk_status take_result(const round_read *read, size_t row, double *times, pdk_error *error)
{
    const pdk_result *result = pdk_result_at(read->round->race, row);
    pdk_season_entry *entry = entry_of(read, read->drivers[row]);
    if (entry != NULL) {
        merge(entry, result);
        return PDK_OK;
    }
    entry = pdk_vector_push(&read->season->entries);
    if (entry == NULL) return pdk_fail_memory(error, pdk_season_memory(read->season), "results");
    bool runs = result->status == PDK_RESULT_FINISHED || result->status == PDK_RESULT_RUNNING;
    *entry = (pdk_season_entry){ .driver = read->drivers[row],
                                 .round = read->number,
                                 .result = *result,
                                 .status = pdk_season_word(pdk_result_status_name(result->status)),
                                 .scores = runs && result->has_position };
    keep_result(read->season, &entry->result);
    measure_laps(read, entry, times);
    return PDK_OK;
}

static pdk_status read_results(round_read *read, pdk_error *error)
{
    pdk_memory *memory = pdk_season_memory(read->season);
    size_t count = 0, laps = 0;
    pdk_status status = pdk_result_count(read->round->race, &count, error);
    if (status == PDK_OK) status = pdk_lap_count(read->round->race, &laps, error);
    if (status != PDK_OK) return status;
    double *times = pdk_alloc_array(memory, laps, sizeof *times);
    read->drivers = pdk_alloc_array(memory, count, sizeof *read->drivers);
    if (times == NULL || read->drivers == NULL) return pdk_fail_memory(error, memory, "results");
    read->first_entry = read->season->entries.count;
    status = pdk_season_identify(read->season, read->round->race, read->drivers, count, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) status = take_result(read, i, times, error);
    pdk_free(memory, times);
    return status;
}

/* Winner, fastest lap, and how many drove. */
static void sum_up(const round_read *read)
{
    pdk_season_race *race = this_race(read);
    pdk_season_entry *entries = read->season->entries.items, *fastest = NULL;
    for (size_t i = read->first_entry; i < read->season->entries.count; i++) {
        const pdk_result *result = &entries[i].result;
        race->drivers += result->status != PDK_RESULT_NOT_STARTED;
        if (entries[i].scores && result->position == 1) {
            race->winner = entries[i].driver;
            race->laps = result->laps;
        }
        if (!result->has_best_lap_time || race->fastest_time <= result->best_lap_time) continue;
        race->fastest_time = result->best_lap_time;
        fastest = &entries[i];
    }
    if (fastest == NULL) return;
    fastest->fastest_lap = true;
    race->fastest = fastest->driver;
}

/* ----------------------------------------------------------------------------------------------- the pole */

static pdk_status note_other_track(const round_read *read, pdk_error *error)
{
    char track[256];
    pdk_document_track_name(read->round->qualifying, track, sizeof track);
    const char *note = pdk_keep_printf(pdk_season_memory(read->season),
                                       "the qualifying was driven on another track%s%s, so nobody has the pole",
                                       track[0] != '\0' ? ": " : "", track);
    if (note == NULL) return pdk_fail_memory(error, pdk_season_memory(read->season), "rounds");
    this_race(read)->note = pdk_season_word(note);
    return PDK_OK;
}

/* The first of the qualifying, who need not be in the race. */
static pdk_status read_qualifying(const round_read *read, pdk_error *error)
{
    const pdk_document *qualifying = read->round->qualifying;
    size_t count = 0;
    bool same = true;
    pdk_status status = pdk_season_is_on_track(recording_of(read->round->race), qualifying, &same, error);
    if (status == PDK_OK && !same) return note_other_track(read, error);
    if (status == PDK_OK) status = pdk_result_count(qualifying, &count, error);
    const pdk_result *first = status == PDK_OK ? pdk_result_at(qualifying, 0) : NULL;
    if (status != PDK_OK || first == NULL || !first->has_best_lap_time) return status;
    return pdk_season_identify(read->season, qualifying, &this_race(read)->pole, 1, error);
}

static pdk_status find_pole(const round_read *read, pdk_error *error)
{
    pdk_season_entry *entries = read->season->entries.items;
    if (read->round->qualifying != NULL) {
        pdk_status status = read_qualifying(read, error);
        if (status != PDK_OK) return status;
    }
    pdk_season_race *race = this_race(read);
    for (size_t i = read->first_entry; i < read->season->entries.count; i++) {
        bool first = entries[i].result.has_grid_position && entries[i].result.grid_position == 1;
        if (read->round->qualifying == NULL && first) race->pole = entries[i].driver;
        entries[i].pole = entries[i].driver == race->pole;
    }
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------- incidents */

static uint32_t party_driver(const round_read *read, const pdk_incident_party *party)
{
    const pdk_result *result;
    for (size_t i = 0; (result = pdk_result_at(read->round->race, i)) != NULL; i++) {
        if (result->slot == party->slot && pdk_same_text(result->driver, party->driver)) return read->drivers[i];
    }
    return PDK_SEASON_NOBODY;
}

static bool add_pair(const round_read *read, const pdk_incident *incident, const pdk_incident_party *party,
                     uint32_t other)
{
    pdk_season_incident *row = pdk_vector_push(&read->season->incidents);
    if (row == NULL) return false;
    *row = (pdk_season_incident){ .driver = party_driver(read, party),
                                  .other = other,
                                  .round = read->number,
                                  .behind = party->behind,
                                  .incident = *incident };
    return true;
}

/* The texts of an incident, shared by its rows. */
static pdk_incident keep_incident(const pdk_season *season, const pdk_incident *from)
{
    static const pdk_text none = { NULL, 0 };
    pdk_incident incident = *from;
    incident.incident = pdk_season_keep(season, from->incident);
    incident.kind_name = pdk_season_word(pdk_incident_kind_name(from->kind));
    MISSING(&incident, sentence, none);
    MISSING(&incident, place, none);
    MISSING(&incident, lap, UINT32_MAX);
    MISSING(&incident, x, NAN);
    MISSING(&incident, y, NAN);
    incident.sentence = pdk_season_keep(season, incident.sentence);
    incident.place = pdk_season_keep(season, incident.place);
    return incident;
}

static bool add_incident(const round_read *read, const pdk_incident *from)
{
    pdk_incident incident = keep_incident(read->season, from);
    bool good = true;
    for (size_t a = 0; a < incident.party_count && good; a++) {
        const pdk_incident_party *party = pdk_incident_party_at(read->round->race, (size_t)incident.first_party + a);
        if (incident.party_count == 1) good = add_pair(read, &incident, party, PDK_SEASON_NOBODY);
        for (size_t b = 0; b < incident.party_count && good; b++) {
            if (b == a) continue;
            const pdk_incident_party *other =
                pdk_incident_party_at(read->round->race, (size_t)incident.first_party + b);
            good = add_pair(read, &incident, party, party_driver(read, other));
        }
    }
    return good;
}

/* Recordings without motion have none. */
static pdk_status read_incidents(const round_read *read, pdk_error *error)
{
    size_t count = 0;
    pdk_error reason;
    pdk_status status = pdk_incident_count(read->round->race, &count, &reason);
    if (status == PDK_E_UNSUPPORTED) return PDK_OK;
    if (status != PDK_OK && error != NULL) *error = reason;
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        if (!add_incident(read, pdk_incident_at(read->round->race, i)))
            status = pdk_fail_memory(error, pdk_season_memory(read->season), "incidents");
    }
    this_race(read)->incidents = (uint32_t)count;
    return status;
}

/* The race as the game and stewards decided. */
static pdk_status analyse(const pdk_season *season, const pdk_season_round *round, pdk_document **analysis,
                          pdk_error *error)
{
    static const char *const more[] = { "incidents", "incident_parties", "penalty_outcomes" };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    const char *names[6] = { "laps", "results" };
    size_t count = 2;
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        if (pdk_answer_available(round->race, more[i], NULL) == PDK_OK) names[count++] = more[i];
    }
    options.names = names;
    options.rulings = round->rulings;
    options.results = round->results;
    options.limits = season->options.limits;
    options.allocator = season->options.allocator;
    return pdk_analyse(round->race, &options, analysis, error);
}

static pdk_status read_round(round_read *read, pdk_error *error)
{
    pdk_status status = add_race(read->season, read->round, error);
    if (status == PDK_OK) status = check_session(read, error);
    if (status == PDK_OK) status = read_results(read, error);
    if (status == PDK_OK) sum_up(read);
    if (status == PDK_OK) status = find_pole(read, error);
    if (status == PDK_OK) status = read_incidents(read, error);
    if (status == PDK_OK) status = pdk_season_read_track(read->season, read->round->race, read->number, error);
    if (status == PDK_OK)
        status = pdk_season_read_penalties(read->season, read->round, read->number, read->drivers, error);
    if (status == PDK_OK)
        status = pdk_season_read_rulings(read->season, read->round, read->number, read->drivers, error);
    return status;
}

/* Those of the round: nothing else has to look at files. */
static pdk_status select_rulings(const pdk_season *season, const pdk_season_round *round, pdk_rulings **own,
                                 pdk_error *error)
{
    pdk_rulings_options options = PDK_RULINGS_OPTIONS_INIT;
    const pdk_ruled_recording recording = { &round->rulings_file, 1 };
    if (round->rulings == NULL || round->rulings_file == NULL) return PDK_OK;
    options.limits = season->options.limits;
    options.allocator = season->options.allocator;
    return pdk_rulings_select(round->rulings, &recording, &options, own, error);
}

pdk_status pdk_season_read(pdk_season *season, const pdk_season_round *given, pdk_error *error)
{
    pdk_season_round round = *given;
    round_read read = { .season = season, .round = &round, .number = (uint32_t)season->races.count };
    pdk_document *analysis = NULL;
    pdk_rulings *own = NULL;
    pdk_status status = select_rulings(season, given, &own, error);
    if (own != NULL) round.rulings = own;
    bool decided = round.rulings != NULL || round.results != NULL;
    if (status == PDK_OK && decided) status = analyse(season, &round, &analysis, error);
    if (analysis != NULL) round.race = analysis;
    if (status == PDK_OK) status = read_round(&read, error);
    pdk_close(analysis);
    pdk_rulings_close(own);
    return status;
}
