/* An OpenCRG file as a document: its surface, its line, its parameters. */
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "base/trigonometry.h"
#include "format/format.h"
#include "format/crg/crg_import.h"
#include "mesh/imported.h"
#include "model/line.h"

static bool contains(pdk_bytes bytes, const char *word)
{
    size_t length = strlen(word), size = bytes.size < 65536 ? bytes.size : 65536;
    for (size_t i = 0; i + length <= size; i++) {
        if (bytes.data[i] == (uint8_t)word[0] && memcmp(bytes.data + i, word, length) == 0) return true;
    }
    return false;
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    bool named = strcmp(probe->extension, ".crg") == 0;
    if (bytes.size < 4 || bytes.data[0] != '$') {
        if (named) snprintf(reason, capacity, "the name ends in .crg, but no block begins with a dollar sign");
        return named ? PDK_SCORE_EXTENSION : 0;
    }
    bool road = contains(bytes, "$ROAD_CRG") || contains(bytes, "$road_crg");
    if (!road) return 0;
    snprintf(reason, capacity, "a text header with a block $ROAD_CRG");
    return PDK_SCORE_CERTAIN;
}

static void add_properties(pdk_crg_file *crg)
{
    pdk_document *document = crg->document;
    if (crg->comment_at != 0) {
        pdk_document_add_text(document, "comment", crg->text + crg->comment_at, (size_t)crg->comment_size,
                              "the block $CT", PDK_CONFIRMED);
    }
    pdk_document_add_place(document, &crg->place);
    pdk_document_add_count(document, "rows", crg->rows, "across the reference line");
    pdk_document_add_count(document, "sections", crg->section_count, "along it");
    pdk_document_add_count(document, "channels", crg->channels, "numbers of a row");
    for (int i = 0; i < PDK_CRG_PARAMETERS; i++) {
        bool angle = i == PDK_CRG_START_PHI || i == PDK_CRG_END_PHI;
        bool degrees = i >= PDK_CRG_START_LON && i != PDK_CRG_START_ALT && i != PDK_CRG_END_ALT;
        bool slope = i >= PDK_CRG_START_S && i <= PDK_CRG_END_B;
        const char *unit = angle ? "rad" : degrees ? "deg" : slope ? NULL : "m";
        if (crg->given[i])
            pdk_document_add_number(document, pdk_crg_parameter_names[i], crg->parameters[i], unit, NULL,
                                    PDK_CONFIRMED);
    }
}

static pdk_status compute_line(const pdk_batch *batch, void *values)
{
    const pdk_crg_file *crg = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        uint64_t row = batch->first + i;
        double value = batch->column->number == 0
                           ? crg->parameters[PDK_CRG_START_U] + (double)row * crg->parameters[PDK_CRG_INCREMENT]
                       : batch->column->number <= 2 ? crg->line[row][batch->column->number - 1]
                       : batch->column->number == 3 ? crg->height[row]
                       : batch->column->number == 4 ? pdk_atan2(-crg->left[row][0], crg->left[row][1])
                                                    : pdk_crg_banking(crg, row);
        ((double *)values)[i] = value;
    }
    return PDK_OK;
}

static void add_line_table(pdk_crg_file *crg)
{
    static const pdk_column_info columns[] = {
        { .name = "u", .type = PDK_FLOAT64, .unit = "m", .meaning = "along the line", .certainty = PDK_CONFIRMED },
        { .name = "x", .type = PDK_FLOAT64, .unit = "m", .certainty = PDK_CONFIRMED },
        { .name = "y", .type = PDK_FLOAT64, .unit = "m", .certainty = PDK_CONFIRMED },
        { .name = "z",
          .type = PDK_FLOAT64,
          .unit = "m",
          .meaning = "of the line; the heights of the grid are added to it",
          .certainty = PDK_LIKELY },
        { .name = "heading",
          .type = PDK_FLOAT64,
          .unit = "rad",
          .meaning = "each row is at a right angle to it",
          .certainty = PDK_CONFIRMED },
        { .name = "banking",
          .type = PDK_FLOAT64,
          .meaning = "cross slope: positive where the road rises to the left",
          .certainty = PDK_LIKELY }
    };
    pdk_table *table =
        pdk_document_add_table(crg->document, "reference_line", "a row for each step of the line", crg->rows, 6);
    pdk_table_set_unlocated(table);
    for (uint64_t i = 0; i < 6; i++) pdk_table_add_computed(table, columns[i], compute_line, crg, i);
    static const pdk_column_role roles[] = {
        { "u", PDK_ROLE_DISTANCE, PDK_FRAME_NONE },
        { "x", PDK_ROLE_X, PDK_FRAME_ROAD },
        { "y", PDK_ROLE_Y, PDK_FRAME_ROAD },
        { "z", PDK_ROLE_Z, PDK_FRAME_ROAD },
        { "heading", PDK_ROLE_HEADING, PDK_FRAME_ROAD },
        { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE },
    };
    pdk_table_set_roles(table, roles);
    pdk_table_set_sorted(table, "u");
}

