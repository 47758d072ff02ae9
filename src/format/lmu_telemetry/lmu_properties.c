/* Who drove what where: the table `metadata`. The driver's Steam ID is there, too: it is personal, and nobody needs it
 * here. */
#include <string.h>

#include "format/lmu_telemetry/lmu.h"

static const struct {
    const char *key, *property, *meaning;
} facts[] = {
    { "DriverName", "driver", NULL },
    { "CarName", "vehicle", NULL },
    { "CarClass", "class", NULL },
    { "TrackName", "track", NULL },
    { "TrackLayout", "track_layout", NULL },
    { "SessionType", "session", "Practice, Qualify or Race" },
    { "RecordingTime", "recorded_at", "UTC" },
    { "SessionTime", "session_time", "as the game says it" },
    { "WeatherConditions", "weather", "as the game says it" },
    { "Version", "version", "of the recording's layout" },
};

static void add_fact(pdk_lmu *log, const char *key, const char *value)
{
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        bool fits = strcmp(facts[i].key, key) == 0 && value[0] != '\0' &&
                    pdk_document_find_property(log->document, facts[i].property) == NULL;
        if (fits)
            pdk_document_add_text(log->document, facts[i].property, value, strlen(value), facts[i].meaning, PDK_LIKELY);
    }
}

pdk_status pdk_lmu_add_properties(pdk_lmu *log, pdk_error *error)
{
    const char *const *keys, *const *values;
    uint64_t key_rows, value_rows;
    pdk_status status = pdk_lmu_read_texts(log, "metadata", "key", &keys, &key_rows, error);
    if (status == PDK_OK) status = pdk_lmu_read_texts(log, "metadata", "value", &values, &value_rows, error);
    if (status != PDK_OK) return status;
    bool told = keys != NULL && values != NULL;
    for (uint64_t i = 0; told && i < key_rows && i < value_rows; i++)
        if (keys[i] != NULL && values[i] != NULL) add_fact(log, keys[i], values[i]);
    const pdk_property *version = pdk_document_find_property(log->document, "version");
    bool known = version != NULL && version->value.as.text.size == 1 && version->value.as.text.data[0] == '1';
    if (!known)
        pdk_document_add_finding(log->document, PDK_WARNING, "lmu-telemetry.version", PDK_NO_OFFSET, "lmu-telemetry",
                                 "the recording says version \"%.20s\"; only 1 is known",
                                 version != NULL ? version->value.as.text.data : "");
    return PDK_OK;
}
