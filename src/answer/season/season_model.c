/* What all parts of a season ask of it: copies of texts, drivers by their names, and the team of an entry. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "season/season.h"

pdk_text pdk_season_keep(const pdk_season *season, pdk_text text)
{
    char *kept = text.data != NULL ? pdk_keep_room(pdk_season_memory(season), text.size + 1) : NULL;
    if (kept == NULL) {
        season->made->failed |= text.data != NULL;
        return (pdk_text){ NULL, 0 };
    }
    memcpy(kept, text.data, text.size);
    kept[text.size] = '\0';
    return (pdk_text){ kept, text.size };
}

uint32_t pdk_season_find_driver(const pdk_season *season, pdk_text name)
{
    const pdk_season_driver *all = season->drivers.items;
    for (uint32_t i = 0; i < season->drivers.count; i++) {
        bool labelled = all[i].label.data != NULL && pdk_same_text(all[i].label, name);
        if (labelled || (!all[i].has_double && pdk_same_text(all[i].name, name))) return i;
    }
    return PDK_SEASON_NOBODY;
}

/* As many as the message has room for. */
pdk_status pdk_season_fail_unknown(const pdk_season *season, const char *code, const char *name, pdk_error *error)
{
    enum { ENOUGH = 40 };
    char names[150] = "";
    size_t used = 0;
    const pdk_season_driver *all = season->drivers.items;
    for (size_t i = 0; i < season->drivers.count; i++) {
        int size = all[i].label.size < ENOUGH ? (int)all[i].label.size : ENOUGH;
        if (used + (size_t)size + 8 > sizeof names) {
            snprintf(names + used, sizeof names - used, ", ...");
            break;
        }
        used +=
            (size_t)snprintf(names + used, sizeof names - used, "%s%.*s", i > 0 ? ", " : "", size, all[i].label.data);
    }
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, code, "no driver is called \"%.50s\"; there are: %s", name,
                    names);
}

/* The caller's list comes first; it may be of some drivers only. */
pdk_text pdk_season_team_of(const pdk_season *season, const pdk_season_entry *entry)
{
    const pdk_season_driver *driver = (const pdk_season_driver *)season->drivers.items + entry->driver;
    for (size_t i = 0; i < season->options.team_count; i++) {
        const pdk_season_team *team = &season->options.teams[i];
        if (pdk_text_is(driver->label, team->driver)) return (pdk_text){ team->team, strlen(team->team) };
    }
    bool named = entry->result.has_team && entry->result.team.size > 0;
    return named ? entry->result.team : (pdk_text){ NULL, 0 };
}

pdk_text pdk_season_label(const pdk_season *season, uint32_t driver)
{
    if (driver == PDK_SEASON_NOBODY) return (pdk_text){ NULL, 0 };
    return ((const pdk_season_driver *)season->drivers.items)[driver].label;
}
