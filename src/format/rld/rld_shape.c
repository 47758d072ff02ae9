/* The sections of an RLD file: they carry no lengths, so the position of each follows from the counts before it. */
#include <inttypes.h>
#include <string.h>

#include "format/rld/rld.h"
#include "format/rld/rld_layout.h"
#include "text/shown_text.h"

enum { TAG = 4, TRIPLE = 12 };

static int64_t header_number(pdk_bytes bytes, const char *name)
{
    return pdk_get_i64(pdk_record_field(&pdk_rld_header, name), 0, bytes.data);
}

static bool has_tag(pdk_bytes bytes, uint64_t at, const char *tag)
{
    return bytes.size >= TAG && at <= bytes.size - TAG && memcmp(bytes.data + at, tag, TAG) == 0;
}

/* What is at `at`, as hex. */
static const char *found(char hex[48], pdk_bytes bytes, uint64_t at)
{
    size_t left = at < bytes.size ? (size_t)(bytes.size - at) : 0;
    return pdk_hex(hex, bytes.data + (left > 0 ? at : 0), left < TAG ? left : TAG);
}

static pdk_status check_magic(pdk_bytes bytes, pdk_error *error)
{
    char hex[48];
    if (!has_tag(bytes, 0, "RLD0")) {
        if (bytes.size >= TAG && memcmp(bytes.data, "RLD", 3) == 0 && bytes.data[3] >= '1' && bytes.data[3] <= '9') {
            return pdk_fail_where(error, PDK_E_UNSUPPORTED, 3, "rld.version", "rld.header.magic",
                                  "RLD version %c: only version 0 is known", bytes.data[3]);
        }
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "rld.magic", "rld.header.magic", "expected RLD0, found %s",
                              found(hex, bytes, 0));
    }
    if (bytes.size < pdk_rld_header.size) {
        return pdk_fail_where(error, PDK_E_TRUNCATED, bytes.size, "rld.header.truncated", "rld.header",
                              "the header needs %u bytes, but the file has %zu", (unsigned)pdk_rld_header.size,
                              bytes.size);
    }
    if (!has_tag(bytes, 4, "HEAD")) {
        return pdk_fail_where(error, PDK_E_CORRUPT, 4, "rld.head.tag", "rld.header.head_tag",
                              "expected tag HEAD, found %s", found(hex, bytes, 4));
    }
    return PDK_OK;
}

/* Published as int32. A negative count can only be an unsigned one beyond 2^31, if the file is large enough for it. */
static pdk_status read_counts(pdk_document *document, pdk_rld *rld, pdk_error *error)
{
    static const struct {
        const char *field, *code, *where;
        uint64_t offset;
    } counts[] = {
        { "points", "rld.points.negative", "rld.header.points", 8 },
        { "triangles", "rld.triangles.negative", "rld.header.triangles", 12 },
    };
    pdk_bytes bytes = document->content;
    uint64_t values[2];
    for (int i = 0; i < 2; i++) values[i] = (uint32_t)header_number(bytes, counts[i].field);
    rld->point_count = values[0];
    rld->triangle_count = values[1];
    uint64_t need = pdk_rld_header.size + 2 * TAG + TRIPLE * (values[0] + values[1]);
    for (int i = 0; i < 2; i++) {
        if (values[i] <= INT32_MAX) continue;
        if (need > bytes.size) {
            return pdk_fail_where(error, PDK_E_CORRUPT, counts[i].offset, counts[i].code, counts[i].where,
                                  "%" PRId64 " %s: read as unsigned they would need a file of %" PRIu64
                                  " bytes, but this one has %zu",
                                  header_number(bytes, counts[i].field), counts[i].field, need, bytes.size);
        }
        pdk_document_add_finding(document, PDK_WARNING, counts[i].code, counts[i].offset, counts[i].where,
                                 "the number of %s is negative; read as unsigned, %" PRIu64 ", it fits the file",
                                 counts[i].field, values[i]);
    }
    return PDK_OK;
}

