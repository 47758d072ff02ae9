/* OpenCRG 1.1, which later versions read too: heights as big-endian floats (KRBI) or as text (LRFI). */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "format/crg/crg_export.h"
#include "base/number.h"
#include "format/crg/crg_import.h"
#include "mesh/stated_place.h"
#include "target/text_buffer.h"

enum { RECORD = 80, WIDTH = 10 /* of a number as text */ };

static void put_value(pdk_text_buffer *lines, const char *name, double value)
{
    char number[PDK_NUMBER_SIZE];
    number[pdk_format_number(number, value, PDK_FLOAT64)] = '\0';
    pdk_text_buffer_printf(lines, "%-24s = %s\n", name, number);
}

/* Whole steps are shorter as text than what adding them up gives. */
static double whole(double value)
{
    return pdk_round_parts(value, 1e9);
}

static bool is_options(const pdk_mesh_fact *fact)
{
    return fact->kind == PDK_FACT_RECORD && strcmp(fact->format, "crg") == 0 && strcmp(fact->name, "options") == 0;
}

/* Those of a source in OpenCRG, line for line. */
static void put_options(pdk_text_buffer *lines, const pdk_mesh *mesh)
{
    for (size_t i = 0; i < mesh->fact_count; i++) {
        if (!is_options(&mesh->facts[i])) continue;
        pdk_text_buffer_printf(lines, "$\n$ROAD_CRG_OPTS\n");
        pdk_text_buffer_put(lines, (const char *)mesh->facts[i].bytes.data, mesh->facts[i].bytes.size);
        pdk_text_buffer_put(lines, "\n", 1);
    }
}

/* Where a new line begins and ends. */
static void put_line(pdk_text_buffer *lines, const pdk_crg *crg, const double origin[3])
{
    const pdk_crg_row *first = &crg->line[0], *last = &crg->line[crg->rows - 1];
    put_value(lines, "REFERENCE_LINE_START_U", 0);
    put_value(lines, "REFERENCE_LINE_END_U", whole(crg->step * (double)(crg->rows - 1)));
    put_value(lines, "REFERENCE_LINE_INCREMENT", crg->step);
    put_value(lines, "REFERENCE_LINE_START_X", first->x + origin[0]);
    put_value(lines, "REFERENCE_LINE_START_Y", first->y + origin[1]);
    put_value(lines, "REFERENCE_LINE_END_X", last->x + origin[0]);
    put_value(lines, "REFERENCE_LINE_END_Y", last->y + origin[1]);
    put_value(lines, "REFERENCE_LINE_START_PHI", crg->heading[0]);
    put_value(lines, "REFERENCE_LINE_END_PHI", crg->heading[crg->rows - 1]);
}

/* Those of the source, as it says them: where its line ends decides where it runs. */
static void put_kept_line(pdk_text_buffer *lines, const pdk_crg_file *file)
{
    static const struct {
        int parameter;
        const char *name;
    } kept[] = {
        { PDK_CRG_START_U, "REFERENCE_LINE_START_U" },     { PDK_CRG_END_U, "REFERENCE_LINE_END_U" },
        { PDK_CRG_INCREMENT, "REFERENCE_LINE_INCREMENT" }, { PDK_CRG_START_X, "REFERENCE_LINE_START_X" },
        { PDK_CRG_START_Y, "REFERENCE_LINE_START_Y" },     { PDK_CRG_END_X, "REFERENCE_LINE_END_X" },
        { PDK_CRG_END_Y, "REFERENCE_LINE_END_Y" },         { PDK_CRG_START_PHI, "REFERENCE_LINE_START_PHI" },
        { PDK_CRG_END_PHI, "REFERENCE_LINE_END_PHI" },
    };
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        bool needed = kept[i].parameter == PDK_CRG_INCREMENT;
        if (needed || file->given[kept[i].parameter])
            put_value(lines, kept[i].name, file->parameters[kept[i].parameter]);
    }
}

static void put_width(pdk_text_buffer *lines, const pdk_crg *crg)
{
    put_value(lines, "LONG_SECTION_V_RIGHT", whole(crg->right + crg->across * (double)crg->first));
    put_value(lines, "LONG_SECTION_V_LEFT", whole(crg->right + crg->across * (double)(crg->end - 1)));
    put_value(lines, "LONG_SECTION_V_INCREMENT", whole(crg->across));
}

