/* How points are packed: the record that says it, compared with the header. */
#include <inttypes.h>

#include "format/las/laz/laz.h"

enum { POINT_OLD = 6, TIME = 7, COLOR_OLD = 8, WAVE_OLD = 9, EXTRA_OLD = 0 };
enum { POINT_NEW = 10, COLOR_NEW = 11, INFRARED = 12, WAVE_NEW = 13, EXTRA_NEW = 14 };
enum { MOST_ITEMS = 5, NEW_FORMATS = 6, COLOR_SIZE = 6 };

/* The parts of a point of each format, without extra bytes; 0 ends them. */
static const uint8_t items_of[PDK_LAS_FORMATS][MOST_ITEMS] = {
    { POINT_OLD },
    { POINT_OLD, TIME },
    { POINT_OLD, COLOR_OLD },
    { POINT_OLD, TIME, COLOR_OLD },
    { POINT_OLD, TIME, WAVE_OLD },
    { POINT_OLD, TIME, COLOR_OLD, WAVE_OLD },
    { POINT_NEW },
    { POINT_NEW, COLOR_NEW },
    { POINT_NEW, INFRARED },
    { POINT_NEW, WAVE_NEW },
    { POINT_NEW, INFRARED, WAVE_NEW },
};
static const uint8_t sizes_of[] = {
    [EXTRA_OLD] = 0,  [POINT_OLD] = 20, [TIME] = 8,     [COLOR_OLD] = 6, [WAVE_OLD] = 29,
    [POINT_NEW] = 30, [COLOR_NEW] = 6,  [INFRARED] = 8, [WAVE_NEW] = 29, [EXTRA_NEW] = 0
};

static uint32_t number(const pdk_record *record, const uint8_t *bytes, const char *field)
{
    return (uint32_t)pdk_get_i64(pdk_record_field(record, field), 0, bytes);
}

/* Where the item is, and what that means for chunks. */
static void add_item(pdk_laz_scheme *scheme, uint32_t type, uint32_t at, uint32_t size)
{
    enum { POINT_LAYERS = 9 };
    switch (type) {
    case POINT_NEW: scheme->layers += POINT_LAYERS; break;
    case TIME: scheme->time_at = at; break;
    case COLOR_OLD:
    case COLOR_NEW:
    case INFRARED:
        scheme->color_at = at;
        scheme->layers++;
        if (type != INFRARED) break;
        scheme->infrared_at = at + COLOR_SIZE;
        scheme->layers++;
        break;
    case WAVE_OLD:
    case WAVE_NEW:
        scheme->wave_at = at;
        scheme->layers++;
        break;
    case EXTRA_OLD:
    case EXTRA_NEW:
        scheme->extra_at = at;
        scheme->extra = size;
        scheme->layers += size;
        break;
    default: break;
    }
}

/* An item that has no other edition says 1; all others have one edition together. */
static bool takes_version(pdk_laz_scheme *scheme, uint32_t type, uint32_t version)
{
    enum { FIRST = 1, SECOND, THIRD, FOURTH };
    if (type == WAVE_OLD) return version == FIRST;
    if (scheme->layered && version == SECOND) version = THIRD; /* as other readers take it */
    bool known = scheme->layered ? version == THIRD || version == FOURTH : version == FIRST || version == SECOND;
    if (scheme->version == 0) scheme->version = version;
    return known && scheme->version == version;
}

