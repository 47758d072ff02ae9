/* A 3D part: are its lists inside it, and where do its polygons lead? */
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_index.h"
#include "format/fam/fam_layout.h"
#include "text/encoding.h"

enum { HAS_UV = 16, FLIP = 2, TWO_SIDED = 1 };

static const double car_unit = 1.0 / 128, prop_unit = 1.0 / 16;

uint32_t pdk_fam_model_number(const pdk_document *document, const pdk_fam_part *part, const char *field)
{
    return (uint32_t)pdk_get_i64(pdk_record_field(&pdk_orip_header, field), 0, document->content.data + part->offset);
}

typedef struct list_fields {
    const char *count, *offset;
} list_fields;

/* A list of `count` records at `offset`: how many of them fit the part. */
static pdk_status check_list(pdk_document *document, const pdk_fam_part *part, list_fields fields,
                             const pdk_record *record, uint32_t *fitting, pdk_error *error)
{
    uint64_t available = part->end - part->offset;
    uint64_t count = pdk_fam_model_number(document, part, fields.count);
    uint64_t offset = pdk_fam_model_number(document, part, fields.offset);
    uint64_t maximum = offset < available ? (available - offset) / record->size : 0;
    *fitting = (uint32_t)(count < maximum ? count : maximum);
    if (count <= maximum) return PDK_OK;
    char where[PDK_FAM_WHERE];
    return pdk_document_damage(
        document, error, PDK_E_TRUNCATED, part->offset + pdk_record_field(&pdk_orip_header, fields.count)->offset,
        "orip.list", pdk_fam_where_in(where, part, "header", PDK_FAM_NONE, fields.count),
        "%llu records of %u bytes at 0x%llX do not fit a part of %llu bytes", (unsigned long long)count,
        (unsigned)record->size, (unsigned long long)offset, (unsigned long long)available);
}

/* ---------------------------------------------------------------------------------------------- polygons */

/* `corners` numbers of the vmap from place `first`, each below `limit`. */
static bool read_indices(const pdk_document *document, const pdk_fam_part *part, uint32_t first, uint32_t corners,
                         uint32_t limit, uint32_t numbers[4])
{
    uint64_t available = part->end - part->offset, offset = pdk_fam_model_number(document, part, "index_offset");
    if (offset + ((uint64_t)first + corners) * pdk_orip_index.size > available) return false;
    const uint8_t *at = document->content.data + part->offset + offset + (uint64_t)first * pdk_orip_index.size;
    for (uint32_t i = 0; i < corners; i++) {
        numbers[i] = pdk_load_u32(at + (size_t)i * pdk_orip_index.size);
        if (numbers[i] >= limit) return false;
    }
    return true;
}

pdk_fam_polygon pdk_fam_read_polygon(const pdk_document *document, const pdk_fam_part *part, uint32_t number)
{
    const uint8_t *at = document->content.data + part->offset + pdk_fam_model_number(document, part, "polygon_offset") +
                        (uint64_t)number * pdk_orip_polygon.size;
    pdk_fam_polygon polygon = { .corners = at[0] & 7u,
                                .texture = at[2],
                                .has_uv = (at[1] & HAS_UV) != 0,
                                .flip = (at[1] & FLIP) != 0,
                                .two_sided = (at[1] & TWO_SIDED) != 0 };
    polygon.drawn = polygon.corners == 3 || polygon.corners == 4;
    if (!polygon.drawn) {
        polygon.field = "corners";
        return polygon;
    }
    polygon.drawn = read_indices(document, part, pdk_load_u32(at + PDK_ORIP_POLYGON_VERTICES), polygon.corners,
                                 part->vertices, polygon.vertices);
    if (!polygon.drawn) {
        polygon.field = "vertices";
    } else if (polygon.has_uv && !read_indices(document, part, pdk_load_u32(at + PDK_ORIP_POLYGON_UVS), polygon.corners,
                                               part->uvs, polygon.uvs)) {
        polygon.field = "uvs";
        polygon.has_uv = false;
    } else if (polygon.texture >= part->textures) {
        polygon.field = "texture";
    }
    return polygon;
}