/* By number, or where steps are not equal by position. */
static void put_section(pdk_text_buffer *lines, const pdk_crg *crg, size_t section)
{
    char number[PDK_NUMBER_SIZE];
    if (!crg->uneven) {
        pdk_text_buffer_printf(lines, "D:long section %zu,m\n", section - crg->first + 1);
        return;
    }
    number[pdk_format_number(number, crg->kept->sections[section].v, PDK_FLOAT64)] = '\0';
    pdk_text_buffer_printf(lines, "D:long section at v = %s,m\n", number);
}

static const char *layout_of(const pdk_crg *crg, const pdk_export *job)
{
    return job->options->crg->ascii ? "LRFI" : crg->doubles ? "KDBI" : "KRBI";
}

static void put_head(pdk_text_buffer *lines, const pdk_crg *crg, const pdk_export *job)
{
    const double *origin = job->report->origin;
    pdk_stated_place place = pdk_export_place(job);
    char system[PDK_PLACE_LINE];
    pdk_place_system_line(&place, system);
    pdk_text_buffer_printf(lines, "$CT\nwritten by Paddock %s\n%s%s$\n$ROAD_CRG\n", pdk_version(), system,
                           system[0] != '\0' ? "\n" : "");
    if (crg->kept != NULL) put_kept_line(lines, crg->kept);
    else put_line(lines, crg, origin);
    double base = crg->kept != NULL ? pdk_crg_kept_base(crg, origin[2]) : origin[2];
    if (!crg->uneven) put_width(lines, crg);
    put_value(lines, "REFERENCE_LINE_START_Z", base);
    put_value(lines, "REFERENCE_LINE_END_Z", base);
    put_options(lines, &job->mesh);
    pdk_text_buffer_printf(lines, "$\n$KD_DEFINITION\n#:%s\n", layout_of(crg, job));
    pdk_text_buffer_printf(lines, "U:reference line u,m,0,%.9g\n", crg->step);
    if (crg->bent) pdk_text_buffer_printf(lines, "D:reference line phi,rad\n");
    for (size_t i = crg->first; i < crg->end; i++) put_section(lines, crg, i);
    pdk_text_buffer_printf(lines, "$\n$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$\n");
}

/* ----------------------------------------------------------------------------------------------- numbers */

static void put_double(pdk_text_buffer *lines, double value)
{
    uint64_t bits = UINT64_C(0x7FF8000000000000); /* nothing here */
    if (!isnan(value)) memcpy(&bits, &value, sizeof bits);
    uint8_t *to = (uint8_t *)pdk_text_buffer_reserve(lines, 8);
    for (int i = 0; i < 8; i++) to[i] = (uint8_t)(bits >> (56 - 8 * i));
    lines->at += 8;
}

static void put_binary(pdk_text_buffer *lines, float value)
{
    uint32_t bits = 0x7FC00000u; /* nothing here */
    if (!isnan(value)) memcpy(&bits, &value, sizeof bits);
    uint8_t *to = (uint8_t *)pdk_text_buffer_reserve(lines, 4);
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(bits >> (24 - 8 * i));
    lines->at += 4;
}

/* What is written where there is no number. OpenCRG's C library takes **unused** for 0, any other word for a gap; so it
 * is the word for the heading of the first row, which belongs to no piece of the line, and not for heights. */
static const char missing[] = " *missing*", unused[] = "**unused**";

/* As many decimals as there is room for, otherwise the exponent; `none` if there is no number. */
static void put_text(pdk_text_buffer *lines, float value, const char *none)
{
    char text[64];
    memcpy(text, none, WIDTH + 1);
    int size = isnan(value) ? WIDTH : WIDTH + 1;
    for (int decimals = 7; decimals >= 0 && size > WIDTH; decimals--) {
        size = snprintf(text, sizeof text, "%*.*f", WIDTH, decimals, (double)value);
    }
    if (size > WIDTH) snprintf(text, sizeof text, "%*.3e", WIDTH, (double)value);
    pdk_text_buffer_put(lines, text, strlen(text));
}

typedef enum layout { TEXT, SINGLE, DOUBLE } layout;

static void put_number(pdk_text_buffer *lines, layout how, double value, const char *none, size_t in_row)
{
    if (how == SINGLE) put_binary(lines, (float)value);
    if (how == DOUBLE) put_double(lines, value);
    if (how != TEXT) return;
    if (in_row > 0 && in_row % (RECORD / WIDTH) == 0) pdk_text_buffer_put(lines, "\n", 1);
    put_text(lines, (float)value, none);
}

