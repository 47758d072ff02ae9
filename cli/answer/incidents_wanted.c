/* Which incidents are wanted: by driver, lap, turn and kind. */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "incidents.h"
#include "messages.h"
#include "option_values.h"

static const pdk_incident_kind only_on_request[] = { PDK_INCIDENT_NEAR_MISS, PDK_INCIDENT_UNSAFE_RETURN,
                                                     PDK_INCIDENT_LOCK_UP };

static unsigned bit_of(pdk_incident_kind kind)
{
    return 1U << (unsigned)kind;
}

/* A list of names. */
static int read_kinds(const char *list, unsigned *kinds)
{
    for (const char *at = list; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, ",");
        unsigned found = 0;
        for (int kind = PDK_INCIDENT_CONTACT; kind <= PDK_INCIDENT_DAMAGE; kind++) {
            const char *name = pdk_incident_kind_name((pdk_incident_kind)kind);
            if (strlen(name) == length && strncmp(name, at, length) == 0) found = bit_of((pdk_incident_kind)kind);
        }
        if (found == 0)
            return cli_usage("--kind: \"%.*s\" is none of contact, impact, spin, off_track, damage, near_miss, "
                             "unsafe_return and lock_up",
                             (int)length, at);
        *kinds |= found;
        at += length + (at[length] == ',');
    }
    return CLI_FINE;
}

int cli_incidents_wanted(const cli_arguments *arguments, cli_incident_wanted *wanted)
{
    *wanted = (cli_incident_wanted){ .driver = arguments->values[CLI_DRIVER] };
    int status = cli_number_of(arguments, CLI_LAP, 0, &wanted->lap);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_TURN, 0, &wanted->turn);
    if (status != CLI_FINE) return status;
    if ((cli_given(arguments, CLI_LAP) && wanted->lap == 0) || (cli_given(arguments, CLI_TURN) && wanted->turn == 0))
        return cli_usage("laps and turns are counted from 1");
    return read_kinds(arguments->values[CLI_KIND], &wanted->kinds);
}

bool cli_wants_all_incidents(const cli_incident_wanted *wanted)
{
    for (size_t i = 0; i < sizeof only_on_request / sizeof only_on_request[0]; i++) {
        if ((wanted->kinds & bit_of(only_on_request[i])) != 0) return true;
    }
    return false;
}

static bool has_driver(const cli_incidents *told, const pdk_incident *incident, const char *driver)
{
    for (uint32_t i = 0; i < incident->party_count; i++) {
        const pdk_incident_party *party = pdk_incident_party_at(told->analysis, (size_t)incident->first_party + i);
        if (pdk_match_driver(party->driver, party->slot, driver) != PDK_DRIVER_NO) return true;
    }
    return false;
}

static bool is_wanted(const cli_incident_wanted *wanted, const cli_incidents *told, const pdk_incident *incident)
{
    if (wanted->lap > 0 && !(incident->has_lap && incident->lap == wanted->lap)) return false;
    if (wanted->turn > 0 && !(incident->has_turn && incident->turn == wanted->turn)) return false;
    if (wanted->kinds != 0 && (wanted->kinds & bit_of(incident->kind)) == 0) return false;
    return wanted->driver == NULL || has_driver(told, incident, wanted->driver);
}

/* Is there such a driver at all, with incidents or without? */
static bool knows_driver(cli_incident_wanted *wanted, const pdk_document *document)
{
    size_t count = 0;
    if (pdk_result_count(document, &count, NULL) != PDK_OK) return false;
    for (size_t i = 0; i < count; i++) {
        const pdk_result *result = pdk_result_at(document, i);
        if (pdk_match_driver(result->driver, result->slot, wanted->driver) != PDK_DRIVER_NO) return true;
        cli_add_driver_name(&wanted->names, result->driver, result->slot);
    }
    return false;
}

int cli_choose_incidents(cli_incident_wanted *wanted, cli_incidents *told)
{
    size_t count = 0;
    pdk_error error;
    if (pdk_incident_count(told->analysis, &count, &error) != PDK_OK) return cli_fail(told->file, &error);
    told->rows = malloc((count + 1) * sizeof *told->rows);
    if (told->rows == NULL) return cli_no_memory("incidents");
    for (size_t i = 0; i < count; i++) {
        if (is_wanted(wanted, told, pdk_incident_at(told->analysis, i))) told->rows[told->count++] = i;
    }
    if (wanted->driver != NULL && !wanted->met_driver)
        wanted->met_driver = told->count > 0 || knows_driver(wanted, told->document);
    return CLI_FINE;
}
