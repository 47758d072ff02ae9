/* What events are called: the lines of event_names.def. */
#include "format/vcr/vcr_event_names.h"

#include <string.h>

#include "format/vcr/vcr_layout.h"

#define SIZES(from, to) from, to
#define ANY SIZES(0, UINT16_MAX)
#define EVENT_NAME(dialect, class_first, class_last, type_first, type_last, sizes, name, sure) \
    { PDK_VCR_##dialect, class_first, class_last, type_first, type_last, sizes, name, PDK_VCR_NAME_##sure },
const pdk_vcr_event_name pdk_vcr_event_names[] = {
#include "format/vcr/event_names.def"
};
#undef EVENT_NAME

const size_t pdk_vcr_event_name_count = sizeof pdk_vcr_event_names / sizeof pdk_vcr_event_names[0];

const char *pdk_vcr_naming_word(pdk_vcr_naming sure)
{
    static const char *const words[] = { "", "guess", "likely", "published" };
    return words[sure];
}

bool pdk_vcr_is_notice(const pdk_vcr_event_name *line)
{
    static const char *const names[] = { "dnf",
                                         "dnf_taken_back",
                                         "disqualified",
                                         "kicked",
                                         "formation_lap",
                                         "formation_lap_skipped",
                                         "wheel_detached",
                                         "wing_detached",
                                         "part_state",
                                         "wheel_loss",
                                         "body_dent",
                                         "engine_damage",
                                         "suspension_damage" };
    for (size_t i = 0; line->name != NULL && i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], line->name) == 0) return true;
    }
    return false;
}

bool pdk_vcr_names_kind(const pdk_vcr_event_name *line, uint32_t dialect, unsigned event_class, unsigned type)
{
    return line->dialect == dialect && event_class >= line->class_first && event_class <= line->class_last &&
           type >= line->type_first && type <= line->type_last;
}

bool pdk_vcr_names_all_sizes(const pdk_vcr_event_name *line)
{
    return line->size_first == 0 && line->size_last == UINT16_MAX;
}

static bool fits(const pdk_vcr_event_name *line, uint32_t dialect, unsigned event_class, unsigned type, unsigned size)
{
    return pdk_vcr_names_kind(line, dialect, event_class, type) && size >= line->size_first && size <= line->size_last;
}

const pdk_vcr_event_name *pdk_vcr_find_event_name(uint32_t dialect, unsigned event_class, unsigned type, unsigned size)
{
    for (size_t i = 0; i < pdk_vcr_event_name_count; i++) {
        if (fits(&pdk_vcr_event_names[i], dialect, event_class, type, size)) return &pdk_vcr_event_names[i];
    }
    return NULL;
}