static void put_row(pdk_text_buffer *lines, const pdk_crg *crg, size_t row, layout how)
{
    size_t in_row = 0;
    if (crg->bent) put_number(lines, how, row == 0 ? (double)NAN : crg->heading[row], unused, in_row++);
    for (size_t i = crg->first; i < crg->end; i++)
        put_number(lines, how, (double)crg->high[row * crg->sections + i], missing, in_row++);
    if (how == TEXT) pdk_text_buffer_put(lines, "\n", 1);
}

static pdk_status write_out(pdk_export *job, pdk_text_buffer *lines, pdk_error *error)
{
    if (lines->failed) return pdk_fail_memory(error, job->memory, "the text of a grid");
    pdk_status status = pdk_output_write(job->output, lines->buffer, (size_t)(lines->at - lines->buffer), error);
    lines->at = lines->buffer;
    return status;
}

static pdk_status write_grid(pdk_export *job, const pdk_crg *crg, pdk_error *error)
{
    pdk_text_buffer lines;
    layout how = job->options->crg->ascii ? TEXT : crg->doubles ? DOUBLE : SINGLE;
    if (!pdk_text_buffer_init(&lines, job->memory)) return pdk_fail_memory(error, job->memory, "the text of a grid");
    put_head(&lines, crg, job);
    pdk_status status = write_out(job, &lines, error);
    uint64_t begin = pdk_output_position(job->output);
    for (size_t row = 0; row < crg->rows && status == PDK_OK; row++) {
        put_row(&lines, crg, row, how);
        status = write_out(job, &lines, error);
    }
    while (how != TEXT && (pdk_output_position(job->output) - begin) % RECORD != 0 && status == PDK_OK) {
        put_number(&lines, how, NAN, missing, 0); /* the last record is filled up */
        status = write_out(job, &lines, error);
    }
    return status;
}

/* ---------------------------------------------------------------------------------------------- the surface */

static pdk_status check_heights(const pdk_export *job, const pdk_crg *crg, pdk_error *error)
{
    pdk_status status;
    if (crg->filled == 0) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "crg.empty",
                        "no row of the grid meets the surface: the line is elsewhere");
    }
    if (crg->layered > crg->filled / 100) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "crg.layers",
                        "the surface has several heights (a bridge, a wall) at %" PRIu64 " of %" PRIu64
                        " nodes, but OpenCRG holds one",
                        crg->layered, crg->filled);
    }
    if (crg->layered > 0) {
        pdk_export_note(job, PDK_WARNING, "crg.layers",
                        "the surface has several heights at %" PRIu64 " of %" PRIu64 " nodes: the highest is written",
                        crg->layered, crg->filled);
    }
    if (crg->end - crg->first < 2) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "crg.narrow",
                        "the surface is narrower than one step of %g m across the line", crg->across);
    }
    status = pdk_crg_check_bends(crg, error);
    if (status != PDK_OK) return status;
    size_t sections = crg->end - crg->first;
    uint64_t nodes = (uint64_t)crg->rows * sections;
    pdk_export_note(job, PDK_NOTE, "crg.grid",
                    "wrote a grid of %zu rows and %zu sections, %g m apart; %" PRIu64 " of %" PRIu64
                    " heights are gaps",
                    crg->rows, sections, crg->step, nodes - crg->filled, nodes);
    return PDK_OK;
}

static pdk_status write_crg(pdk_export *job, pdk_error *error)
{
    const float *positions;
    pdk_crg crg = { 0 };
    pdk_status status = pdk_export_count_sound(job, error);
    if (status != PDK_OK) return status;
    if (job->sound_triangles == 0) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "crg.triangles",
                        "there are no triangles to take heights from: add --triangulate");
    }
    status = pdk_export_positions(job, &positions, error);
    if (status == PDK_OK) status = pdk_crg_lay(&crg, job, positions, error);
    if (status == PDK_OK) status = pdk_crg_fill(&crg, job, positions, error);
    if (status == PDK_OK) status = check_heights(job, &crg, error);
    if (status == PDK_OK) status = write_grid(job, &crg, error);
    job->report->points = crg.filled;
    return status;
}

static bool holds_fact(const pdk_export *job, const pdk_mesh_fact *fact)
{
    (void)job;
    return is_options(fact);
}

const pdk_exporter pdk_exporter_crg = {
    .info = { .id = "crg", .title = "OpenCRG road surface grid", .extensions = ".crg", .frame = PDK_FRAME_ROAD },
    .own_origin = true,
    .states_place = true,
    .holds_fact = holds_fact,
    .write = write_crg,
};
