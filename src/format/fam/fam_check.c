/* The full check: pixels against their palette, and the lists of a 3D part that name polygons. */
#include "base/load.h"
#include "codec/codec.h"
#include "format/fam/fam_index.h"
#include "format/fam/fam_layout.h"

enum { SIX_BITS = 63 };

/* The first pixel that asks for a colour the palette does not have. */
static void check_pixels(const pdk_document *document, pdk_report *report, const pdk_fam_entry *entry)
{
    const pdk_fam *fam = document->state;
    const uint8_t *block = document->content.data + entry->offset;
    if (entry->code != 0x7B || entry->palette == PDK_FAM_NONE) return;
    uint32_t colors =
        pdk_load_u16(document->content.data + pdk_fam_entry_at(fam, entry->palette)->offset + PDK_SHPI_WIDTH);
    uint64_t pixels = (uint64_t)pdk_load_u16(block + PDK_SHPI_WIDTH) * pdk_load_u16(block + PDK_SHPI_HEIGHT);
    for (uint64_t i = 0; colors < 256 && i < pixels; i++) {
        uint64_t at = entry->offset + pdk_shpi_entry.size + i;
        if (document->content.data[at] < colors) continue;
        char where[PDK_FAM_WHERE];
        const pdk_fam_part *part = pdk_fam_part_at(fam, entry->part);
        pdk_report_finding(report, PDK_WARNING, "shpi.pixel.range", at,
                           pdk_fam_where_in(where, part, "entry", entry->number, "pixels"),
                           "pixel %llu has colour %u, but there are %u colours; such pixels are shown black",
                           (unsigned long long)i, (unsigned)document->content.data[at], (unsigned)colors);
        return;
    }
}

static void check_packed(const pdk_document *document, pdk_report *report, const pdk_fam_entry *entry)
{
    pdk_packing packing;
    uint64_t at = entry->offset + pdk_shpi_entry.size;
    if (pdk_codec_of(document->content.data + at, (size_t)(entry->end - at), &packing) != NULL) return;
    char where[PDK_FAM_WHERE];
    pdk_report_finding(
        report, PDK_ERROR, "shpi.entry.packed", at,
        pdk_fam_where_in(where, pdk_fam_part_at(document->state, entry->part), "entry", entry->number, "packed"),
        "the pixels are marked as packed, but not with a codec that Paddock knows");
}

/* Six bits are stored in a byte of eight. */
static void check_palette(const pdk_document *document, pdk_report *report, const pdk_fam_entry *entry)
{
    if (entry->code != 0x22 || !entry->whole || entry->offset == 0 || entry->packed) return;
    const uint8_t *block = document->content.data + entry->offset;
    uint32_t count = pdk_load_u16(block + PDK_SHPI_WIDTH) < 256 ? pdk_load_u16(block + PDK_SHPI_WIDTH) : 256;
    for (uint32_t i = 0; i < count * pdk_shpi_color_666.size; i++) {
        uint64_t at = pdk_shpi_entry.size + i;
        if (block[at] <= SIX_BITS) continue;
        char where[PDK_FAM_WHERE];
        pdk_report_finding(
            report, PDK_WARNING, "shpi.palette.range", entry->offset + at,
            pdk_fam_where_in(where, pdk_fam_part_at(document->state, entry->part), "entry", entry->number, "colors"),
            "colour %u holds %u, but six bits hold at most 63; the top bits are ignored",
            (unsigned)(i / pdk_shpi_color_666.size), (unsigned)block[at]);
        return;
    }
}

static void check_images(const pdk_document *document, pdk_report *report)
{
    const pdk_image_entry *images = document->images.items;
    for (size_t i = 0; i < document->images.count && !report->stopped; i++) {
        const pdk_fam_entry *entry = images[i].state;
        if (entry->packed) check_packed(document, report, entry);
        else check_pixels(document, report, entry);
    }
    const pdk_fam *fam = document->state;
    for (size_t i = 0; i < fam->entries.count && !report->stopped; i++) {
        const pdk_fam_entry *entry = pdk_fam_entry_at(fam, i);
        if (entry->use == PDK_FAM_PALETTE) check_palette(document, report, entry);
    }
}

/* ------------------------------------------------------------------------------------------------ 3D parts */

typedef struct part_view {
    const pdk_document *document;
    const pdk_fam_part *part;
    pdk_report *report;
} part_view;

