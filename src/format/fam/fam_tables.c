/* The tables entries and parts, and the regions that name every record of the file. */
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_index.h"
#include "format/fam/fam_layout.h"

/* ------------------------------------------------------------------------------------------------ entries */

static void locate_entries(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    const pdk_fam *fam = table->state;
    for (size_t i = 0; i < count; i++) {
        const pdk_fam_entry *entry = pdk_fam_entry_at(fam, (size_t)first + i);
        rows[i] =
            (pdk_row){ pdk_fam_has_header(entry) ? table->document->content.data + entry->offset : NULL, first + i };
    }
}

/* A field of the block's header. Blocks without one of their own (attachments, texts) have none. */
static pdk_status compute_field(const pdk_batch *batch, void *values)
{
    size_t size = pdk_type_size(batch->column->info.type);
    for (size_t i = 0; i < batch->count; i++) {
        const uint8_t *header = batch->rows[i].at;
        if (header == NULL) pdk_batch_miss(batch, i);
        else pdk_gather(batch->column->data, 0, header, 0, 1, batch->column->info.type, (char *)values + i * size);
    }
    return PDK_OK;
}

static void add_field(pdk_table *table, const pdk_field *field)
{
    pdk_column_info info = pdk_column_of_field(field);
    info.nullable = true;
    pdk_table_add_computed(table, info, compute_field, field, 0);
}

static pdk_text text_of(const char *text)
{
    return (pdk_text){ text, strlen(text) };
}

enum { TEXT_PATH, TEXT_NAME, TEXT_KIND, TEXT_STORAGE, TEXT_PALETTE, TEXT_RULE };

static pdk_text entry_text(const pdk_table *table, const pdk_fam_entry *entry, uint64_t which)
{
    static const char *const rules[] = { "", "attached", "listed", "unlisted", "inherited" };
    const pdk_fam *fam = table->state;
    const char *label;
    switch (which) {
    case TEXT_PATH: return text_of(entry->path);
    case TEXT_KIND: return text_of(pdk_fam_kind_of_entry(entry));
    case TEXT_STORAGE:
        label = pdk_field_label(pdk_record_field(&pdk_shpi_entry, "code"), entry->code);
        return text_of(label != NULL ? label : "");
    case TEXT_PALETTE:
        return text_of(entry->palette != PDK_FAM_NONE ? pdk_fam_entry_at(fam, entry->palette)->path : "");
    default: return text_of(rules[entry->rule]);
    }
}

static pdk_status compute_text(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_fam_entry *entry = pdk_fam_entry_at(batch->table->state, (size_t)batch->first + i);
        ((pdk_text *)values)[i] = entry_text(batch->table, entry, batch->column->number);
    }
    return PDK_OK;
}

enum { NUMBER_OFFSET, NUMBER_SIZE };

static pdk_status compute_number(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_fam_entry *entry = pdk_fam_entry_at(batch->table->state, (size_t)batch->first + i);
        ((uint64_t *)values)[i] = batch->column->number == NUMBER_OFFSET ? entry->offset : entry->size;
        if (entry->offset == 0) pdk_batch_miss(batch, i);
    }
    return PDK_OK;
}

static pdk_status compute_code(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_fam_entry *entry = pdk_fam_entry_at(batch->table->state, (size_t)batch->first + i);
        ((uint8_t *)values)[i] = entry->code;
        if (entry->offset == 0) pdk_batch_miss(batch, i);
    }
    return PDK_OK;
}

static pdk_status compute_listed(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        ((uint8_t *)values)[i] =
            pdk_fam_entry_at(batch->table->state, (size_t)batch->first + i)->number != PDK_FAM_NONE;
    }
    return PDK_OK;
}

static void add_text(pdk_table *table, const char *name, const char *meaning, pdk_certainty certainty, uint64_t which)
{
    pdk_table_add_computed(
        table, (pdk_column_info){ .name = name, .type = PDK_TEXT, .meaning = meaning, .certainty = certainty },
        compute_text, NULL, which);
}

