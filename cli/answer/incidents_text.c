/* Incidents for people: what could stand in a steward's post. */
#include <string.h>

#include "incidents.h"
#include "output.h"

static void put_text(cli_out *out, pdk_text text)
{
    cli_put_text(out, text.data, text.size);
}

static void put_name(cli_out *out, const cli_incidents *told, const pdk_incident_party *party)
{
    if (party->has_driver) put_text(out, party->driver);
    if (party->has_driver && told->repeats) cli_print(out, " (%lu)", (unsigned long)party->slot);
    if (!party->has_driver) cli_print(out, "slot %lu", (unsigned long)party->slot);
}

void cli_put_kmh(cli_out *out, double speed)
{
    char text[PDK_TIME_SIZE];
    pdk_format_speed(text, speed, 0);
    cli_print(out, "%s", text);
}

static const pdk_incident_party *party_of(const cli_incidents *told, const pdk_incident *incident, uint32_t index)
{
    return pdk_incident_party_at(told->analysis, (size_t)incident->first_party + index);
}

/* ---------------------------------------------------------------------------------------------- one incident */

static void put_party(cli_out *out, const cli_incidents *told, const pdk_incident_party *party)
{
    cli_print(out, "    ");
    put_name(out, told, party);
    if (party->has_sentence) {
        cli_print(out, ": ");
        put_text(out, party->sentence);
    }
    cli_print(out, "\n");
}

/* What the game itself recorded, for each party that has it. */
static void put_magnitudes(cli_out *out, const cli_incidents *told, const pdk_incident *incident)
{
    if (!incident->has_magnitude) return;
    cli_print(out, "    the game's own magnitude:");
    for (uint32_t i = 0, count = 0; i < incident->party_count; i++) {
        const pdk_incident_party *party = party_of(told, incident, i);
        if (!party->has_magnitude) continue;
        cli_print(out, "%s %.6g by ", count++ > 0 ? "," : "", party->magnitude);
        put_name(out, told, party);
    }
    cli_print(out, "\n");
}

static void put_incident(cli_out *out, const cli_incidents *told, size_t number)
{
    const pdk_incident *incident = cli_incident_at(told, number);
    cli_print(out, "\n%zu. ", number + 1);
    char clock[PDK_TIME_SIZE];
    pdk_format_time(clock, incident->time, 3);
    cli_heading(out, clock);
    if (incident->lap == 0) cli_print(out, ", formation lap");
    else if (incident->has_lap) {
        cli_print(out, ", lap %lu", (unsigned long)incident->lap);
        if (incident->first_lap == PDK_MAYBE_YES) cli_print(out, " (the first)");
        else if (incident->last_lap == PDK_MAYBE_YES) cli_print(out, " (the last)");
    }
    if (incident->has_place) {
        cli_print(out, ", ");
        put_text(out, incident->place);
    }
    cli_print(out, ": %s", pdk_incident_kind_title(incident->kind));
    if (incident->has_contacts && incident->contacts > 1)
        cli_print(out, ", %lu contacts", (unsigned long)incident->contacts);
    cli_print(out, ". ");
    put_text(out, incident->sentence);
    cli_print(out, "\n");
    if (incident->has_reason) {
        cli_print(out, "    why: ");
        put_text(out, incident->reason);
        cli_print(out, "\n");
    }
    for (uint32_t i = 0; i < incident->party_count; i++) put_party(out, told, party_of(told, incident, i));
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
        { "contact", "contacts" },     { "impact", "impacts" },          { "spin", "spins" },
        { "excursion", "excursions" }, { "near miss", "near misses" },   { "unsafe return", "unsafe returns" },
        { "lock-up", "lock-ups" },     { "damaged car", "damaged cars" }
    };
    size_t counts[sizeof names / sizeof names[0]] = { 0 };
    for (size_t i = 0; i < told->count; i++) {
        size_t kind = (size_t)cli_incident_at(told, i)->kind - PDK_INCIDENT_CONTACT;
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

/* Why values are missing: each sentence once. */
static void put_notes(cli_out *out, const cli_incidents *told)
{
    enum { MOST = 16 };
    pdk_text said[MOST];
    size_t count = 0;
    for (size_t i = 0; i < told->count && count < MOST; i++) {
        const pdk_incident *incident = cli_incident_at(told, i);
        pdk_text text = incident->unavailable;
        bool again = text.data == NULL;
        for (size_t k = 0; k < count && !again; k++) again = said[k].data == text.data; /* each is kept once */
        if (!again) said[count++] = text;
    }
    if (count > 0) cli_print(out, "\nNot known for some:\n");
    for (size_t i = 0; i < count; i++) {
        cli_print(out, "    ");
        put_text(out, said[i]);
        cli_print(out, "\n");
    }
}

void cli_put_incidents(cli_out *out, const cli_incidents *told)
{
    put_counts(out, told);
    for (size_t i = 0; i < told->count; i++) put_incident(out, told, i);
    pdk_text gaps = pdk_incident_unavailable(told->analysis);
    if (gaps.data != NULL) {
        cli_print(out, "\nThis recording does not contain ");
        put_text(out, gaps);
        cli_print(out, ".\n");
    }
    put_notes(out, told);
}
