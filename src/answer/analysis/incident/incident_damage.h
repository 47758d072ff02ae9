/* What broke or fell off, by events and by the bits of poses. */
#ifndef PADDOCK_ANALYSIS_INCIDENT_INCIDENT_DAMAGE_H
#define PADDOCK_ANALYSIS_INCIDENT_INCIDENT_DAMAGE_H

#include <stddef.h>
#include <stdint.h>

/* Parts: bits. The first six are those of the poses, in their order. */
enum {
    PDK_PART_FRONT_WING = 1 << 4,
    PDK_PART_REAR_WING = 1 << 5,
    PDK_PART_PIECE = 1 << 6,
    PDK_PART_ENGINE = 1 << 7,
    PDK_PART_SUSPENSION = 1 << 8,
    PDK_PART_WHEEL = 1 << 9, /* nobody says which */
    PDK_PART_WING = 1 << 10,
    PDK_PART_ANY = 1 << 11,
    PDK_PART_BODY = 1 << 12
};
#define PDK_PART_BY_EVENT UINT32_C(0x40000000) /* an event says so ... */
#define PDK_PART_BY_BITS UINT32_C(0x80000000)  /* ... or bits that changed: a guess */

typedef struct pdk_damaged_part {
    uint32_t part;
    const char *name;   /* "front wing" */
    const char *clause; /* "lost its front wing" */
} pdk_damaged_part;
/* Every part, in the order in which they are said; ends with a part of 0. */
extern const pdk_damaged_part pdk_damaged_parts[];

/* The same without parts that a better known one stands for: a wheel, where it is known which. */
uint32_t pdk_parts_said(uint32_t parts);

#endif
