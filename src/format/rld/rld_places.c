/* Where the sections of a damaged file are: by their tags, where bytes were inserted or lost. */
#include <inttypes.h>
#include <string.h>

#include "format/rld/rld.h"
#include "format/rld/rld_layout.h"

enum { TAG = 4, TRIPLE = 12, HEADER = 16, FURTHEST_VERT = 80 };

/* Of the three tags; PDK_NO_OFFSET where one is missing. */
typedef struct places {
    uint64_t vert, tris, blocks, size;
} places;

static bool has_tag(pdk_bytes bytes, uint64_t at, const char *tag)
{
    return bytes.size >= TAG && at <= bytes.size - TAG && memcmp(bytes.data + at, tag, TAG) == 0;
}

static uint64_t search(pdk_bytes bytes, uint64_t from, uint64_t end, const char *tag)
{
    if (end > bytes.size) end = bytes.size;
    while (end >= TAG && from <= end - TAG) {
        const uint8_t *next = memchr(bytes.data + from, tag[0], (size_t)(end - TAG + 1 - from));
        if (next == NULL) break;
        from = (uint64_t)(next - bytes.data);
        if (memcmp(next, tag, TAG) == 0) return from;
        from++;
    }
    return PDK_NO_OFFSET;
}

/* At `expected`, or anywhere from `from` on. */
static uint64_t find(pdk_bytes bytes, uint64_t expected, uint64_t from, const char *tag)
{
    return has_tag(bytes, expected, tag) ? expected : search(bytes, from, bytes.size, tag);
}

static places find_places(pdk_bytes bytes, uint64_t points, uint64_t triangles)
{
    places at = { .size = bytes.size };
    at.vert = has_tag(bytes, HEADER, "VERT") ? HEADER : search(bytes, TAG, FURTHEST_VERT, "VERT");
    uint64_t begin = at.vert != PDK_NO_OFFSET ? at.vert : HEADER, end = begin + TAG + TRIPLE * points;
    at.tris = find(bytes, end, begin + TAG, "TRIS");
    begin = at.tris != PDK_NO_OFFSET ? at.tris : end;
    at.blocks = find(bytes, begin + TAG + TRIPLE * triangles, at.tris != PDK_NO_OFFSET ? begin : HEADER, "BLKI");
    return at;
}

/* Sections have tags of capital letters; the end of shifted triangles is numbers. */
bool pdk_rld_is_section(pdk_bytes bytes, uint64_t at)
{
    for (uint64_t i = at; i < at + TAG; i++) {
        if (i >= bytes.size || bytes.data[i] < 'A' || bytes.data[i] > 'Z') return false;
    }
    return true;
}

/* Bytes between the tag at `from` and the next. */
static uint64_t room(const places *at, uint64_t from, uint64_t next)
{
    uint64_t end = next != PDK_NO_OFFSET ? next : at->size;
    return end >= from + TAG ? end - from - TAG : 0;
}

/* Are the tags where the counts say? What is cut off at the end is not displaced. */
static bool fits(pdk_bytes bytes, const places *at, uint64_t points, uint64_t triangles)
{
    uint64_t end = HEADER + TAG + TRIPLE * points;
    if (at->vert != HEADER && at->vert != PDK_NO_OFFSET) return false;
    if (at->tris != end && at->tris != PDK_NO_OFFSET) return false;
    end += TAG + TRIPLE * triangles;
    if (at->blocks == end || at->blocks == PDK_NO_OFFSET) return true;
    return at->blocks > end && pdk_rld_is_section(bytes, end);
}

/* Are the lengths of sections whole numbers of records, and is it the header that is wrong? Bytes before VERT, or
 * counts that no file of this size can have. Otherwise records may be shifted. */
static bool only_header_is_wrong(const places *at, uint64_t points, uint64_t triangles)
{
    if (at->vert == PDK_NO_OFFSET || at->tris == PDK_NO_OFFSET) return false;
    uint64_t found = room(at, at->vert, at->tris), behind = room(at, at->tris, at->blocks);
    if (found % TRIPLE != 0 || behind % TRIPLE != 0) return false;
    if (at->blocks == PDK_NO_OFFSET && behind != TRIPLE * triangles) return false;
    if (at->vert != HEADER) return true;
    bool no_points = TRIPLE * points > at->size, no_triangles = TRIPLE * triangles > at->size;
    return (no_points || found == TRIPLE * points) && (no_triangles || behind == TRIPLE * triangles);
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* As much as there is room for, of sections whose records may be shifted somewhere in the middle. */
static void take_what_is_there(const places *at, pdk_rld *rld, uint64_t points, uint64_t triangles)
{
    uint64_t vert = at->vert != PDK_NO_OFFSET ? at->vert : HEADER;
    uint64_t next = at->tris != PDK_NO_OFFSET ? at->tris : at->blocks;
    rld->points_at = least(vert + TAG, at->size);
    rld->point_count = least(points, room(at, vert, next) / TRIPLE);
    rld->triangles_at = at->tris != PDK_NO_OFFSET ? at->tris + TAG : at->size;
    rld->triangle_count = at->tris != PDK_NO_OFFSET ? least(triangles, room(at, at->tris, at->blocks) / TRIPLE) : 0;
    rld->unsure = true;
}

bool pdk_rld_find_displaced(pdk_document *document, pdk_rld *rld)
{
    pdk_bytes bytes = document->content;
    uint64_t points = (uint32_t)pdk_get_i64(pdk_record_field(&pdk_rld_header, "points"), 0, bytes.data),
             triangles = (uint32_t)pdk_get_i64(pdk_record_field(&pdk_rld_header, "triangles"), 0, bytes.data);
    places at = find_places(bytes, points, triangles);
    if (fits(bytes, &at, points, triangles)) return false;
    rld->displaced = true;
    rld->blocks_at = at.blocks;
    if (only_header_is_wrong(&at, points, triangles)) {
        rld->points_at = at.vert + TAG;
        rld->point_count = room(&at, at.vert, at.tris) / TRIPLE;
        rld->triangles_at = at.tris + TAG;
        rld->triangle_count = room(&at, at.tris, at.blocks) / TRIPLE;
    } else {
        take_what_is_there(&at, rld, points, triangles);
    }
    pdk_document_add_finding(document, PDK_ERROR, "rld.displaced", rld->points_at - TAG, "rld",
                             "sections are not where the counts put them: bytes were inserted or lost; by the tags "
                             "there is room for %" PRIu64 " of %" PRIu64 " points and %" PRIu64 " of %" PRIu64
                             " triangles%s",
                             rld->point_count, points, rld->triangle_count, triangles,
                             rld->unsure ? ", of which some may be read shifted" : "");
    return true;
}