/* A tag and a run of triples; the names are for messages. */
typedef struct rld_section {
    const char *tag, *what, *where, *tag_where, *tag_code, *cut_code;
} rld_section;

static const rld_section vert = { "VERT", "points", "rld.vert", "rld.vert.tag", "rld.vert.tag", "rld.vert.truncated" };
static const rld_section tris = {
    "TRIS", "triangles", "rld.tris", "rld.tris.tag", "rld.tris.tag", "rld.tris.truncated"
};

/* What is found of a section. */
typedef struct section_found {
    uint64_t *count, *end;
    bool *cut;
} section_found;

/* The section of `*count` triples whose tag is at `at`. Sets *end after it; *count becomes what is there, and *cut
 * true, when the file ends inside and the caller wants what is left. */
static pdk_status read_section(pdk_document *document, const rld_section *section, uint64_t at, section_found result,
                               pdk_error *error)
{
    pdk_bytes bytes = document->content;
    *result.end = at + TAG + TRIPLE * *result.count;
    if (bytes.size >= at + TAG && !has_tag(bytes, at, section->tag)) {
        char hex[48];
        pdk_status status =
            pdk_document_damage(document, error, PDK_E_CORRUPT, at, section->tag_code, section->tag_where,
                                "expected tag %s, found %s", section->tag, found(hex, bytes, at));
        if (status != PDK_OK) return status;
    }
    if (*result.end <= bytes.size) return PDK_OK;
    uint64_t announced = *result.count;
    *result.cut = true;
    *result.count = bytes.size >= at + TAG ? (bytes.size - at - TAG) / TRIPLE : 0;
    return pdk_document_damage(document, error, PDK_E_TRUNCATED, bytes.size, section->cut_code, section->where,
                               "%" PRIu64 " %s need bytes up to %" PRIu64 ", but the file ends at %zu with %" PRIu64
                               " complete ones",
                               announced, section->what, *result.end, bytes.size, *result.count);
}

/* Bytes of unknown meaning: kept, named, not interpreted. */
static void report_unknown(pdk_document *document, const pdk_rld *rld, const char *code, uint64_t at, uint64_t size,
                           const char *place)
{
    char name[24];
    pdk_text_show(name, sizeof name, document->content.data + at, size < TAG ? (size_t)size : TAG);
    bool normals = size == TAG + TRIPLE * rld->point_count;
    pdk_document_add_finding(document, PDK_WARNING, code, at, "rld",
                             "%" PRIu64 " bytes that begin with \"%s\" %s%s; they are kept, but not read", size, name,
                             place, normals ? " (a tag and 12 bytes a point, as normals would have)" : "");
}

/* Behind an unknown section: the place before the end whose BLKI fills the file exactly. A block holds points, so there
 * are no more than those, which bounds the search. */
static uint64_t search_blocks(pdk_bytes bytes, uint64_t from, uint64_t points)
{
    const pdk_field *blocks = pdk_record_field(&pdk_rld_blocks, "blocks");
    for (uint64_t count = 0; count <= points; count++) {
        uint64_t size = pdk_rld_blocks.size + 8 * count;
        if (size > bytes.size - from) break;
        uint64_t at = bytes.size - size;
        if (has_tag(bytes, at, "BLKI") && (uint64_t)pdk_get_i64(blocks, 0, bytes.data + at) == count) return at;
    }
    return PDK_NO_OFFSET;
}

