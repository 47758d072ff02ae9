/* The objects of an SMX stand one after the other, each as long as its counts say: one walk finds them all. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/binary_search.h"
#include "base/load.h"
#include "format/smx/smx.h"

static const char magic[] = PDK_SMX_MAGIC;
enum { MAGIC = sizeof magic - 1 };

static int64_t header_number(pdk_bytes bytes, const char *name)
{
    return pdk_get_i64(pdk_record_field(&pdk_smx_header, name), 0, bytes.data);
}

/* Values of the header without which the rest means something else. */
static pdk_status check_kind(pdk_bytes bytes, pdk_error *error)
{
    static const struct {
        const char *field, *code;
        int64_t value;
    } fixed[] = {
        { "smx_version", "smx.version", 0 },
        { "dimensions", "smx.dimensions", 3 },
        { "vertex_colors", "smx.vertex_colors", 1 },
    };
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        int64_t value = header_number(bytes, fixed[i].field);
        char where[48];
        if (value == fixed[i].value) continue;
        snprintf(where, sizeof where, "smx.header.%s", fixed[i].field);
        return pdk_fail_where(error, PDK_E_UNSUPPORTED, pdk_record_field(&pdk_smx_header, fixed[i].field)->offset,
                              fixed[i].code, where, "%s is %d: only %d is known", fixed[i].field, (int)value,
                              (int)fixed[i].value);
    }
    return PDK_OK;
}

static pdk_status check_header(pdk_bytes bytes, pdk_error *error)
{
    if (bytes.size < MAGIC || memcmp(bytes.data, magic, MAGIC) != 0) {
        char hex[48];
        pdk_hex(hex, bytes.data, bytes.size < MAGIC ? bytes.size : MAGIC);
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "smx.magic", "smx.header.magic",
                              "expected " PDK_SMX_MAGIC ", found %s", hex);
    }
    if (bytes.size < pdk_smx_header.size) {
        return pdk_fail_where(error, PDK_E_TRUNCATED, bytes.size, "smx.header.truncated", "smx.header",
                              "the header needs %u bytes, but the file has %zu", (unsigned)pdk_smx_header.size,
                              bytes.size);
    }
    pdk_status status = check_kind(bytes, error);
    if (status == PDK_OK && header_number(bytes, "object_count") < 0) {
        return pdk_fail_where(error, PDK_E_CORRUPT, pdk_record_field(&pdk_smx_header, "object_count")->offset,
                              "smx.object_count", "smx.header.object_count", "the number of objects is negative");
    }
    return status;
}

/* The object at `at`: *end is the first byte after its triangles. */
static pdk_status measure_object(pdk_document *document, uint64_t at, uint64_t number, uint64_t *end, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    char where[48];
    snprintf(where, sizeof where, "smx.object[%" PRIu64 "]", number);
    *end = PDK_NO_OFFSET;
    if (bytes.size - at < pdk_smx_object.size) {
        return pdk_document_damage(document, error, PDK_E_TRUNCATED, bytes.size, "smx.object.truncated", where,
                                   "the header says %" PRId64 " objects, but the file ends in number %" PRIu64,
                                   header_number(bytes, "object_count"), number);
    }
    int32_t points = pdk_load_i32(bytes.data + at + PDK_SMX_POINTS),
            triangles = pdk_load_i32(bytes.data + at + PDK_SMX_TRIANGLES);
    if (points < 0 || triangles < 0) {
        return pdk_document_damage(
            document, error, PDK_E_CORRUPT, at + (points < 0 ? PDK_SMX_POINTS : PDK_SMX_TRIANGLES), "smx.object.count",
            where, "%" PRId32 " points and %" PRId32 " triangles: a number cannot be negative", points, triangles);
    }
    uint64_t size =
        pdk_smx_object.size + (uint64_t)points * pdk_smx_point.size + (uint64_t)triangles * pdk_smx_triangle.size;
    if (size > bytes.size - at) {
        return pdk_document_damage(document, error, PDK_E_TRUNCATED, bytes.size, "smx.object.truncated", where,
                                   "%" PRId32 " points and %" PRId32 " triangles need %" PRIu64
                                   " bytes, but the file has %" PRIu64,
                                   points, triangles, size, bytes.size - at);
    }
    *end = at + size;
    return PDK_OK;
}

