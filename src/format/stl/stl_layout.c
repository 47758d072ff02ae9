/* Binary STL: [header] [facet] x N, little-endian, packed. */
#include "format/stl/stl_layout.h"

#define SURE .certainty = PDK_CONFIRMED
#define LIKELY .certainty = PDK_LIKELY

static const char source[] = "the format as 3D Systems published it and every program writes it";

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "text", .offset = 0, .storage = PDK_RAW_OPAQUE, .count = 80, SURE,
      .meaning = "anything; it may begin with \"solid\", as text files do" },
    { .name = "facets", .offset = PDK_STL_FACETS, .storage = PDK_RAW_U32, SURE, .meaning = "how many" },
};
/* clang-format on */
PDK_RECORD(pdk_stl_header, "stl.header", "At 0", PDK_STL_HEADER, header_fields, source);

/* clang-format off */
static const pdk_field facet_fields[] = {
    { .name = "normal", .offset = 0, .storage = PDK_RAW_F32, .count = 3, .elements = "x y z", SURE,
      .meaning = "often zeros; the order of the corners gives the same direction" },
    { .name = "a", .offset = 12, .storage = PDK_RAW_F32, .count = 3, .elements = "x y z", SURE,
      .meaning = "first corner; the unit is not stored" },
    { .name = "b", .offset = 24, .storage = PDK_RAW_F32, .count = 3, .elements = "x y z", SURE,
      .meaning = "second corner, counter-clockwise seen from outside" },
    { .name = "c", .offset = 36, .storage = PDK_RAW_F32, .count = 3, .elements = "x y z", SURE, .meaning = "third corner" },
    { .name = "attribute", .offset = 48, .storage = PDK_RAW_U16, LIKELY,
      .meaning = "0; some programs keep a colour here" },
};
/* clang-format on */
PDK_RECORD(pdk_stl_facet, "stl.facet", "From 84 on", PDK_STL_FACET, facet_fields, source);

const pdk_record *const pdk_stl_records[] = { &pdk_stl_header, &pdk_stl_facet, NULL };
