/* Incidents as Markdown, with what a league's form asks for. */
#include <math.h>
#include <string.h>

#include "base/markdown_text.h"
#include "incidents.h"
#include "output.h"
#include "base/shown.h"

static void put_bytes(void *user, const char *bytes, size_t size)
{
    const cli_out *out = user;
    pdk_output_write(out->output, bytes, size, NULL);
}

/* Text out of a file in a cell. */
static void put_safe(cli_out *out, pdk_text text)
{
    pdk_show_markdown(text.data, text.size, put_bytes, out);
}

static void put_name(cli_out *out, const cli_incidents *told, const pdk_incident_party *party)
{
    if (party->has_driver) put_safe(out, party->driver);
    if (party->has_driver && told->repeats) cli_print(out, " \\(%lu\\)", (unsigned long)party->slot);
    if (!party->has_driver) cli_print(out, "slot %lu", (unsigned long)party->slot);
}

static void put_maybe(cli_out *out, uint8_t value)
{
    cli_print(out, "%s", value == PDK_MAYBE_YES ? "yes" : value == PDK_MAYBE_NO ? "no" : "not known");
}

static const pdk_incident_party *party_of(const cli_incidents *told, const pdk_incident *incident, uint32_t index)
{
    return pdk_incident_party_at(told->analysis, (size_t)incident->first_party + index);
}

/* The contact as the game recorded it, in its own unit. */
static void put_magnitudes(cli_out *out, const cli_incidents *told, const pdk_incident *incident)
{
    if (!incident->has_magnitude) return;
    cli_print(out, "| The game's own magnitude |");
    for (uint32_t i = 0, count = 0; i < incident->party_count; i++) {
        const pdk_incident_party *party = party_of(told, incident, i);
        if (!party->has_magnitude) continue;
        cli_print(out, "%s %.6g by ", count++ > 0 ? "," : "", party->magnitude);
        put_name(out, told, party);
    }
    cli_print(out, " |\n");
}

static void put_facts(cli_out *out, const cli_incidents *told, const pdk_incident *incident)
{
    char clock[PDK_TIME_SIZE];
    pdk_format_time(clock, incident->time, 3);
    cli_print(out, "| | |\n|---|---|\n| Time in the replay | %s |\n| Lap | ", clock);
    if (incident->lap == 0) cli_print(out, "formation lap");
    else if (incident->has_lap) cli_print(out, "%lu", (unsigned long)incident->lap);
    else cli_print(out, "not known");
    if (incident->first_lap == PDK_MAYBE_YES) cli_print(out, " (first lap)");
    if (incident->last_lap == PDK_MAYBE_YES) cli_print(out, " (last lap)");
    cli_print(out, " |\n| Place | ");
    if (incident->has_place) cli_put_text(out, incident->place.data, incident->place.size);
    else cli_print(out, "not known");
    cli_print(out, " |\n| Cars | ");
    for (uint32_t i = 0; i < incident->party_count; i++) {
        const pdk_incident_party *party = party_of(told, incident, i);
        if (i > 0) cli_print(out, ", ");
        put_name(out, told, party);
        if (party->behind == PDK_MAYBE_YES) cli_print(out, " (behind)");
    }
    cli_print(out, " |\n");
    if (incident->has_objects) {
        cli_print(out, "| Hit | ");
        put_safe(out, incident->objects);
        cli_print(out, " |\n");
    }
    if (incident->has_closing_speed) {
        cli_print(out, "| Closing speed | ");
        cli_put_kmh(out, fmax(incident->closing_speed, 0));
        cli_print(out, " |\n");
    }
    if (incident->has_positions_text) {
        cli_print(out, "| Positions | ");
        put_safe(out, incident->positions_text);
        cli_print(out, " |\n");
    }
    put_magnitudes(out, told, incident);
    uint8_t dangerous = PDK_MAYBE_UNKNOWN;
    for (uint32_t i = 0; i < incident->party_count; i++) {
        uint8_t one = party_of(told, incident, i)->unsafe_return;
        if (one == PDK_MAYBE_YES || dangerous == PDK_MAYBE_UNKNOWN) dangerous = one;
    }
    cli_print(out, "| Dangerous return | ");
    put_maybe(out, dangerous);
    cli_print(out, " |\n| Id | ");
    cli_put_text(out, incident->incident.data, incident->incident.size);
    cli_print(out, " |\n");
}

