/*
 * The reference line. A row's heading is that of the piece which ends there. Where the header says where the line ends
 * it is followed from both ends, each counting the more the nearer it is: so do the readers of OpenCRG's own project.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "format/crg/crg_import.h"

#include "base/trigonometry.h"

static double parameter(const pdk_crg_file *crg, int which)
{
    return crg->parameters[which];
}

static double line_value(const pdk_crg_file *crg, int which, uint64_t row, double otherwise)
{
    return crg->lines[which] >= 0 ? pdk_crg_value(crg, row, (uint32_t)crg->lines[which]) : otherwise;
}

double pdk_crg_banking(const pdk_crg_file *crg, uint64_t row)
{
    return line_value(crg, PDK_CRG_BANKING, row, parameter(crg, PDK_CRG_START_B));
}

static double heading(const pdk_crg_file *crg, uint64_t row)
{
    return row == 0 ? parameter(crg, PDK_CRG_START_PHI)
                    : line_value(crg, PDK_CRG_PHI, row, parameter(crg, PDK_CRG_START_PHI));
}

/* A channel of the line must be there in every row; heading and slope of the first row belong to no piece. */
static pdk_status check_channels(const pdk_crg_file *crg, pdk_error *error)
{
    for (int which = PDK_CRG_X; which < PDK_CRG_LINES; which++) {
        bool pieces = which == PDK_CRG_PHI || which == PDK_CRG_SLOPE;
        for (uint64_t row = pieces ? 1 : 0; row < crg->rows && crg->lines[which] >= 0; row++) {
            if (isfinite(pdk_crg_value(crg, row, (uint32_t)crg->lines[which]))) continue;
            char where[48];
            snprintf(where, sizeof where, "crg.row[%" PRIu64 "]", row);
            return pdk_fail_where(error, PDK_E_CORRUPT, pdk_crg_value_at(crg, row, (uint32_t)crg->lines[which]),
                                  "crg.line", where, "the header does not define the reference line");
        }
    }
    return PDK_OK;
}

/* Two sums along the pieces, from the start on or from both ends. */
static void integrate(const pdk_crg_file *crg, int axis, bool from_end, double start, double end)
{
    double step = parameter(crg, PDK_CRG_INCREMENT), last = (double)(crg->rows - 1);
    double(*to)[2] = crg->line;
    if (from_end) {
        to[crg->rows - 1][axis] = end;
        for (uint64_t i = crg->rows - 1; i > 0; i--) {
            double phi = heading(crg, i);
            to[i - 1][axis] = to[i][axis] - step * (axis == 0 ? pdk_cos(phi) : pdk_sin(phi));
        }
    }
    to[0][axis] = start;
    for (uint64_t i = 0; i + 1 < crg->rows; i++) {
        double phi = heading(crg, i + 1), share = from_end ? (double)(i + 1) / last : 0;
        double forward = to[i][axis] + step * (axis == 0 ? pdk_cos(phi) : pdk_sin(phi));
        to[i + 1][axis] = share > 0 ? (1 - share) * forward + share * to[i + 1][axis] : forward;
    }
}

static void lay_plan(pdk_crg_file *crg)
{
    if (crg->lines[PDK_CRG_X] >= 0 && crg->lines[PDK_CRG_Y] >= 0) {
        for (uint64_t i = 0; i < crg->rows; i++) {
            for (int k = 0; k < 2; k++) crg->line[i][k] = pdk_crg_value(crg, i, (uint32_t)crg->lines[PDK_CRG_X + k]);
        }
        return;
    }
    double x = parameter(crg, PDK_CRG_START_X), y = parameter(crg, PDK_CRG_START_Y);
    double end_x = parameter(crg, PDK_CRG_END_X), end_y = parameter(crg, PDK_CRG_END_Y),
           step = parameter(crg, PDK_CRG_INCREMENT);
    if (crg->lines[PDK_CRG_PHI] < 0) { /* straight: no sums, no rounding */
        double phi = parameter(crg, PDK_CRG_START_PHI);
        for (uint64_t i = 0; i < crg->rows; i++) {
            crg->line[i][0] = x + (double)i * step * pdk_cos(phi);
            crg->line[i][1] = y + (double)i * step * pdk_sin(phi);
        }
    } else {
        bool from_end = crg->given[PDK_CRG_END_X] && crg->given[PDK_CRG_END_Y] && !crg->document->partial;
        integrate(crg, 0, from_end, x, end_x);
        integrate(crg, 1, from_end, y, end_y);
    }
}

