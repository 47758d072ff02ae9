/* The land along a generated road, and what is on it. */
#include <math.h>
#include <string.h>

#include "base/load.h"
#include "format/tri/tri_synth.h"

static const double turn = 6.283185307179586476925286766559;
enum { SIDE = 5, POINT_UNIT = 128 };

/* Texture numbers: asphalt, verge, grass, wood, hills; another set in the tunnel. */
static const uint8_t land_textures[SIDE] = { 3, 6, 9, 12, 15 };
static const uint8_t tunnel_textures[SIDE] = { 3, 6, 18, 19, 20 };

/* --------------------------------------------------------------------------------------------- the ground */

/* Gentle hills that are the same at both ends of a closed track: waves that fit into its length. */
static double hill(const pdk_tri_plan *plan, uint32_t node, double aside)
{
    double round = turn * node / plan->node_count, phase = (double)(plan->seed % 1000);
    return 0.5 + 0.25 * sin(7 * round + phase) + 0.25 * sin(19 * round + 2 * phase + (aside < 0 ? 2 : 0));
}

/* The road with its slant up to the barriers, then rising land. */
static double ground_at(const pdk_tri_plan *plan, uint32_t node, double aside)
{
    double beyond = fabs(aside) - plan->barrier, slope = -tan(plan->nodes[node].slant);
    if (beyond <= 0) return aside * slope;
    return copysign(plan->barrier, aside) * slope + beyond * 0.3 * hill(plan, node, aside);
}

/* Points 1 to 5 of one side, metres to the side and up from the node. */
static void land_side(const pdk_tri_plan *plan, uint32_t node, double sign, double aside[SIDE], double up[SIDE])
{
    const pdk_tri_plan_node *here = &plan->nodes[node];
    double reach = fmax(sign > 0 ? here->reach_right : here->reach_left, plan->barrier + 3);
    double beyond = reach - plan->barrier;
    const double distances[SIDE] = { plan->half_width, plan->barrier, plan->barrier + beyond * 0.15,
                                     plan->barrier + beyond * 0.45, reach };
    for (int i = 0; i < SIDE; i++) {
        aside[i] = sign * distances[i];
        up[i] = ground_at(plan, node, aside[i]);
    }
}

/* Walls at the barriers and a roof; the last points of both sides meet over the middle. */
static void tunnel_side(const pdk_tri_plan *plan, uint32_t node, double sign, double aside[SIDE], double up[SIDE])
{
    const double distances[SIDE] = { plan->half_width, plan->barrier, plan->barrier, plan->half_width, 0 };
    const double heights[SIDE] = { 0, 0, 5, 8, 8 };
    for (int i = 0; i < SIDE; i++) {
        aside[i] = sign * distances[i];
        up[i] = heights[i] + (i < 3 ? ground_at(plan, node, aside[i]) : 0);
    }
}

/* ------------------------------------------------------------------------------------------------- records */

/* x, z, y of a row's points from the node, in the file's unit, not yet differences. */
static void row_points(const pdk_tri_plan *plan, uint32_t node, int64_t *points)
{
    const pdk_tri_plan_node *here = &plan->nodes[node];
    double aside[2 * SIDE], up[2 * SIDE];
    for (int side = 0; side < 2; side++) {
        double sign = side == 0 ? 1 : -1;
        if (here->tunnel) tunnel_side(plan, node, sign, aside + side * SIDE, up + side * SIDE);
        else land_side(plan, node, sign, aside + side * SIDE, up + side * SIDE);
    }
    memset(points, 0, 3 * sizeof *points);
    for (int i = 0; i < 2 * SIDE; i++) {
        int64_t *point = points + (size_t)(i + 1) * 3;
        point[0] = llrint(cos(here->heading) * aside[i] * POINT_UNIT);
        point[1] = llrint(up[i] * POINT_UNIT);
        point[2] = llrint(sin(here->heading) * aside[i] * POINT_UNIT);
    }
}