void pdk_fam_add_entries(pdk_document *document)
{
    const pdk_fam *fam = document->state;
    pdk_table *table = pdk_document_add_table(
        document, "entries", "a row for each directory line and each palette without one", fam->entries.count, 20);
    pdk_table_set_located(table, locate_entries, fam);
    add_text(table, "path",
             "path and name, unique: unprintable bytes as %XX, repeated names with #2, unlisted palettes as @offset",
             PDK_CONFIRMED, TEXT_PATH);
    add_text(table, "kind", "bitmap, palette, attachment, text, unknown; lost = its directory line leads nowhere",
             PDK_CONFIRMED, TEXT_KIND);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "code",
                                              .type = PDK_UINT8,
                                              .meaning = "of the block, without the packed bit",
                                              .certainty = PDK_CONFIRMED,
                                              .nullable = true },
                           compute_code, NULL, 0);
    add_text(table, "storage", "what the code means", PDK_LIKELY, TEXT_STORAGE);
    pdk_table_set_empty_missing(table);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "offset",
                                              .type = PDK_UINT64,
                                              .unit = "byte",
                                              .meaning = "of the block in the file",
                                              .certainty = PDK_CONFIRMED,
                                              .nullable = true },
                           compute_number, NULL, NUMBER_OFFSET);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "size",
                                              .type = PDK_UINT64,
                                              .unit = "byte",
                                              .meaning = "of the block, its header included",
                                              .certainty = PDK_CONFIRMED,
                                              .nullable = true },
                           compute_number, NULL, NUMBER_SIZE);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "listed",
                                              .type = PDK_BOOL,
                                              .meaning = "there is a directory line for it",
                                              .certainty = PDK_CONFIRMED },
                           compute_listed, NULL, 0);
    for (uint32_t i = 0; table != NULL && i < pdk_shpi_entry.field_count; i++) {
        if (strcmp(pdk_shpi_entry.fields[i].name, "code") != 0) add_field(table, &pdk_shpi_entry.fields[i]);
    }
    add_text(table, "palette", "path of the palette that colours the bitmap", PDK_CONFIRMED, TEXT_PALETTE);
    pdk_table_set_empty_missing(table);
    add_text(table, "palette_rule", "how it was found: attached, listed, unlisted, inherited", PDK_CONFIRMED,
             TEXT_RULE);
    pdk_table_set_empty_missing(table);
}

/* -------------------------------------------------------------------------------------------------- parts */

enum { PART_PATH, PART_KIND, PART_NAME };

static pdk_status compute_part_text(const pdk_batch *batch, void *values)
{
    static const char *const kinds[] = { "wwww", "shpi", "orip", "unknown" };
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_fam_part *part = pdk_fam_part_at(batch->column->data, (size_t)batch->first + i);
        pdk_text *to = (pdk_text *)values + i;
        if (batch->column->number == PART_PATH) *to = text_of(part->path);
        else if (batch->column->number == PART_KIND) *to = text_of(kinds[part->kind]);
        else *to = part->name;
    }
    return PDK_OK;
}

enum { PART_CHILDREN = 2 };

/* Children are of containers and sets of pictures, the counts after them of 3D parts. */
static bool part_has(const pdk_fam_part *part, uint64_t number)
{
    if (number == PART_CHILDREN) return part->kind == PDK_FAM_WWWW || part->kind == PDK_FAM_SHPI;
    return number < PART_CHILDREN || part->kind == PDK_FAM_ORIP;
}

static pdk_status compute_part_number(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_fam_part *part = pdk_fam_part_at(batch->column->data, (size_t)batch->first + i);
        if (!part_has(part, batch->column->number)) pdk_batch_miss(batch, i);
        const uint64_t numbers[] = { part->offset,   part->end - part->offset, part->children, part->vertices,
                                     part->polygons, part->textures,           part->triangles };
        ((uint64_t *)values)[i] = numbers[batch->column->number];
    }
    return PDK_OK;
}

static void add_parts(pdk_document *document, const pdk_fam *fam)
{
    static const struct {
        const char *name, *unit, *meaning;
    } numbers[] = {
        { "offset", "byte", "of its tag in the file" },
        { "size", "byte", "from the tag to its end; no padding where the part says its length" },
        { "children", NULL, "wwww: containers and parts directly inside; shpi: directory lines" },
        { "vertices", NULL, "orip" },
        { "polygons", NULL, "orip" },
        { "textures", NULL, "orip" },
        { "triangles", NULL, "orip: area of its drawable polygons, two-sided ones counted twice" },
    };
    pdk_table *table =
        pdk_document_add_table(document, "parts", "a row for each container and each 3D part", fam->parts.count, 10);
    pdk_table_add_computed(
        table,
        (pdk_column_info){ .name = "path",
                           .type = PDK_TEXT,
                           .meaning = "numbers of the children on the path to it; / is the file itself",
                           .certainty = PDK_CONFIRMED },
        compute_part_text, fam, PART_PATH);
    pdk_table_add_computed(
        table,
        (pdk_column_info){
            .name = "kind", .type = PDK_TEXT, .meaning = "wwww, shpi, orip or unknown", .certainty = PDK_CONFIRMED },
        compute_part_text, fam, PART_KIND);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "name",
                                              .type = PDK_TEXT,
                                              .meaning = "of a 3D part; of a set of pictures its directory's tag",
                                              .certainty = PDK_CONFIRMED },
                           compute_part_text, fam, PART_NAME);
    pdk_table_set_empty_missing(table);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        pdk_table_add_computed(table,
                               (pdk_column_info){ .name = numbers[i].name,
                                                  .type = PDK_UINT64,
                                                  .unit = numbers[i].unit,
                                                  .meaning = numbers[i].meaning,
                                                  .certainty = PDK_CONFIRMED,
                                                  .nullable = i >= PART_CHILDREN },
                               compute_part_number, fam, i);
    }
}

void pdk_fam_add_tables(pdk_document *document)
{
    pdk_fam_add_entries(document);
    add_parts(document, document->state);
}