/* How far the line, followed from its start alone, misses the end the header gives. */
static void compare_end(pdk_crg_file *crg)
{
    if (!crg->given[PDK_CRG_END_X] || !crg->given[PDK_CRG_END_Y] || crg->document->partial ||
        crg->lines[PDK_CRG_X] >= 0)
        return;
    double x = parameter(crg, PDK_CRG_START_X), y = parameter(crg, PDK_CRG_START_Y),
           step = parameter(crg, PDK_CRG_INCREMENT);
    for (uint64_t i = 1; i < crg->rows; i++) {
        double phi = heading(crg, i);
        x += step * pdk_cos(phi);
        y += step * pdk_sin(phi);
    }
    double miss = pdk_hypot(x - parameter(crg, PDK_CRG_END_X), y - parameter(crg, PDK_CRG_END_Y));
    if (miss <= 1e-4 * step * (double)crg->rows) return;
    pdk_document_add_finding(
        crg->document, PDK_WARNING, "crg.line.end", PDK_NO_OFFSET, "crg",
        "the reference line, followed by its headings, ends %.4g m from the end that the header gives", miss);
}

static void lay_height(pdk_crg_file *crg)
{
    double start = parameter(crg, PDK_CRG_START_Z), end = parameter(crg, PDK_CRG_END_Z),
           step = parameter(crg, PDK_CRG_INCREMENT);
    double slope = parameter(crg, PDK_CRG_START_S);
    bool sloped = crg->lines[PDK_CRG_SLOPE] >= 0 || slope > 0 || slope < 0;
    bool from_end = sloped && crg->given[PDK_CRG_END_Z] && !crg->document->partial;
    for (uint64_t i = crg->rows - 1; from_end && i > 0; i--) {
        if (i == crg->rows - 1) crg->height[i] = end;
        crg->height[i - 1] = crg->height[i] - step * line_value(crg, PDK_CRG_SLOPE, i, slope);
    }
    crg->height[0] = start;
    for (uint64_t i = 0; i + 1 < crg->rows; i++) {
        double forward = sloped ? crg->height[i] + step * line_value(crg, PDK_CRG_SLOPE, i + 1, slope) : start;
        double share = from_end ? (double)(i + 1) / (double)(crg->rows - 1) : 0;
        crg->height[i + 1] = share > 0 ? (1 - share) * forward + share * crg->height[i + 1] : forward;
    }
}

static bool make_normal(const double from[2], const double to[2], double normal[2])
{
    double x = to[0] - from[0], y = to[1] - from[1], length = pdk_hypot(x, y);
    if (!(length > 1e-10)) return false;
    normal[0] = -y / length;
    normal[1] = x / length;
    return true;
}

/* Rows stand halfway between the directions before and after them, and are the longer the more the line bends, so that
 * distances from it stay what they are. */
static void lay_normals(pdk_crg_file *crg)
{
    uint64_t last = crg->rows - 1;
    double(*line)[2] = crg->line;
    for (uint64_t i = 0; i <= last; i++) {
        double mean[2] = { 0, 1 }, piece[2] = { 0, 1 };
        make_normal(line[i == last ? i - 1 : i], line[i == last ? i : i + 1], piece);
        if (!make_normal(line[i == 0 ? 0 : i - 1], line[i == last ? i : i + 1], mean)) memcpy(mean, piece, sizeof mean);
        double across = mean[0] * piece[0] + mean[1] * piece[1];
        for (int k = 0; k < 2; k++) crg->left[i][k] = fabs(across) > 1e-10 ? mean[k] / across : mean[k];
    }
}

/* At the inside of a bend tighter than the grid is wide rows cross, and the surface folds. */
static void find_folds(pdk_crg_file *crg)
{
    uint64_t folds = 0;
    double sides[2] = { crg->sections[0].v, crg->sections[crg->section_count - 1].v };
    for (uint64_t i = 0; i + 1 < crg->rows; i++) {
        bool folded = false;
        for (int s = 0; s < 2; s++) {
            double along = 0;
            for (int k = 0; k < 2; k++) {
                double piece = crg->line[i + 1][k] - crg->line[i][k];
                along += piece * (piece + sides[s] * (crg->left[i + 1][k] - crg->left[i][k]));
            }
            folded = folded || along < 0;
        }
        folds += folded;
    }
    if (folds == 0) return;
    pdk_document_add_finding(crg->document, PDK_WARNING, "crg.folds", PDK_NO_OFFSET, "crg",
                             "the line bends tighter than the grid is wide at %" PRIu64 " of %" PRIu64
                             " steps: the surface folds there",
                             folds, crg->rows - 1);
}

pdk_status pdk_crg_lay_line(pdk_crg_file *crg, pdk_error *error)
{
    pdk_memory *memory = &crg->document->memory;
    pdk_status status = check_channels(crg, error);
    if (status != PDK_OK) return status;
    crg->line = pdk_alloc_array(memory, crg->rows, sizeof *crg->line);
    crg->left = pdk_alloc_array(memory, crg->rows, sizeof *crg->left);
    crg->height = pdk_alloc_array(memory, crg->rows, sizeof *crg->height);
    if (crg->line == NULL || crg->left == NULL || crg->height == NULL)
        return pdk_fail_memory(error, memory, "a reference line");
    lay_plan(crg);
    compare_end(crg);
    lay_height(crg);
    lay_normals(crg);
    find_folds(crg);
    return PDK_OK;
}