static void put_points(pdk_tri_plan *plan, uint8_t *record, uint32_t number)
{
    const pdk_field *field = pdk_record_field(&pdk_tri_record, "points");
    const pdk_field *axes[3] = { pdk_record_field(&pdk_tri_point, "x"), pdk_record_field(&pdk_tri_point, "z"),
                                 pdk_record_field(&pdk_tri_point, "y") };
    int64_t points[PDK_TRI_POINTS * 3];
    for (uint32_t row = 0; row < PDK_TRI_ROWS; row++) {
        row_points(plan, number * PDK_TRI_ROWS + row, points + (size_t)row * PDK_TRI_COLUMNS * 3);
    }
    pdk_chain_difference(field, 3, points);
    for (uint32_t i = 0; i < PDK_TRI_POINTS * 3; i++) {
        uint8_t *at = record + field->offset + (size_t)(i / 3) * pdk_tri_point.size;
        plan->fits = plan->fits && pdk_put_i64(axes[i % 3], 0, at, points[i]);
    }
}

void pdk_tri_synth_records(pdk_tri_plan *plan)
{
    uint32_t rail = pdk_load_u32(plan->file + pdk_record_field(&pdk_tri_header, "rail_texture")->offset);
    for (uint32_t i = 0; i < plan->record_count; i++) {
        uint8_t *record = plan->file + PDK_TRI_RECORDS_AT + (size_t)i * pdk_tri_record.size;
        unsigned fences = pdk_tri_plan_fences(plan, i);
        plan->fits = plan->fits && pdk_put_string(&pdk_tri_record, record, "magic", "TRKD");
        pdk_tri_plan_put(plan, &pdk_tri_record, record,
                         (const pdk_named_value[]){
                             { "length", pdk_tri_record.size - 12 },
                             { "fence_texture", fences != 0 ? rail : 0 },
                             { "right_fence", (fences & 1) != 0 },
                             { "left_fence", (fences & 2) != 0 },
                             { NULL, 0 },
                         });
        const uint8_t *textures = plan->nodes[i * PDK_TRI_ROWS].tunnel ? tunnel_textures : land_textures;
        for (uint32_t strip = 0; strip < PDK_TRI_STRIPS; strip++) {
            plan->fits =
                plan->fits && pdk_put_element(&pdk_tri_record, record, "textures", strip, textures[strip % SIDE]);
        }
        put_points(plan, record, i);
    }
}

/* --------------------------------------------------------------------------------------------------- props */

enum { TREE = 1, SIGN = 2, BOARD = 3, FLAG = 4, HOUSE = 7, MODEL = 9, TYPES_USED = 10 };
static const double usual_flags = 0x01010000;

static void put_type(pdk_tri_plan *plan, uint32_t number, const pdk_record *kind, const pdk_named_value *values)
{
    pdk_tri_plan_put(plan, kind, plan->file + PDK_TRI_PROP_TYPES_AT + (size_t)number * pdk_tri_prop_type.size, values);
}

/* As real files fill types of no special size: 1.5 by 3 m, whatever the kind. */
static void put_plain_type(pdk_tri_plan *plan, uint32_t number, unsigned kind)
{
    put_type(plan, number, &pdk_tri_prop_type,
             (const pdk_named_value[]){ { "kind", kind },
                                        { "resource", (number * 4) & 0xFF },
                                        { "second_resource", (number * 4) & 0xFF },
                                        { NULL, 0 } });
    put_type(plan, number, &pdk_tri_prop_model,
             (const pdk_named_value[]){ { "unknown_4", 1.5 }, { "unknown_8", 1.5 }, { "unknown_12", 3 }, { NULL, 0 } });
}

static void put_types(pdk_tri_plan *plan)
{
    for (uint32_t i = 0; i < PDK_TRI_PROP_TYPES; i++) {
        put_plain_type(plan, i, i < TYPES_USED ? PDK_TRI_BITMAP : PDK_TRI_MODEL);
    }
    put_type(plan, TREE, &pdk_tri_prop_bitmap,
             (const pdk_named_value[]){ { "width", 6 }, { "height", 10 }, { NULL, 0 } });
    put_type(plan, SIGN, &pdk_tri_prop_bitmap,
             (const pdk_named_value[]){ { "width", 2 }, { "height", 3 }, { NULL, 0 } });
    put_type(plan, BOARD, &pdk_tri_prop_bitmap,
             (const pdk_named_value[]){ { "width", 12 }, { "height", 5 }, { NULL, 0 } });
    put_type(plan, FLAG, &pdk_tri_prop_bitmap,
             (const pdk_named_value[]){ { "flags", PDK_TRI_ANIMATED },
                                        { "width", 4 },
                                        { "frame_count", 3 },
                                        { "frame_interval", 10 / 60.0 },
                                        { "height", 7 },
                                        { NULL, 0 } });
    put_type(plan, HOUSE, &pdk_tri_prop_corner,
             (const pdk_named_value[]){ { "kind", PDK_TRI_CORNER },
                                        { "second_resource", HOUSE * 4 + 4 },
                                        { "width", 10 },
                                        { "second_width", 7 },
                                        { "height", 5 },
                                        { NULL, 0 } });
    put_type(
        plan, MODEL, &pdk_tri_prop_model,
        (const pdk_named_value[]){ { "kind", PDK_TRI_MODEL }, { "model", 0 }, { "second_resource", 0 }, { NULL, 0 } });
}

