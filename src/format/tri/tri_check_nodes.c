/* The road against itself: what nodes say about their direction follows from where they are. */
#include <math.h>
#include <stdio.h>

#include "format/tri/tri_check.h"

/* The game's own AL1 is off by up to 77 steps of 1/16384 turn in places: that is worth one note for the whole file.
 * What is off by more than these would be felt when driving. */
enum { STEPS = 16384, MAX_STEPS = 128 };
static const double max_aside = 0.05;  /* of a unit vector */
static const double longest_step = 50; /* m between nodes; 6 are usual */

/* How far one quantity is off over all nodes. */
typedef struct deviation {
    const char *field, *code, *unit;
    double tolerance, maximum; /* above: counted; reported separately */
    uint32_t count, worst_node;
    double worst;
} deviation;

static void report_one(const pdk_tri_track *track, pdk_report *report, pdk_severity severity, const deviation *of,
                       uint32_t node, const char *message)
{
    char where[64];
    const uint8_t *at = pdk_tri_node_at(track, node) + pdk_record_field(&pdk_tri_node, of->field)->offset;
    pdk_tri_find(report, track, severity, of->code, at, pdk_tri_where(where, "node", node, of->field), message);
}

static void note(const pdk_tri_track *track, pdk_report *report, deviation *of, uint32_t node, double off)
{
    if (off <= of->tolerance) return;
    if (off > of->maximum) {
        char message[160];
        snprintf(message, sizeof message, "%s is %g %s away from the value that the positions of the nodes give",
                 of->field, off, of->unit);
        report_one(track, report, PDK_WARNING, of, node, message);
        return;
    }
    of->count++;
    if (off > of->worst) {
        of->worst = off;
        of->worst_node = node;
    }
}

static void summarise(const pdk_tri_track *track, pdk_report *report, const deviation *of)
{
    if (of->count == 0) return;
    char message[200];
    snprintf(
        message, sizeof message,
        "at %u of %u nodes %s is slightly off the value that the positions of the nodes give, most here: %g %s; the "
        "game's own "
        "tracks do this",
        (unsigned)of->count, (unsigned)(track->node_count - 1), of->field, of->worst, of->unit);
    report_one(track, report, PDK_NOTE, of, of->worst_node, message);
}

static double steps_apart(int64_t stored, uint32_t computed)
{
    int64_t apart = (stored - (int64_t)computed) & (STEPS - 1);
    return (double)(apart > STEPS / 2 ? STEPS - apart : apart);
}

static double vector_off(const pdk_tri_track *track, uint32_t node)
{
    const uint8_t *at = pdk_tri_node_at(track, node);
    double right[3], formula[3], off = 0;
    pdk_tri_right(track, node, right);
    pdk_tri_right_of(pdk_tri_heading(track, node), pdk_tri_value(&pdk_tri_node, "slant", at), formula);
    for (int axis = 0; axis < 3; axis++) off += (right[axis] - formula[axis]) * (right[axis] - formula[axis]);
    return sqrt(off);
}

/* The last node used has no direction itself. */
static void check_directions(const pdk_tri_track *track, pdk_report *report)
{
    deviation heading = { .field = "heading",
                          .code = "tri.node.heading",
                          .unit = "steps of 1/16384 turn",
                          .tolerance = 1,
                          .maximum = MAX_STEPS };
    deviation slope = heading;
    slope.field = "slope";
    slope.code = "tri.node.slope";
    deviation right = { .field = "right_x",
                        .code = "tri.node.right",
                        .unit = "of a unit vector",
                        .tolerance = 0.005,
                        .maximum = max_aside };
    for (uint32_t i = 0; i + 1 < track->node_count && !report->stopped; i++) {
        const uint8_t *at = pdk_tri_node_at(track, i);
        const double *here = track->places[i], *next = track->places[i + 1];
        note(track, report, &heading, i,
             steps_apart(pdk_tri_number(&pdk_tri_node, "heading", at), pdk_tri_stored_heading(here, next)));
        note(track, report, &slope, i,
             steps_apart(pdk_tri_number(&pdk_tri_node, "slope", at), pdk_tri_stored_slope(here, next)));
        note(track, report, &right, i, vector_off(track, i));
    }
    summarise(track, report, &heading);
    summarise(track, report, &slope);
    summarise(track, report, &right);
}

static void check_steps(const pdk_tri_track *track, pdk_report *report)
{
    for (uint32_t i = 0; i < track->node_count; i++) {
        uint32_t next;
        double level;
        if (!pdk_tri_next(track, i, &next)) break;
        double step = pdk_tri_step(track->places[i], track->places[next], &level);
        if (step > 0 && step <= longest_step) continue;
        char where[64];
        pdk_report_finding(report, PDK_WARNING, "tri.node.step", (uint64_t)(pdk_tri_node_at(track, i) - track->bytes),
                           pdk_tri_where(where, "node", i, ""),
                           "the next node is %g m away (node %u); about 6 m is normal", step, (unsigned)next);
    }
}

static void check_modes(const pdk_tri_track *track, pdk_report *report)
{
    const pdk_field *field = pdk_record_field(&pdk_tri_node, "mode");
    for (uint32_t i = 0; i < track->node_count; i++) {
        const uint8_t *at = pdk_tri_node_at(track, i);
        int64_t mode = pdk_get_i64(field, 0, at);
        bool splits = mode == PDK_TRI_LANE_SPLIT || mode == PDK_TRI_LANE_MERGE;
        char where[64];
        pdk_tri_where(where, "node", i, "mode");
        if (mode == PDK_TRI_CRASH) {
            pdk_tri_find(report, track, PDK_WARNING, "tri.node.mode", at + field->offset, where,
                         "this mode is reported to crash the game");
        } else if (splits && i % PDK_TRI_ROWS != 0) {
            pdk_tri_find(report, track, PDK_NOTE, "tri.node.mode", at + field->offset, where,
                         "lanes split and merge only at the first node of a record; here the mode has no effect");
        }
    }
}

void pdk_tri_check_nodes(const pdk_tri_track *track, pdk_report *report)
{
    check_directions(track, report);
    check_steps(track, report);
    check_modes(track, report);
}
