/* The layout tables of Live for Speed path files. */
#ifndef PADDOCK_FORMAT_PTH_PTH_LAYOUT_H
#define PADDOCK_FORMAT_PTH_PTH_LAYOUT_H

#include "layout/layout.h"

#define PDK_PTH_EDGE(name_, offset_, meaning_)                                                                 \
    {                                                                                                          \
        .name = name_, .offset = offset_, .storage = PDK_RAW_F32, .certainty = PDK_CONFIRMED, .minimum = -1e4, \
        .maximum = 1e4, .unit = "m", .meaning = meaning_                                                       \
    }
#define PDK_PTH_PLACE(name_, offset_, certainty_, meaning_)                                                  \
    {                                                                                                        \
        .name = name_, .offset = offset_, .storage = PDK_RAW_I32, .divisor = 65536, .certainty = certainty_, \
        .unit = "m", .meaning = meaning_                                                                     \
    }
/* A node from this offset on; the same in both kinds of path files. */
#define PDK_PTH_NODE_FIELDS(at)                                                                                        \
    PDK_PTH_PLACE("x", at, PDK_CONFIRMED, "map, right"), PDK_PTH_PLACE("y", (at) + 4, PDK_CONFIRMED, "map, forward"),  \
        PDK_PTH_PLACE("z", (at) + 8, PDK_LIKELY, "height of the path, which is not that of the road"),                 \
        { .name = "direction",                                                                                         \
          .offset = (at) + 12,                                                                                         \
          .storage = PDK_RAW_F32,                                                                                      \
          .count = 3,                                                                                                  \
          .elements = "x y z",                                                                                         \
          .certainty = PDK_CONFIRMED,                                                                                  \
          .minimum = -1.001,                                                                                           \
          .maximum = 1.001,                                                                                            \
          .meaning = "unit vector along the path" },                                                                   \
        PDK_PTH_EDGE("limit_left", (at) + 24, "to the outer limit, measured to the right: negative on the left side"), \
        PDK_PTH_EDGE("limit_right", (at) + 28, "to the outer limit on the right"),                                     \
        PDK_PTH_EDGE("drive_left", (at) + 32,                                                                          \
                     "to the edge of the road, measured to the right: negative on the left side"),                     \
        PDK_PTH_EDGE("drive_right", (at) + 36, "to the edge of the road on the right")

extern const pdk_record pdk_pth_header, pdk_pth_node;
extern const pdk_record *const pdk_pth_records[];

#endif