/* At a node, so far to the right, its foot on the ground. */
static void put_prop(pdk_tri_plan *plan, uint32_t number, uint32_t node, uint32_t type, double yaw, double aside)
{
    const pdk_tri_plan_node *here = &plan->nodes[node];
    uint8_t *at = plan->file + PDK_TRI_PROP_TYPES_AT + (size_t)PDK_TRI_PROP_TYPES * pdk_tri_prop_type.size +
                  (size_t)number * pdk_tri_prop.size;
    pdk_tri_plan_put(plan, &pdk_tri_prop, at,
                     (const pdk_named_value[]){
                         { "node", node },
                         { "prop_type", type },
                         { "yaw", yaw },
                         { "flags", usual_flags },
                         { "offset_x", cos(here->heading) * aside },
                         { "offset_z", ground_at(plan, node, aside) },
                         { "offset_y", sin(here->heading) * aside },
                         { NULL, 0 },
                     });
}

static uint32_t choose_type(uint32_t share)
{
    if (share < 80) return TREE;
    if (share < 88) return SIGN;
    if (share < 92) return BOARD;
    if (share < 95) return FLAG;
    return share < 99 ? HOUSE : MODEL;
}

void pdk_tri_synth_props(pdk_tri_plan *plan)
{
    uint8_t *header = plan->file + PDK_TRI_SECTION_AT;
    plan->fits = plan->fits && pdk_put_string(&pdk_tri_prop_header, header, "magic", "SJBO");
    pdk_tri_plan_put(plan, &pdk_tri_prop_header, header,
                     (const pdk_named_value[]){
                         { "prop_type_count", PDK_TRI_PROP_TYPES },
                         { "prop_capacity", PDK_TRI_PROPS },
                         { "chunk_size", 12 + 16 * (PDK_TRI_PROP_TYPES + PDK_TRI_PROPS) },
                         { NULL, 0 },
                     });
    put_types(plan);
    pdk_random random = { plan->seed * 3 + 2 };
    uint32_t count = 0, maximum = PDK_TRI_PROPS - 1;
    for (uint32_t node = 2; node < plan->node_count && count < maximum;
         node += 2 + (uint32_t)(pdk_random_next(&random) % 5)) {
        if (plan->nodes[node].tunnel) continue;
        double side = pdk_random_unit(&random) < 0.5 ? -1 : 1, further = pdk_random_between(&random, 1.5, 12);
        uint32_t type = choose_type((uint32_t)(pdk_random_next(&random) % 100));
        double yaw = type == BOARD ? -side * turn / 8 : 0; /* boards are turned toward the road */
        double reach = side > 0 ? plan->nodes[node].reach_right : plan->nodes[node].reach_left;
        double aside = fmin(plan->barrier + further, fmax(reach, plan->barrier + 1.5));
        put_prop(plan, count++, node, type, yaw, side * aside);
    }
    uint8_t *unused = plan->file + PDK_TRI_PROP_TYPES_AT + (size_t)PDK_TRI_PROP_TYPES * pdk_tri_prop_type.size;
    for (uint32_t i = count; i < PDK_TRI_PROPS; i++) {
        pdk_tri_plan_put(plan, &pdk_tri_prop, unused + (size_t)i * pdk_tri_prop.size,
                         (const pdk_named_value[]){ { "node", -1 }, { NULL, 0 } });
    }
}
