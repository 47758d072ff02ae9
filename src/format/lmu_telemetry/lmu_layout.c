/* How every DuckDB database begins. Little-endian. docs/formats/lmu-telemetry.md. */
#include "format/lmu_telemetry/lmu_layout.h"

#define LIKELY .certainty = PDK_LIKELY

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "checksum", .offset = 0, .storage = PDK_RAW_U64, LIKELY, .meaning = "of this block" },
    { .name = "magic", .offset = 8, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, LIKELY,
      .meaning = "DUCK" },
    { .name = "storage_version", .offset = 12, .storage = PDK_RAW_U64, LIKELY,
      .meaning = "64 is that of DuckDB 0.9 to 1.1, 65 of 1.2" },
};
/* clang-format on */
PDK_RECORD(pdk_lmu_header, "lmu-telemetry.header", "The begin of the database's first block", 20, header_fields,
           "DuckDB's documentation of its storage");

const pdk_record *const pdk_lmu_records[] = { &pdk_lmu_header, NULL };