static void note_polygon(pdk_document *document, const pdk_fam_part *part, uint32_t number,
                         const pdk_fam_polygon *polygon)
{
    char where[PDK_FAM_WHERE];
    uint64_t at = part->offset + pdk_fam_model_number(document, part, "polygon_offset") +
                  (uint64_t)number * pdk_orip_polygon.size +
                  pdk_record_field(&pdk_orip_polygon, polygon->field)->offset;
    pdk_fam_where_in(where, part, "polygon", number, polygon->field);
    if (strcmp(polygon->field, "corners") == 0) {
        pdk_document_add_finding(document, PDK_NOTE, "orip.polygon.corners", at, where,
                                 "the polygon has %u corners; only 3 and 4 can be drawn", (unsigned)polygon->corners);
    } else if (strcmp(polygon->field, "texture") == 0) {
        pdk_document_add_finding(document, PDK_WARNING, "orip.polygon.texture", at, where,
                                 "the polygon has texture %u, but there are %u; it is drawn without one",
                                 (unsigned)polygon->texture, (unsigned)part->textures);
    } else if (strcmp(polygon->field, "uvs") == 0) {
        pdk_document_add_finding(document, PDK_WARNING, "orip.polygon.uvs", at, where,
                                 "its corners refer to texture coordinates that do not exist; there are %u",
                                 (unsigned)part->uvs);
    } else {
        pdk_document_add_finding(document, PDK_ERROR, "orip.polygon.vertices", at, where,
                                 "its corners refer to vertices that do not exist (there are %u); it is left out",
                                 (unsigned)part->vertices);
    }
}

static void count_polygons(pdk_document *document, pdk_fam_part *part)
{
    for (uint32_t i = 0; i < part->polygons; i++) {
        pdk_fam_polygon polygon = pdk_fam_read_polygon(document, part, i);
        if (polygon.field != NULL) note_polygon(document, part, i, &polygon);
        if (!polygon.drawn) continue;
        part->corners += polygon.corners;
        part->triangles += (polygon.corners - 2) * (polygon.two_sided ? 2 : 1);
    }
}

/* ------------------------------------------------------------------------------------------------- header */

/* Cars are a wwww whose first child is a 3D part; everything else is a prop. */
static double unit_of(const pdk_document *document, const pdk_fam_part *part)
{
    const pdk_fam *fam = document->state;
    bool is_car = part->depth == 1 && fam->parts.count > 1 && pdk_fam_part_at(fam, 1)->kind == PDK_FAM_ORIP;
    return is_car ? car_unit : prop_unit;
}

static pdk_status check_size(pdk_document *document, pdk_fam_part *part, pdk_error *error)
{
    char where[PDK_FAM_WHERE];
    uint64_t available = part->end - part->offset;
    if (available < pdk_orip_header.size) {
        return pdk_document_damage(document, error, PDK_E_TRUNCATED, part->end, "orip.truncated",
                                   pdk_fam_where(where, part), "a 3D part needs 112 bytes, but only %llu are left",
                                   (unsigned long long)available);
    }
    uint64_t size = pdk_fam_model_number(document, part, "size");
    if (size > available || size < pdk_orip_header.size) {
        return pdk_document_damage(document, error, size > available ? PDK_E_TRUNCATED : PDK_E_CORRUPT,
                                   part->offset + PDK_ORIP_SIZE, "orip.size",
                                   pdk_fam_where_in(where, part, "header", PDK_FAM_NONE, "size"),
                                   "the part says it has %llu bytes, but only %llu are left", (unsigned long long)size,
                                   (unsigned long long)available);
    }
    part->end = part->offset + size;
    return PDK_OK;
}

pdk_status pdk_fam_read_model(pdk_document *document, uint32_t index, pdk_error *error)
{
    pdk_fam_part *part = pdk_fam_part_at(document->state, index);
    pdk_status status = check_size(document, part, error);
    if (status != PDK_OK || part->end - part->offset < pdk_orip_header.size) return status;
    const pdk_field *name = pdk_record_field(&pdk_orip_header, "name");
    part->name = pdk_text_read_padded(&document->memory, name->encoding,
                                      document->content.data + part->offset + name->offset, name->count);
    if (part->name.data == NULL) return pdk_fail_memory(error, &document->memory, "the name of a 3D part");
    part->scale = unit_of(document, part);
    struct {
        const char *count, *offset;
        const pdk_record *record;
        uint32_t *fitting;
    } lists[] = {
        { "vertex_count", "vertex_offset", &pdk_orip_vertex, &part->vertices },
        { "uv_count", "uv_offset", &pdk_orip_uv, &part->uvs },
        { "polygon_count", "polygon_offset", &pdk_orip_polygon, &part->polygons },
        { "texture_count", "texture_offset", &pdk_orip_texture, &part->textures },
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        status = check_list(document, part, (list_fields){ lists[i].count, lists[i].offset }, lists[i].record,
                            lists[i].fitting, error);
        if (status != PDK_OK) return status;
    }
    count_polygons(document, part);
    return PDK_OK;
}