static pdk_status read_items(const pdk_las *las, pdk_laz_scheme *scheme, const pdk_las_vlr_row *row, uint32_t count,
                             pdk_error *error)
{
    uint64_t offset = row->offset + PDK_LAZ_RECORD;
    uint32_t extra = las->point_size - pdk_las_points[las->point_format]->size, at = 0;
    for (uint32_t i = 0; i < count; i++, offset += PDK_LAZ_ITEM) {
        const uint8_t *item = las->bytes + offset;
        uint32_t type = number(&pdk_laz_item, item, "type"), size = number(&pdk_laz_item, item, "size"),
                 version = number(&pdk_laz_item, item, "version");
        uint32_t expected = i < MOST_ITEMS ? items_of[las->point_format][i] : 0;
        if (expected == 0 && extra > 0) expected = scheme->layered ? EXTRA_NEW : EXTRA_OLD;
        bool is_extra = expected == EXTRA_OLD || expected == EXTRA_NEW;
        uint32_t needed = is_extra ? extra : sizes_of[expected];
        if (type != expected || size != needed || at + size > las->point_size) {
            return pdk_fail_where(error, PDK_E_UNSUPPORTED, offset, "las.laz.items", "las.packing_item",
                                  "expected part %u of a point of format %u to be of type %u with %u bytes, found type "
                                  "%u with %u",
                                  (unsigned)i, (unsigned)las->point_format, (unsigned)expected, (unsigned)needed,
                                  (unsigned)type, (unsigned)size);
        }
        if (!takes_version(scheme, type, version)) {
            return pdk_fail_where(error, PDK_E_UNSUPPORTED, offset, "las.laz.version", "las.packing_item",
                                  "type %u is packed in version %u, which is not known here", (unsigned)type,
                                  (unsigned)version);
        }
        add_item(scheme, type, at, size);
        at += size;
    }
    if (at == las->point_size) return PDK_OK;
    return pdk_fail_where(error, PDK_E_UNSUPPORTED, row->offset, "las.laz.items", "las.packing",
                          "the parts have %u bytes together, but a point has %u", (unsigned)at,
                          (unsigned)las->point_size);
}

pdk_status pdk_laz_read_scheme(const pdk_las *las, pdk_laz *laz, pdk_error *error)
{
    const pdk_las_vlr_row *row = pdk_las_find_vlr(las, PDK_LAZ_USER, PDK_LAZ_NUMBER);
    if (row == NULL) {
        return pdk_fail_where(error, PDK_E_CORRUPT, las->header_size, "las.laz.record", "las.vlr",
                              "the points are packed, but no record \"%s\" says how", PDK_LAZ_USER);
    }
    const uint8_t *record = las->bytes + row->offset;
    uint32_t items = row->length >= PDK_LAZ_RECORD ? number(&pdk_laz_record, record, "items") : 0;
    if (row->length < PDK_LAZ_RECORD + (uint64_t)items * PDK_LAZ_ITEM || items == 0) {
        return pdk_fail_where(error, PDK_E_CORRUPT, row->offset, "las.laz.record", "las.packing",
                              "expected 34 bytes and 6 for each part of a point, found %" PRIu64, row->length);
    }
    uint32_t compressor = number(&pdk_laz_record, record, "compressor"),
             coder = number(&pdk_laz_record, record, "coder");
    bool layered = las->point_format >= NEW_FORMATS;
    bool known =
        layered ? compressor == PDK_LAZ_LAYERED : compressor == PDK_LAZ_WHOLE || compressor == PDK_LAZ_POINTWISE;
    if (!known || coder != 0) {
        return pdk_fail_where(error, PDK_E_UNSUPPORTED, row->offset, "las.laz.compressor", "las.packing",
                              "points of format %u are packed by compressor %u with coder %u, which is not known here",
                              (unsigned)las->point_format, (unsigned)compressor, (unsigned)coder);
    }
    laz->scheme = (pdk_laz_scheme){ .layered = layered, .whole = compressor == PDK_LAZ_WHOLE, .size = las->point_size };
    laz->chunk_points = number(&pdk_laz_record, record, "chunk_points");
    if (laz->chunk_points == 0) laz->chunk_points = PDK_LAZ_VARIABLE;
    pdk_document_add_region(las->document, "packing", &pdk_laz_record, row->offset, PDK_LAZ_RECORD, 1);
    pdk_document_add_region(las->document, "packing_item", &pdk_laz_item, row->offset + PDK_LAZ_RECORD, PDK_LAZ_ITEM,
                            items);
    return read_items(las, &laz->scheme, row, items, error);
}