/* Where a list is and how much of it is there. */
static const uint8_t *list_of(const part_view *model, const char *count_field, const char *offset_field,
                              const pdk_record *record, uint32_t *count, uint64_t *at)
{
    uint64_t capacity = model->part->end - model->part->offset;
    uint64_t offset = pdk_fam_model_number(model->document, model->part, offset_field);
    *count = pdk_fam_model_number(model->document, model->part, count_field);
    *at = model->part->offset + offset;
    if (offset < capacity && *count <= (capacity - offset) / record->size) return model->document->content.data + *at;
    char where[PDK_FAM_WHERE];
    if (*count > 0) {
        pdk_report_finding(model->report, PDK_WARNING, "orip.list",
                           model->part->offset + pdk_record_field(&pdk_orip_header, count_field)->offset,
                           pdk_fam_where_in(where, model->part, "header", PDK_FAM_NONE, count_field),
                           "%u records of %u bytes at 0x%llX do not fit the part", (unsigned)*count,
                           (unsigned)record->size, (unsigned long long)offset);
    }
    *count = 0;
    return NULL;
}

/* Passes list polygon numbers. Together they need no more than the whole vmap: lists that share it are read once. */
static void check_groups(const part_view *model)
{
    uint32_t count;
    uint64_t at, capacity = model->part->end - model->part->offset;
    const uint8_t *groups = list_of(model, "group_count", "group_offset", &pdk_orip_group, &count, &at);
    uint64_t index = pdk_fam_model_number(model->document, model->part, "index_offset");
    uint64_t indices = index < capacity ? (capacity - index) / pdk_orip_index.size : 0, budget = indices;
    const uint8_t *vmap = model->document->content.data + model->part->offset + index;
    for (uint32_t i = 0; i < count && !model->report->stopped; i++) {
        uint64_t first = pdk_load_u32(groups + (size_t)i * pdk_orip_group.size + PDK_ORIP_GROUP_FIRST);
        uint64_t length = pdk_load_u32(groups + (size_t)i * pdk_orip_group.size + PDK_ORIP_GROUP_COUNT);
        bool sound = first + length <= indices && length <= budget;
        for (uint64_t k = 0; sound && k < length; k++) {
            sound = pdk_load_u32(vmap + (first + k) * pdk_orip_index.size) < model->part->polygons;
        }
        budget -= length < budget ? length : budget;
        char where[PDK_FAM_WHERE];
        if (sound) continue;
        pdk_report_finding(model->report, PDK_WARNING, "orip.group",
                           at + (uint64_t)i * pdk_orip_group.size + PDK_ORIP_GROUP_FIRST,
                           pdk_fam_where_in(where, model->part, "group", i, "first"),
                           "the pass lists polygons that do not exist; there are %u", (unsigned)model->part->polygons);
    }
}

/* A list of names with a number each. */
typedef struct numbered_list {
    const char *name, *count_field, *offset_field;
    const pdk_record *record;
    const char *what; /* its numbers count */
    uint32_t limit;
} numbered_list;

static void check_numbers(const part_view *model, const numbered_list *list)
{
    uint32_t count;
    uint64_t at;
    const uint8_t *rows = list_of(model, list->count_field, list->offset_field, list->record, &count, &at);
    for (uint32_t i = 0; i < count && !model->report->stopped; i++) {
        uint64_t place = (uint64_t)i * list->record->size + PDK_ORIP_LABEL_NUMBER;
        uint32_t number = pdk_load_u32(rows + place);
        if (number < list->limit) continue;
        char where[PDK_FAM_WHERE];
        pdk_report_finding(model->report, PDK_WARNING, list->record->name, at + place,
                           pdk_fam_where_in(where, model->part, list->name, i, list->what), "%s %u of %u", list->what,
                           (unsigned)number, (unsigned)list->limit);
    }
}

pdk_status pdk_fam_check(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    (void)error;
    const pdk_fam *fam = document->state;
    check_images(document, report);
    for (size_t i = 0; i < fam->parts.count && !report->stopped; i++) {
        part_view model = { document, pdk_fam_part_at(fam, i), report };
        if (model.part->kind != PDK_FAM_ORIP || model.part->end - model.part->offset < pdk_orip_header.size) continue;
        check_groups(&model);
        uint32_t vertices = pdk_fam_model_number(document, model.part, "vertex_count");
        numbered_list labels = { "label", "label_count", "label_offset", &pdk_orip_label, "vertex", vertices };
        numbered_list swaps = { "swap", "swap_count", "swap_offset", &pdk_orip_swap, "polygon", model.part->polygons };
        check_numbers(&model, &labels);
        check_numbers(&model, &swaps);
    }
    return PDK_OK;
}
