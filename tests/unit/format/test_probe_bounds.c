/* Which format a file is is found in its first two megabytes and its last, whatever is in it and however long it is.
 * What is between cannot be read here. */
#define _DEFAULT_SOURCE
#include <string.h>
#include <sys/mman.h>

#include "codec/codec.h"
#include "format/detect/detect.h"
#include "support.h"

enum { PART = 2 << 20, WHOLE = 64 << 20 };

/* What begins a file, and what fills it from there. */
typedef struct filling {
    const char *begin, *piece;
} filling;

static const filling fillings[] = {
    { "", "" /* zeros */ },
    { "", " " },
    { "", "\n" },
    { "", "\t\r\n" },
    { "", "#\n" },
    { "", "# a remark\n" },
    { "", "1 2 3\n" },
    { "", "x,y,z\n" },
    { "", "{" },
    { "", "\"" },
    { "", "a" },
    { "", "\x01\x02\x03\x04" },
    { "", "\xFF" },
    { "", "v 0 0 0\n" },
    { "{", " " },
    { "\xEF\xBB\xBF{", "\n" },
    { "{\"accessors\":[", "0," },
    { "ply", " " },
    { "ply\n", "\n" },
    { "ply\n", "comment a\n" },
    { "ply ", "\r" },
    { "solid", " " },
    { "solid a\n", "facet normal 0 0 1\n" },
    { "$", " " },
    { "$ROAD_CRG\n", "* a remark\n" },
    { "*3DSMAX_ASCIIEXPORT 200\n", "*A {\n" },
    { "LASF", "\x01" },
    { "glTF", "\x02" },
    { "SHPI", "\x02" },
    { "wwww", "\x02" },
    { " raC", "\x02" },
    { "karT", "itrA" },
    { "RLD0HEAD", "\x02" },
    { "RPLY", "\x02" },
    { "LFSRAF", "\x02" },
    { "LFS_CI", "\x02" },
    { "SRPATH", "\x02" },
    { "LFSPIN", "\x02" },
    { "\x40", "\x02" },
    { "File created on 01/01/2026 at 10:00\r\n", "[header]\r\n" },
    { "<?xml version=\"1.0\"?><rFactorXML>", "<RaceResults>" },
    { "<?xml version=\"1.0\"?><gpx>", "<wpt/>" },
    { "<?xml version=\"1.0\"?><LDXFile>", "<Marker/>" },
    { "\"Format\",\"MoTeC CSV File\"", ",\"\"" },
    { "", "<a b=\"c\">&amp;" },
    { "//[[gMb1.002f (c)2016    ]] [[            ]]\nIRSR", "\x02" },
    { "mtllib a\n", "o a\n" },
    { "\x1F\x8B\x08", "\x02" },
    { "\x10\xFB", "\x02" },
    { "LFSSMX", "\x01" },
    { "LFSSPR", "\x01" },
    { "LFSMPR", "\x01" },
};
enum { FILLINGS = sizeof fillings / sizeof fillings[0] };

static void fill(uint8_t *bytes, const filling *how)
{
    size_t begin = strlen(how->begin), piece = strlen(how->piece);
    memset(bytes, 0, PART);
    memset(bytes + WHOLE - PART, 0, PART);
    memcpy(bytes, how->begin, begin);
    for (size_t i = begin; piece > 0 && i < WHOLE; i++) {
        if (i == PART) i = WHOLE - PART;
        bytes[i] = (uint8_t)how->piece[(i - begin) % piece];
    }
}

/* Every format with every name that any of them has. */
static void probe_all(pdk_bytes bytes, const char *extension)
{
    for (size_t i = 0; i < pdk_formats_count; i++) {
        char reason[120] = "";
        pdk_probe probe = { bytes, extension, NULL };
        pdk_formats[i]->probe(&probe, reason, sizeof reason);
    }
}

static void formats_look_at_both_ends(void **state)
{
    static const char *const extensions[] = { "",      ".raf", ".rld", ".rpl", ".vcr", ".tri", ".fam", ".fsh", ".glb",
                                              ".gltf", ".obj", ".ply", ".stl", ".las", ".laz", ".xyz", ".pts", ".txt",
                                              ".csv",  ".asc", ".crg", ".ase", ".pth", ".dat", ".ld",  ".vbo", ".xml",
                                              ".gpx",  ".bin", ".pin", ".smx", ".spr", ".mpr" };
    (void)state;
    uint8_t *bytes = mmap(NULL, WHOLE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(bytes != MAP_FAILED);
    assert_int_equal(mprotect(bytes + PART, WHOLE - 2 * PART, PROT_NONE), 0);
    for (size_t f = 0; f < FILLINGS; f++) {
        fill(bytes, &fillings[f]);
        const pdk_bytes whole = { bytes, WHOLE };
        for (size_t e = 0; e < sizeof extensions / sizeof extensions[0]; e++) probe_all(whole, extensions[e]);
        pdk_packing packing;
        pdk_codec_of(bytes, WHOLE, &packing);
    }
    munmap(bytes, WHOLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(formats_look_at_both_ends) };
    return cmocka_run_group_tests_name("probe_bounds", tests, NULL, NULL);
}