static void put_parties(cli_out *out, const cli_incidents *told, const pdk_incident *incident)
{
    cli_print(out, "\n| Driver | Speed | Places lost | Seconds lost | Stood | Spun | Excursion | Retired |\n"
                   "|---|---|---|---|---|---|---|---|\n");
    for (uint32_t i = 0; i < incident->party_count; i++) {
        const pdk_incident_party *party = party_of(told, incident, i);
        cli_print(out, "| ");
        put_name(out, told, party);
        cli_print(out, " | ");
        char before[PDK_TIME_SIZE];
        if (party->has_speed_before && pdk_format_fixed(before, party->speed_before * 3.6, 0) > 0)
            cli_print(out, "%s to ", before);
        if (party->has_speed_before && party->has_speed_after) cli_put_kmh(out, party->speed_after);
        else cli_print(out, "not known");
        if (party->has_positions_lost)
            cli_print(out, " | %ld (%lu to %lu)", (long)party->positions_lost, (unsigned long)party->position_before,
                      (unsigned long)party->position_after);
        else cli_print(out, " | not known");
        if (party->time_lost >= pdk_least_time_lost) cli_print(out, " | %.1f", party->time_lost);
        else if (party->has_time_lost) cli_print(out, " | none");
        else cli_print(out, " | not known");
        if (party->has_stopped_duration) cli_print(out, " | %.1f s | ", party->stopped_duration);
        else cli_print(out, " | not known | ");
        put_maybe(out, party->spun);
        cli_print(out, " | ");
        put_maybe(out, party->left_track);
        cli_print(out, " | ");
        put_maybe(out, party->retired);
        cli_print(out, " |\n");
    }
}

static void put_sentence(cli_out *out, const pdk_incident *incident)
{
    put_safe(out, incident->sentence);
    if (incident->has_reason) {
        cli_print(out, "\n\nWhy: ");
        put_safe(out, incident->reason);
    }
    cli_print(out, "\n\n");
}

/* Each driver's part in words. */
static void put_parts(cli_out *out, const cli_incidents *told, const pdk_incident *incident)
{
    cli_print(out, "\n");
    for (uint32_t i = 0; i < incident->party_count; i++) {
        const pdk_incident_party *party = party_of(told, incident, i);
        if (!party->has_sentence) continue;
        cli_print(out, "- ");
        put_name(out, told, party);
        cli_print(out, ": ");
        put_safe(out, party->sentence);
        cli_print(out, "\n");
    }
}

void cli_put_incidents_markdown(cli_out *out, const cli_incidents *told)
{
    cli_print(out, "# Incidents of ");
    put_safe(out, (pdk_text){ told->file, strlen(told->file) });
    cli_print(out, "\n");
    if (told->count == 0) cli_print(out, "\nNone.\n");
    pdk_text gaps = pdk_incident_unavailable(told->analysis);
    if (gaps.data != NULL) {
        cli_print(out, "\nThis recording does not contain ");
        cli_put_text(out, gaps.data, gaps.size);
        cli_print(out, ".\n");
    }
    for (size_t i = 0; i < told->count; i++) {
        const pdk_incident *incident = cli_incident_at(told, i);
        cli_print(out, "\n## %zu. %c%s\n\n", i + 1, pdk_incident_kind_title(incident->kind)[0] - 'a' + 'A',
                  pdk_incident_kind_title(incident->kind) + 1);
        put_sentence(out, incident);
        put_facts(out, told, incident);
        if (told->clips != NULL && told->clips[i] != NULL) {
            cli_print(out, "| Clip | ");
            put_safe(out, (pdk_text){ told->clips[i], strlen(told->clips[i]) });
            cli_print(out, " |\n");
        }
        put_parties(out, told, incident);
        cli_put_approach(out, told, incident, put_name);
        put_parts(out, told, incident);
        if (incident->has_unavailable) {
            cli_print(out, "\nNot known: ");
            cli_put_text(out, incident->unavailable.data, incident->unavailable.size);
            cli_print(out, ".\n");
        }
    }
}
