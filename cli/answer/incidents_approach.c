/* How two cars came to an incident: a few rows of the table incident_approach, in Markdown. */
#include <math.h>
#include <string.h>

#include "answer.h"
#include "incidents.h"

typedef struct approach_row {
    double along, speed, throttle, brake;
} approach_row;

/* A driver's row at a time: the table has one each tenth of a second. */
static bool find_row(const pdk_table *table, const pdk_incident *incident, uint32_t slot, double time,
                     approach_row *found)
{
    for (uint64_t row = 0; row < pdk_table_rows(table); row++) {
        pdk_text id = cli_text_at(table, "incident", row);
        bool same = id.size == incident->incident.size && memcmp(id.data, incident->incident.data, id.size) == 0;
        if (!same || !(fabs(cli_number_at(table, "slot", row) - slot) < 0.5)) continue;
        if (!(fabs(cli_number_at(table, "time", row) - time) < 0.051)) continue;
        *found = (approach_row){ cli_number_at(table, "along", row), cli_number_at(table, "speed", row),
                                 cli_number_at(table, "throttle", row), cli_number_at(table, "brake", row) };
        return isfinite(found->along) && isfinite(found->speed);
    }
    return false;
}

static void put_car(cli_out *out, const approach_row *row)
{
    cli_print(out, " | ");
    cli_put_kmh(out, row->speed);
    if (isfinite(row->throttle)) cli_print(out, ", throttle %.0f %%", row->throttle * 100);
    if (isfinite(row->brake)) cli_print(out, ", brake %.0f %%", row->brake * 100);
}

void cli_put_approach(cli_out *out, const cli_incidents *told, const pdk_incident *incident,
                      void (*put_name)(cli_out *, const cli_incidents *, const pdk_incident_party *))
{
    static const double before[] = { 3, 2, 1.5, 1, 0.5, 0.2, 0.1 }; /* s */
    const pdk_table *table = pdk_document_own_table(told->analysis, "incident_approach");
    if (table == NULL || incident->party_count < 2) return;
    const pdk_incident_party *parties[] = {
        pdk_incident_party_at(told->analysis, (size_t)incident->first_party),
        pdk_incident_party_at(told->analysis, (size_t)incident->first_party + 1),
    };
    bool any = false;
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
        approach_row rows[2];
        bool known = true;
        for (size_t k = 0; k < 2; k++)
            known &= find_row(table, incident, parties[k]->slot, incident->time - before[i], &rows[k]);
        if (!known) continue;
        if (!any) {
            cli_print(out, "\n| Before | Ahead | Gap along the track | ");
            put_name(out, told, parties[0]);
            cli_print(out, " | ");
            put_name(out, told, parties[1]);
            cli_print(out, " |\n|---|---|---|---|---|\n");
        }
        any = true;
        double gap = rows[0].along - rows[1].along;
        cli_print(out, "| %.1f s | ", before[i]);
        put_name(out, told, parties[gap > 0 ? 0 : 1]);
        cli_print(out, " | %.1f m", fabs(gap));
        put_car(out, &rows[0]);
        put_car(out, &rows[1]);
        cli_print(out, " |\n");
    }
}