static pdk_status read_line(const pdk_document *document, const pdk_line_entry *line, uint64_t first, size_t count,
                            double (*points)[3], pdk_error *error)
{
    (void)document;
    (void)error;
    const pdk_crg_file *crg = line->state;
    for (size_t i = 0; i < count; i++) {
        points[i][0] = crg->line[first + i][0];
        points[i][1] = crg->line[first + i][1];
        points[i][2] = crg->height[first + i];
    }
    return PDK_OK;
}

static void add_line(pdk_crg_file *crg)
{
    pdk_document_add_line(crg->document, &(pdk_line_entry){ .info = { .name = "reference line",
                                                                      .points = crg->rows,
                                                                      .frame = PDK_FRAME_ROAD,
                                                                      .certainty = PDK_CONFIRMED },
                                                            .read = read_line,
                                                            .state = crg });
}

/* Options hold for another grid of the same road; modifiers are about this grid. */
static void add_facts(pdk_crg_file *crg)
{
    size_t count = 0;
    bool text = pdk_is_printable(crg->option_lines.data, crg->option_lines.size);
    if (crg->options > 0 && text) {
        crg->facts[count++] = (pdk_mesh_fact){
            .kind = PDK_FACT_RECORD, .fixed_axes = true, .format = "crg", .name = "options", .bytes = crg->option_lines
        };
    }
    if (crg->modifiers > 0) {
        crg->facts[count++] =
            (pdk_mesh_fact){ .kind = PDK_FACT_OTHER, .format = "crg", .name = "modifiers", .count = crg->modifiers };
    }
    crg->mesh.facts = crg->facts;
    crg->mesh.fact_count = count;
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_crg_file *crg = pdk_document_new_state(document, sizeof *crg);
    if (crg == NULL) return pdk_document_built(document, error);
    *crg = (pdk_crg_file){ .document = document,
                           .text = (const char *)document->content.data,
                           .size = document->content.size };
    pdk_status status = pdk_crg_read_headers(crg, error);
    if (status == PDK_OK) status = pdk_crg_find_rows(crg, error);
    if (status == PDK_OK) status = pdk_crg_lay_line(crg, error);
    if (status == PDK_OK) status = pdk_crg_open_mesh(crg, error);
    if (status != PDK_OK) return status;
    pdk_document_set_dialect(document, "%s, %s line", crg->format,
                             crg->lines[PDK_CRG_PHI] >= 0 || crg->lines[PDK_CRG_X] >= 0 ? "curved" : "straight");
    if (crg->lines[PDK_CRG_X] >= 0)
        pdk_document_add_evidence(document,
                                  "the reference line is given by positions: no real file of this kind has been seen");
    if (crg->width == 8 || crg->width == 20)
        pdk_document_add_evidence(document, "%s: no real file of this kind has been seen", crg->format);
    add_facts(crg);
    add_properties(crg);
    add_line_table(crg);
    add_line(crg);
    return pdk_document_imported(document, &crg->mesh, NULL, error);
}

const pdk_format pdk_format_crg = {
    .info = { .id = "crg",
              .title = "OpenCRG road surface grid",
              .extensions = ".crg",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK,
              .certainty = PDK_CONFIRMED,
              .basis =
                  "checked on a real scan in single binary, whose every vertex agrees with OpenCRG's own reader, and "
                  "on two example files in text, straight and curved; doubles and lines given by positions are "
                  "checked on generated files only",
              .records = pdk_no_records },
    .probe = probe,
    .open = open_document,
};
