/* Incidents for people: what could stand in a steward's post. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "incidents.h"

static const double stood_from = 0.5, lost_from = 0.1; /* s */
static const double turned_from = 10;                  /* degrees */
static const double degrees = 57.29577951308232;

static void put_text(cli_out *out, pdk_text text)
{
    cli_put_text(out, text.data, text.size);
}

static void put_name(cli_out *out, const cli_incidents *told, const pdk_incident_party *party)
{
    if (party->driver.data != NULL) put_text(out, party->driver);
    if (party->driver.data != NULL && told->repeats) cli_print(out, " (%lu)", (unsigned long)party->slot);
    if (party->driver.data == NULL) cli_print(out, "slot %lu", (unsigned long)party->slot);
}

void cli_put_kmh(cli_out *out, double speed)
{
    cli_print(out, "%.0f km/h", speed * 3.6);
}

static const pdk_incident_party *party_of(const cli_incidents *told, const pdk_incident *incident, uint32_t index)
{
    return pdk_incident_party_info(told->analysis, (size_t)incident->first_party + index);
}

static void put_title(cli_out *out, const cli_incidents *told, const pdk_incident *incident)
{
    static const char *const titles[] = {
        "", "contact of ", "impact of ", "spin of ", "excursion of ", "near miss of ", "unsafe return of "
    };
    bool known = (size_t)incident->kind < sizeof titles / sizeof titles[0];
    cli_print(out, "%s", known ? titles[incident->kind] : "incident of ");
    for (uint32_t i = 0; i < incident->party_count; i++) {
        bool last = i + 1 == incident->party_count;
        const char *between = incident->kind == PDK_INCIDENT_UNSAFE_RETURN ? " in front of " : last ? " and " : ", ";
        if (i > 0) cli_print(out, "%s", between);
        put_name(out, told, party_of(told, incident, i));
    }
    if (incident->objects.data != NULL) {
        cli_print(out, "%s with ", incident->kind == PDK_INCIDENT_IMPACT ? "" : ", and");
        put_text(out, incident->objects);
    }
}

/* ------------------------------------------------------------------------------------------------- one party */

/* Clauses of a sentence about one driver. */
typedef struct clauses {
    cli_out *out;
    int count;
} clauses;

static void begin_clause(clauses *all)
{
    cli_print(all->out, all->count++ == 0 ? ": " : ", ");
}

static void put_positions(clauses *all, const pdk_incident_party *party)
{
    if (party->positions_lost == INT32_MIN) return;
    long lost = party->positions_lost;
    begin_clause(all);
    if (lost == 0) {
        cli_print(all->out, "kept place %lu", (unsigned long)party->position_after);
        return;
    }
    cli_print(all->out, "%s %ld place%s (%lu to %lu)", lost > 0 ? "lost" : "gained", labs(lost),
              labs(lost) == 1 ? "" : "s", (unsigned long)party->position_before, (unsigned long)party->position_after);
}

static void put_speeds(clauses *all, const pdk_incident_party *party)
{
    if (isnan(party->speed_before)) return;
    begin_clause(all);
    cli_put_kmh(all->out, party->speed_before);
    if (isnan(party->speed_after)) return;
    cli_print(all->out, " to ");
    cli_put_kmh(all->out, party->speed_after);
}

static bool is_by_band(const pdk_incident *incident)
{
    return incident->judged_by.size == 4 && memcmp(incident->judged_by.data, "band", 4) == 0;
}

/* Without edges it is not known where the track ends, only where others drove. */
static void put_excursion(cli_out *out, const pdk_incident *incident)
{
    cli_print(out, "%s", is_by_band(incident) ? "beyond the line that others used" : "left the track");
    if (incident->party_count == 1 && !isnan(incident->beyond)) cli_print(out, " by %.1f m", incident->beyond);
}

/* Of a car that hit nobody and nothing its turn is that of the spin. An excursion may be as long as some bends: how far
 * a car turned in it says nothing. */
static void put_party(cli_out *out, const cli_incidents *told, const pdk_incident *incident, uint32_t index)
{
    const pdk_incident_party *party = party_of(told, incident, index);
    bool alone = incident->contacts == 0, excursion = incident->kind == PDK_INCIDENT_OFF_TRACK;
    clauses all = { out, 0 };
    cli_print(out, "    ");
    put_name(out, told, party);
    if (party->behind == PDK_MAYBE_YES) cli_print(out, " (behind)");
    put_speeds(&all, party);
    double turned = party->heading_change * degrees;
    if (fabs(turned) >= turned_from && party->spun != PDK_MAYBE_YES && !excursion) {
        begin_clause(&all);
        cli_print(out, "turned %.0f degrees to the %s", fabs(turned), turned > 0 ? "left" : "right");
    }
    if (party->spun == PDK_MAYBE_YES) {
        begin_clause(&all);
        cli_print(out, "spun");
        if (alone && !isnan(turned)) cli_print(out, " %.0f degrees", fabs(turned));
    }
    if (party->left_track == PDK_MAYBE_YES) {
        begin_clause(&all);
        put_excursion(out, incident);
    }
    if (party->unsafe_return == PDK_MAYBE_YES) {
        begin_clause(&all);
        cli_print(out, "came back in front of a faster car");
    }
    if (party->stopped_duration >= stood_from) {
        begin_clause(&all);
        cli_print(out, "stood %.1f s", party->stopped_duration);
    }
    put_positions(&all, party);
    if (party->time_lost >= lost_from) {
        begin_clause(&all);
        cli_print(out, "lost %.1f s in this lap", party->time_lost);
    }
    if (party->retired == PDK_MAYBE_YES) {
        begin_clause(&all);
        cli_print(out, "retired");
    }
    cli_print(out, "\n");
}