/* The section BLKI at rld->blocks_at. */
static pdk_status read_block_section(pdk_document *document, pdk_rld *rld, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    uint64_t at = rld->blocks_at, left = bytes.size - at;
    int64_t count =
        left >= pdk_rld_blocks.size ? pdk_get_i64(pdk_record_field(&pdk_rld_blocks, "blocks"), 0, bytes.data + at) : 0;
    if (left < pdk_rld_blocks.size || (count > 0 && (uint64_t)count > (left - pdk_rld_blocks.size) / 8)) {
        rld->blocks_at = PDK_NO_OFFSET;
        return pdk_document_damage(document, error, PDK_E_TRUNCATED, bytes.size, "rld.blki.truncated", "rld.blocks",
                                   "section BLKI of %" PRId64 " blocks needs %" PRIu64
                                   " bytes, but the file has %" PRIu64 " of them",
                                   count, pdk_rld_blocks.size + 8 * (uint64_t)count, left);
    }
    if (count <= 0) {
        pdk_document_add_finding(document, PDK_WARNING, "rld.blki.count", at + PDK_RLD_BLOCK_COUNT, "rld.blocks.blocks",
                                 "%" PRId64 " blocks; Racer's own files have at least one", count);
        count = 0;
    }
    rld->block_count = (uint64_t)count;
    uint64_t end = at + pdk_rld_blocks.size + 8 * rld->block_count;
    if (end < bytes.size) report_unknown(document, rld, "rld.trailing", end, bytes.size - end, "follow the blocks");
    return PDK_OK;
}

/* What follows the triangles: nothing, BLKI, or something new with BLKI after it. */
static pdk_status find_blocks(pdk_document *document, pdk_rld *rld, uint64_t at, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    uint64_t left = bytes.size - at;
    if (left == 0) {
        pdk_document_add_finding(document, PDK_NOTE, "rld.blki.missing", at, "rld.blocks",
                                 "the file ends before a section BLKI: all points are read as one block");
        return PDK_OK;
    }
    if (memcmp(bytes.data + at, "BLKI", left < TAG ? (size_t)left : TAG) != 0) {
        if (pdk_rld_is_section(bytes, at)) rld->blocks_at = search_blocks(bytes, at, rld->point_count);
        if (rld->blocks_at == PDK_NO_OFFSET) {
            char hex[48];
            return pdk_document_damage(document, error, PDK_E_CORRUPT, at, "rld.blki.tag", "rld.blocks.tag",
                                       "expected tag BLKI or another section, found %s, or there is no BLKI after it "
                                       "that fills the file",
                                       found(hex, bytes, at));
        }
        report_unknown(document, rld, "rld.section.unknown", at, rld->blocks_at - at,
                       "are between the triangles and the blocks");
        return read_block_section(document, rld, error);
    }
    rld->blocks_at = at;
    return read_block_section(document, rld, error);
}

/* no pointer is formed after the end of a cut file */
static void set_arrays(pdk_document *document, pdk_rld *rld)
{
    if (rld->point_count > 0) rld->points = document->content.data + rld->points_at;
    if (rld->triangle_count > 0) rld->triangles = document->content.data + rld->triangles_at;
}

pdk_status pdk_rld_read_shape(pdk_document *document, pdk_rld *rld, pdk_error *error)
{
    rld->blocks_at = PDK_NO_OFFSET;
    pdk_status status = check_magic(document->content, error);
    if (status == PDK_OK && document->partial && pdk_rld_find_displaced(document, rld)) {
        set_arrays(document, rld);
        return rld->blocks_at != PDK_NO_OFFSET ? read_block_section(document, rld, error) : PDK_OK;
    }
    if (status == PDK_OK) status = read_counts(document, rld, error);
    if (status != PDK_OK) return status;

    bool cut = false;
    uint64_t end = 0;
    rld->points_at = pdk_rld_header.size + TAG;
    status =
        read_section(document, &vert, pdk_rld_header.size, (section_found){ &rld->point_count, &end, &cut }, error);
    if (status != PDK_OK) return status;
    if (cut) {
        rld->triangle_count = 0;
    } else {
        rld->triangles_at = end + TAG;
        status = read_section(document, &tris, end, (section_found){ &rld->triangle_count, &end, &cut }, error);
        if (status != PDK_OK) return status;
    }
    set_arrays(document, rld);
    return cut ? PDK_OK : find_blocks(document, rld, end, error);
}
