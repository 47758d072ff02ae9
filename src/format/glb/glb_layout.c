/* GLB: [header] [chunk] [JSON] and mostly [chunk] [bytes], little-endian. */
#include "format/glb/glb_layout.h"

#define SURE .certainty = PDK_CONFIRMED

static const char source[] = "the published specification of glTF 2.0";

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "glTF" },
    { .name = "version", .offset = PDK_GLB_VERSION, .storage = PDK_RAW_U32, SURE, .meaning = "2" },
    { .name = "length", .offset = PDK_GLB_LENGTH, .storage = PDK_RAW_U32, SURE, .meaning = "bytes of the file" },
};
/* clang-format on */
PDK_RECORD(pdk_glb_header, "glb.header", "At 0", PDK_GLB_HEADER, header_fields, source);

/* clang-format off */
static const pdk_field chunk_fields[] = {
    { .name = "length", .offset = 0, .storage = PDK_RAW_U32, SURE, .meaning = "bytes that follow, a multiple of 4" },
    { .name = "type", .offset = PDK_GLB_CHUNK_TYPE, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "JSON for the first; BIN and a NUL for the bytes it describes" },
};
/* clang-format on */
PDK_RECORD(pdk_glb_chunk, "glb.chunk", "The first at 12, each of the others after the bytes of the one before it",
           PDK_GLB_CHUNK, chunk_fields, source);

const pdk_record *const pdk_glb_records[] = { &pdk_glb_header, &pdk_glb_chunk, NULL };