/* ------------------------------------------------------------------------------------------------ regions */

enum { MAX_COLORS = 256 }; /* an index is a byte */

static void add_region(pdk_document *document, const char *name, const pdk_record *record, uint64_t offset,
                       uint64_t count)
{
    char *copy = count > 0 ? pdk_keep(&document->memory, name) : NULL;
    if (count > 0 && copy == NULL) document->failed = true;
    if (copy != NULL) pdk_document_add_region(document, copy, record, offset, record->size, count);
}

static void add_model_regions(pdk_document *document, const pdk_fam_part *part)
{
    static const struct {
        const char *count, *offset, *name;
        const pdk_record *record;
    } lists[] = {
        { "polygon_count", "polygon_offset", "polygon", &pdk_orip_polygon },
        { "vertex_count", "vertex_offset", "vertex", &pdk_orip_vertex },
        { "uv_count", "uv_offset", "uv", &pdk_orip_uv },
        { "texture_count", "texture_offset", "texture", &pdk_orip_texture },
        { "hinge_count", "hinge_offset", "hinge", &pdk_orip_hinge },
        { "group_count", "group_offset", "group", &pdk_orip_group },
        { "label_count", "label_offset", "label", &pdk_orip_label },
        { "swap_count", "swap_offset", "swap", &pdk_orip_swap },
    };
    char where[PDK_FAM_WHERE];
    uint64_t available = part->end - part->offset;
    if (available < pdk_orip_header.size) return;
    add_region(document, pdk_fam_where_in(where, part, "header", PDK_FAM_NONE, NULL), &pdk_orip_header, part->offset,
               1);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        uint64_t count = pdk_fam_model_number(document, part, lists[i].count);
        uint64_t offset = pdk_fam_model_number(document, part, lists[i].offset);
        if (offset >= available || count > (available - offset) / lists[i].record->size) continue;
        pdk_fam_where_in(where, part, lists[i].name, PDK_FAM_NONE, NULL);
        add_region(document, where, lists[i].record, part->offset + offset, count);
    }
    uint64_t index = pdk_fam_model_number(document, part, "index_offset");
    if (index >= available) return;
    add_region(document, pdk_fam_where_in(where, part, "index", PDK_FAM_NONE, NULL), &pdk_orip_index,
               part->offset + index, (available - index) / pdk_orip_index.size);
}

static void add_set_regions(pdk_document *document, const pdk_fam *fam, const pdk_fam_part *part)
{
    char where[PDK_FAM_WHERE];
    if (part->end - part->offset < pdk_shpi_header.size) return;
    add_region(document, pdk_fam_where_in(where, part, "header", PDK_FAM_NONE, NULL), &pdk_shpi_header, part->offset,
               1);
    add_region(document, pdk_fam_where_in(where, part, "directory", PDK_FAM_NONE, NULL), &pdk_shpi_directory,
               part->offset + pdk_shpi_header.size, part->children);
    for (uint32_t i = 0; i < part->entry_count; i++) {
        const pdk_fam_entry *entry = pdk_fam_entry_at(fam, part->first_entry + i);
        if (!pdk_fam_has_header(entry)) continue;
        pdk_fam_where_in(where, part, "entry", entry->number, NULL);
        add_region(document, where, &pdk_shpi_entry, entry->offset, 1);
        const pdk_record *color = entry->use == PDK_FAM_PALETTE ? pdk_fam_color(entry->code) : NULL;
        pdk_fam_where_in(where, part, "entry", entry->number, "color");
        if (color != NULL && !entry->packed) {
            uint32_t count = pdk_load_u16(document->content.data + entry->offset + PDK_SHPI_WIDTH);
            add_region(document, where, color, entry->offset + pdk_shpi_entry.size,
                       count < MAX_COLORS ? count : MAX_COLORS);
        }
    }
}

void pdk_fam_add_regions(pdk_document *document)
{
    const pdk_fam *fam = document->state;
    char where[PDK_FAM_WHERE];
    for (size_t i = 0; i < fam->parts.count && !document->failed; i++) {
        const pdk_fam_part *part = pdk_fam_part_at(fam, i);
        if (part->kind == PDK_FAM_ORIP) add_model_regions(document, part);
        if (part->kind == PDK_FAM_SHPI) add_set_regions(document, fam, part);
        if (part->kind != PDK_FAM_WWWW || part->end - part->offset < pdk_wwww_header.size) continue;
        uint64_t possible = (part->end - part->offset - pdk_wwww_header.size) / pdk_wwww_child.size;
        uint64_t count = pdk_load_u32(document->content.data + part->offset + PDK_WWWW_CHILD_COUNT);
        add_region(document, pdk_fam_where_in(where, part, "header", PDK_FAM_NONE, NULL), &pdk_wwww_header,
                   part->offset, 1);
        add_region(document, pdk_fam_where_in(where, part, "child", PDK_FAM_NONE, NULL), &pdk_wwww_child,
                   part->offset + pdk_wwww_header.size, count < possible ? count : possible);
    }
}