/* ---------------------------------------------------------------------------------------------- one incident */

static void put_meeting(cli_out *out, const cli_incidents *told, const pdk_incident *incident)
{
    if (isnan(incident->closing_speed)) return;
    const pdk_incident_party *first = party_of(told, incident, 0);
    cli_print(out, "    closing at ");
    cli_put_kmh(out, fmax(incident->closing_speed, 0));
    if (incident->kind == PDK_INCIDENT_CONTACT && first->overlap > 0 && incident->party_count == 2)
        cli_print(out, ", %.1f m beside each other when they touched", first->overlap);
    cli_print(out, "\n");
}

/* What the game wrote itself, of each who wrote it. */
static void put_magnitudes(cli_out *out, const cli_incidents *told, const pdk_incident *incident)
{
    if (isnan(incident->magnitude)) return;
    cli_print(out, "    the game's own magnitude:");
    for (uint32_t i = 0, count = 0; i < incident->party_count; i++) {
        const pdk_incident_party *party = party_of(told, incident, i);
        if (isnan(party->magnitude)) continue;
        cli_print(out, "%s %.6g by ", count++ > 0 ? "," : "", party->magnitude);
        put_name(out, told, party);
    }
    cli_print(out, "\n");
}

static void put_incident(cli_out *out, const cli_incidents *told, size_t number)
{
    const pdk_incident *incident = pdk_incident_info(told->analysis, number);
    cli_print(out, "\n%zu. ", number + 1);
    char clock[CLI_CLOCK];
    cli_clock_text(clock, incident->time);
    cli_heading(out, clock);
    if (incident->lap != UINT32_MAX) {
        cli_print(out, ", lap %lu", (unsigned long)incident->lap);
        if (incident->first_lap == PDK_MAYBE_YES) cli_print(out, " (the first)");
        else if (incident->last_lap == PDK_MAYBE_YES) cli_print(out, " (the last)");
    }
    if (incident->place.data != NULL) {
        cli_print(out, ", ");
        put_text(out, incident->place);
    }
    cli_print(out, ": ");
    put_title(out, told, incident);
    if (incident->contacts > 1) cli_print(out, ", %lu contacts", (unsigned long)incident->contacts);
    cli_print(out, "\n");
    for (uint32_t i = 0; i < incident->party_count; i++) put_party(out, told, incident, i);
    put_meeting(out, told, incident);
    put_magnitudes(out, told, incident);
    cli_print(out, "    id ");
    put_text(out, incident->incident);
    if (told->clips != NULL && told->clips[number] != NULL) {
        cli_print(out, ", clip ");
        cli_put_text(out, told->clips[number], strlen(told->clips[number]));
    }
    cli_print(out, "\n");
}

/* ------------------------------------------------------------------------------------------------------- all */

static void put_counts(cli_out *out, const cli_incidents *told)
{
    static const char *const names[][2] = {
        { "contact", "contacts" },     { "impact", "impacts" },        { "spin", "spins" },
        { "excursion", "excursions" }, { "near miss", "near misses" }, { "unsafe return", "unsafe returns" }
    };
    size_t counts[sizeof names / sizeof names[0]] = { 0 };
    for (size_t i = 0; i < told->count; i++) {
        size_t kind = (size_t)pdk_incident_info(told->analysis, i)->kind - PDK_INCIDENT_CONTACT;
        if (kind < sizeof names / sizeof names[0]) counts[kind]++;
    }
    cli_put_text(out, told->file, strlen(told->file));
    const char *between = ": ";
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (counts[i] == 0) continue;
        cli_print(out, "%s%zu %s", between, counts[i], names[i][counts[i] != 1]);
        between = ", ";
    }
    cli_print(out, told->count == 0 ? ": no incidents\n" : "\n");
}

/* How excursions were told, and why values are missing: each sentence once. */
static void put_notes(cli_out *out, const cli_incidents *told)
{
    enum { MOST = 16 };
    pdk_text said[MOST];
    size_t count = 0;
    for (size_t i = 0; i < told->count && count < MOST; i++) {
        const pdk_incident *incident = pdk_incident_info(told->analysis, i);
        pdk_text text = incident->unavailable;
        bool again = text.data == NULL;
        for (size_t k = 0; k < count && !again; k++) again = said[k].data == text.data; /* each is kept once */
        if (!again) said[count++] = text;
    }
    if (count > 0) cli_print(out, "\nNot known of some:\n");
    for (size_t i = 0; i < count; i++) {
        cli_print(out, "    ");
        put_text(out, said[i]);
        cli_print(out, "\n");
    }
}

static void put_judge(cli_out *out, const cli_incidents *told)
{
    for (size_t i = 0; i < told->count; i++) {
        pdk_text judge = pdk_incident_info(told->analysis, i)->judged_by;
        if (judge.data == NULL) continue;
        const char *by = judge.size == 4 && memcmp(judge.data, "band", 4) == 0
                             ? "the band of all laps and a metre beside it"
                         : judge.size == 5 && memcmp(judge.data, "track", 5) == 0 ? "the track that was given"
                                                                                  : "the status that the game stores";
        cli_print(out, "\nWho left the track is told by %s.\n", by);
        return;
    }
}

void cli_put_incidents(cli_out *out, const cli_incidents *told)
{
    put_counts(out, told);
    for (size_t i = 0; i < told->count; i++) put_incident(out, told, i);
    put_judge(out, told);
    pdk_text gaps = pdk_incident_unavailable(told->analysis);
    if (gaps.data != NULL) {
        cli_print(out, "\nThis recording cannot tell ");
        put_text(out, gaps);
        cli_print(out, ".\n");
    }
    put_notes(out, told);
}