static pdk_status read_objects(pdk_document *document, pdk_smx *smx, uint64_t *end, pdk_error *error)
{
    pdk_memory *memory = &document->memory;
    pdk_bytes bytes = document->content;
    uint64_t announced = (uint64_t)header_number(bytes, "object_count"), at = pdk_smx_header.size;
    uint64_t room = (bytes.size - at) / pdk_smx_object.size, count = announced < room ? announced : room;
    smx->offsets = pdk_alloc_array(memory, count + 1, sizeof *smx->offsets);
    smx->first_point = pdk_alloc_array(memory, count + 1, sizeof *smx->first_point);
    smx->first_triangle = pdk_alloc_array(memory, count + 1, sizeof *smx->first_triangle);
    if (smx->offsets == NULL || smx->first_point == NULL || smx->first_triangle == NULL)
        return pdk_fail_memory(error, memory, "objects");
    uint64_t points = 0, triangles = 0;
    pdk_status status = PDK_OK;
    for (uint64_t i = 0; i < announced; i++) {
        status = measure_object(document, at, i, end, error);
        if (status != PDK_OK || *end == PDK_NO_OFFSET) break;
        smx->offsets[i] = at;
        smx->first_point[i] = points;
        smx->first_triangle[i] = triangles;
        points += pdk_load_u32(bytes.data + at + PDK_SMX_POINTS);
        triangles += pdk_load_u32(bytes.data + at + PDK_SMX_TRIANGLES);
        smx->object_count = i + 1;
        at = *end;
    }
    smx->offsets[smx->object_count] = at;
    smx->first_point[smx->object_count] = points;
    smx->first_triangle[smx->object_count] = triangles;
    if (status == PDK_OK && smx->object_count == announced) *end = at;
    if (status == PDK_OK && points > UINT32_MAX - 1)
        status = pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "smx.points", "more than 4294967294 points");
    return status;
}

/* What follows the last object: the checkpoints, and nothing else. */
static pdk_status read_checkpoints(pdk_document *document, pdk_smx *smx, uint64_t at, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    uint64_t left = bytes.size - at;
    if (left < pdk_smx_checkpoints.size) {
        return pdk_document_damage(document, error, PDK_E_TRUNCATED, bytes.size, "smx.checkpoints.truncated",
                                   "smx.checkpoints", "the file ends before the number of checkpoints");
    }
    int64_t announced = pdk_get_i64(&pdk_smx_checkpoints.fields[0], 0, bytes.data + at);
    smx->checkpoints_at = at;
    if (announced < 0) {
        return pdk_document_damage(document, error, PDK_E_CORRUPT, at, "smx.checkpoints.count", "smx.checkpoints.count",
                                   "the number of checkpoints is negative");
    }
    uint64_t room = (left - pdk_smx_checkpoints.size) / pdk_smx_checkpoint.size;
    smx->checkpoint_count = (uint64_t)announced < room ? (uint64_t)announced : room;
    if ((uint64_t)announced > room) {
        return pdk_document_damage(document, error, PDK_E_TRUNCATED, bytes.size, "smx.checkpoints.truncated",
                                   "smx.checkpoint", "%" PRId64 " checkpoints, but there are bytes for %" PRIu64,
                                   announced, room);
    }
    uint64_t end = at + pdk_smx_checkpoints.size + (uint64_t)announced * pdk_smx_checkpoint.size;
    if (bytes.size > end) {
        pdk_document_add_finding(document, PDK_WARNING, "smx.trailing", end, "smx",
                                 "%" PRIu64 " bytes follow the last checkpoint; they are kept and ignored",
                                 bytes.size - end);
    }
    return PDK_OK;
}

pdk_status pdk_smx_read(pdk_document *document, pdk_smx *smx, pdk_error *error)
{
    uint64_t end = PDK_NO_OFFSET;
    smx->bytes = document->content;
    smx->checkpoints_at = PDK_NO_OFFSET;
    pdk_status status = check_header(document->content, error);
    if (status == PDK_OK) status = read_objects(document, smx, &end, error);
    if (status != PDK_OK || end == PDK_NO_OFFSET) return status;
    return read_checkpoints(document, smx, end, error);
}

/* ---------------------------------------------------------------------------------------- records by number */

size_t pdk_smx_object_of(const pdk_smx *smx, const uint64_t *firsts, uint64_t number)
{
    return pdk_last_not_above(firsts, (size_t)smx->object_count, number);
}

const uint8_t *pdk_smx_points_of(const pdk_smx *smx, size_t object)
{
    return smx->bytes.data + smx->offsets[object] + pdk_smx_object.size;
}

const uint8_t *pdk_smx_triangles_of(const pdk_smx *smx, size_t object)
{
    uint64_t points = smx->first_point[object + 1] - smx->first_point[object];
    return pdk_smx_points_of(smx, object) + points * pdk_smx_point.size;
}

const uint8_t *pdk_smx_point_at(const pdk_smx *smx, uint64_t number)
{
    size_t object = pdk_smx_object_of(smx, smx->first_point, number);
    return pdk_smx_points_of(smx, object) + (number - smx->first_point[object]) * pdk_smx_point.size;
}

const uint8_t *pdk_smx_triangle_at(const pdk_smx *smx, uint64_t number)
{
    size_t object = pdk_smx_object_of(smx, smx->first_triangle, number);
    return pdk_smx_triangles_of(smx, object) + (number - smx->first_triangle[object]) * pdk_smx_triangle.size;
}
