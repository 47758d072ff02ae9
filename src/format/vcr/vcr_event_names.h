/* What events are called, whether their payload is known or not. */
#ifndef PADDOCK_FORMAT_VCR_VCR_EVENT_NAMES_H
#define PADDOCK_FORMAT_VCR_VCR_EVENT_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How sure a name is; the weakest first. */
typedef enum pdk_vcr_naming {
    PDK_VCR_NAME_NONE = 0,
    PDK_VCR_NAME_GUESS,
    PDK_VCR_NAME_LIKELY,
    PDK_VCR_NAME_PUBLISHED
} pdk_vcr_naming;

typedef struct pdk_vcr_event_name {
    uint32_t dialect;                /* PDK_VCR_R1 ... */
    uint8_t class_first, class_last; /* in L the two top bits of the header */
    uint8_t type_first, type_last;
    uint16_t size_first, size_last;
    const char *name; /* NULL = unknown */
    pdk_vcr_naming sure;
} pdk_vcr_event_name;

/* The lines of event_names.def, in their order. */
extern const pdk_vcr_event_name pdk_vcr_event_names[];
extern const size_t pdk_vcr_event_name_count;

/* "published", "likely", "guess"; "" where there is no name */
const char *pdk_vcr_naming_word(pdk_vcr_naming sure);

/* Events whose name alone says something of a car's race or state. */
bool pdk_vcr_is_notice(const pdk_vcr_event_name *line);

/* Is the line about events of this class and type, of whichever size? */
bool pdk_vcr_names_kind(const pdk_vcr_event_name *line, uint32_t dialect, unsigned event_class, unsigned type);
/* About all sizes of them? */
bool pdk_vcr_names_all_sizes(const pdk_vcr_event_name *line);
/* The first line that fits; NULL = none does. */
const pdk_vcr_event_name *pdk_vcr_find_event_name(uint32_t dialect, unsigned event_class, unsigned type, unsigned size);

#endif
