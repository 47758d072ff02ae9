/* The tables of a track: nodes, speeds, prop types, props, records. They hold what is in use. */
#include <math.h>
#include <string.h>

#include "format/tri/tri_frames.h"

static const pdk_tri_track *track_of(const pdk_table *table)
{
    return table->document->state;
}

/* The row's own number: what other tables refer to. `number` is how many of them there are in a row. */
static pdk_status compute_number(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++)
        ((uint32_t *)values)[i] = (uint32_t)((batch->first + i) * batch->column->number);
    return PDK_OK;
}

static void add_number(pdk_table *table, const char *name, const char *meaning, uint64_t each)
{
    pdk_table_add_computed(
        table, (pdk_column_info){ .name = name, .type = PDK_UINT32, .meaning = meaning, .certainty = PDK_CONFIRMED },
        compute_number, NULL, each);
}

static void add_fields(pdk_table *table, const pdk_record *record, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) pdk_table_add_field(table, NULL, pdk_record_field(record, names[i]), 0, 0);
}

/* One list for all tables of this format. */
static void set_roles(pdk_table *table, const char *sorted_by)
{
    static const pdk_column_role roles[] = {
        { "x", PDK_ROLE_X, PDK_FRAME_TRACK },
        { "y", PDK_ROLE_Y, PDK_FRAME_TRACK },
        { "z", PDK_ROLE_Z, PDK_FRAME_TRACK },
        { "heading", PDK_ROLE_HEADING, PDK_FRAME_TRACK },
        { "distance", PDK_ROLE_DISTANCE, PDK_FRAME_NONE },
        { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE },
    };
    pdk_table_set_roles(table, roles);
    pdk_table_set_sorted(table, sorted_by);
}

/* ------------------------------------------------------------------------------------------------- nodes */

static void add_nodes(pdk_document *document, const pdk_tri_track *track)
{
    static const char *const names[] = {
        "x",
        "y",
        "z",
        "heading",
        "slope",
        "slant",
        "left_verge",
        "right_verge",
        "left_barrier",
        "right_barrier",
        "lanes",
        "oncoming_lanes",
        "left_barrier_kind",
        "right_barrier_kind",
        "left_surface",
        "right_surface",
        "mode",
        "right_x",
        "right_y",
        "right_z",
        "unknown_26",
    };
    enum { NAMES = sizeof names / sizeof names[0] };
    pdk_table *table = pdk_document_add_table(
        document, "nodes", "a row for each node in use: the road that cars follow", track->node_count, NAMES + 2);
    pdk_table_set_strided(table, track->bytes + PDK_TRI_NODES_AT, pdk_tri_node.size);
    add_number(table, "node", "number of the node", 1);
    pdk_table_add_array(table,
                        (pdk_column_info){ .name = "distance",
                                           .type = PDK_FLOAT64,
                                           .unit = "m",
                                           .meaning = "along the nodes since node 0",
                                           .certainty = PDK_CONFIRMED },
                        track->distance);
    add_fields(table, &pdk_tri_node, names, NAMES);
    set_roles(table, "node");
}

static void add_speeds(pdk_document *document, const pdk_tri_track *track)
{
    static const char *const names[] = { "opponent_speed", "legal_speed", "traffic_speed" };
    pdk_table *table =
        pdk_document_add_table(document, "speeds", "a row for each scenery record", track->speed_count, 5);
    pdk_table_set_strided(table, track->bytes + PDK_TRI_SPEEDS_AT, pdk_tri_speed.size);
    add_number(table, "record", "number of the scenery record", 1);
    add_number(table, "node", "its first node", PDK_TRI_ROWS);
    add_fields(table, &pdk_tri_speed, names, sizeof names / sizeof names[0]);
    set_roles(table, "record");
}

/* -------------------------------------------------------------------------------------------- prop types */

/* A field that only some kinds have, or only animated bitmaps; NULL where it has no meaning. column->data is its name.
 */
static const pdk_field *kind_field(const pdk_column *column, const uint8_t *type)
{
    const char *name = column->data;
    const pdk_record *kind = pdk_tri_prop_kind((unsigned)pdk_tri_number(&pdk_tri_prop_type, "kind", type));
    const pdk_field *field = kind != NULL ? pdk_record_field(kind, name) : NULL;
    if (field == NULL || field->certainty == PDK_UNKNOWN) return NULL;
    bool animated = (pdk_tri_number(&pdk_tri_prop_type, "flags", type) & PDK_TRI_ANIMATED) != 0;
    return strncmp(name, "frame_", 6) != 0 || animated ? field : NULL;
}

static pdk_status compute_size(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_field *field = kind_field(batch->column, batch->rows[i].at);
        if (field != NULL) ((double *)values)[i] = pdk_get_f64(field, 0, batch->rows[i].at);
        else pdk_batch_miss(batch, i);
    }
    return PDK_OK;
}

/* Whole numbers: the stored byte divided by column->number. */
static pdk_status compute_whole(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_field *field = kind_field(batch->column, batch->rows[i].at);
        if (field == NULL) pdk_batch_miss(batch, i);
        else
            ((uint8_t *)values)[i] =
                (uint8_t)(pdk_get_i64(field, 0, batch->rows[i].at) / (int64_t)batch->column->number);
    }
    return PDK_OK;
}

static void add_whole(pdk_table *table, const char *name, const char *field, uint64_t divisor, const char *meaning,
                      pdk_certainty certainty)
{
    pdk_table_add_computed(
        table,
        (pdk_column_info){
            .name = name, .type = PDK_UINT8, .meaning = meaning, .certainty = certainty, .nullable = true },
        compute_whole, field, divisor);
}

static void add_size(pdk_table *table, const char *name, const char *unit, const char *meaning, pdk_certainty certainty)
{
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = name,
                                              .type = PDK_FLOAT64,
                                              .unit = unit,
                                              .meaning = meaning,
                                              .certainty = certainty,
                                              .nullable = true },
                           compute_size, name, 0);
}

static void add_prop_types(pdk_document *document, const pdk_tri_track *track, const uint32_t *uses)
{
    static const char *const names[] = { "kind", "flags" };
    pdk_table *table = pdk_document_add_table(document, "prop_types",
                                              "a row for each kind of prop; types that no prop uses hold leftovers",
                                              track->type_count, 12);
    pdk_table_set_strided(table, track->bytes + PDK_TRI_PROP_TYPES_AT, pdk_tri_prop_type.size);
    add_number(table, "prop_type", "number of the type", 1);
    add_fields(table, &pdk_tri_prop_type, names, sizeof names / sizeof names[0]);
    pdk_table_add_array(
        table,
        (pdk_column_info){
            .name = "props", .type = PDK_UINT32, .meaning = "props of this type", .certainty = PDK_CONFIRMED },
        uses);
    add_whole(table, "bitmap", "resource", 4, "number of the bitmap in the FAM", PDK_CONFIRMED);
    add_whole(table, "second_bitmap", "second_resource", 4, "the second of two bitmaps", PDK_LIKELY);
    add_whole(table, "model", "model", 1, "number of the model in the FAM", PDK_CONFIRMED);
    add_size(table, "width", "m", "of the card; models have none here", PDK_CONFIRMED);
    add_size(table, "height", "m", "of the card; models have none here", PDK_CONFIRMED);
    add_size(table, "second_width", "m", "of the second of two bitmaps", PDK_LIKELY);
    add_whole(table, "frame_count", "frame_count", 1, "of animated bitmaps: bitmap, bitmap + 1 ...", PDK_LIKELY);
    add_size(table, "frame_interval", "s", "of animated bitmaps", PDK_LIKELY);
    set_roles(table, "prop_type");
}

/* ------------------------------------------------------------------------------------------------- props */

/* None where the node makes no sense. column->number is the axis. */
static pdk_status compute_prop_place(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        double place[3];
        bool known = pdk_tri_prop_place(track_of(batch->table), batch->rows[i].at, place, NULL);
        if (known) ((double *)values)[i] = place[batch->column->number];
        else pdk_batch_miss(batch, i);
    }
    return PDK_OK;
}

static pdk_status compute_prop_heading(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        double place[3], heading;
        bool known = pdk_tri_prop_place(track_of(batch->table), batch->rows[i].at, place, &heading);
        if (known) ((double *)values)[i] = heading;
        else pdk_batch_miss(batch, i);
    }
    return PDK_OK;
}

static void add_props(pdk_document *document, const pdk_tri_track *track)
{
    static const char *const before[] = { "node", "prop_type" };
    static const char *const after[] = { "yaw", "offset_x", "offset_y", "offset_z", "flags" };
    static const char *const axes[] = { "x", "y", "z" };
    pdk_table *table =
        pdk_document_add_table(document, "props", "a row for each prop in use, sorted by node", track->prop_count, 12);
    pdk_table_set_strided(table, track->bytes + track->props_at, pdk_tri_prop.size);
    add_number(table, "prop", "number of the prop", 1);
    add_fields(table, &pdk_tri_prop, before, sizeof before / sizeof before[0]);
    for (uint64_t axis = 0; axis < 3; axis++) {
        pdk_table_add_computed(table,
                               (pdk_column_info){ .name = axes[axis],
                                                  .type = PDK_FLOAT64,
                                                  .unit = "m",
                                                  .meaning = "of its foot: the node's plus the offset",
                                                  .certainty = PDK_CONFIRMED,
                                                  .nullable = true },
                               compute_prop_place, NULL, axis);
    }
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "heading",
                                              .type = PDK_FLOAT64,
                                              .unit = "rad",
                                              .meaning = "the node's plus yaw: anticlockwise, 0 along +y",
                                              .certainty = PDK_CONFIRMED,
                                              .nullable = true },
                           compute_prop_heading, NULL, 0);
    add_fields(table, &pdk_tri_prop, after, sizeof after / sizeof after[0]);
    set_roles(table, "prop");
}

/* ----------------------------------------------------------------------------------------------- records */

/* column->number: axis, plus 3 for the greatest. */
static pdk_status compute_bound(const pdk_batch *batch, void *values)
{
    const pdk_tri_track *track = track_of(batch->table);
    uint64_t axis = batch->column->number % 3;
    bool greatest = batch->column->number >= 3;
    for (size_t i = 0; i < batch->count; i++) {
        double(*points)[3] = track->points + (batch->first + i) * PDK_TRI_POINTS;
        double bound = points[0][axis];
        for (int p = 1; p < PDK_TRI_POINTS; p++) {
            bound = greatest ? fmax(bound, points[p][axis]) : fmin(bound, points[p][axis]);
        }
        ((double *)values)[i] = bound;
    }
    return PDK_OK;
}

static void add_records(pdk_document *document, const pdk_tri_track *track)
{
    static const char *const names[] = { "left_fence", "right_fence", "fence_texture" };
    static const char *const textures[PDK_TRI_STRIPS] = { "texture_1", "texture_2", "texture_3", "texture_4",
                                                          "texture_5", "texture_6", "texture_7", "texture_8",
                                                          "texture_9", "texture_10" };
    static const char *const bounds[] = {
        "minimum_x", "minimum_y", "minimum_z", "maximum_x", "maximum_y", "maximum_z"
    };
    pdk_table *table = pdk_document_add_table(document, "records", "a row for each scenery record, four nodes long",
                                              track->record_count, 21);
    pdk_table_set_strided(table, track->bytes + PDK_TRI_RECORDS_AT, pdk_tri_record.size);
    add_number(table, "record", "number of the record", 1);
    add_number(table, "node", "its first node", PDK_TRI_ROWS);
    add_fields(table, &pdk_tri_record, names, sizeof names / sizeof names[0]);
    const pdk_field *field = pdk_record_field(&pdk_tri_record, "textures");
    for (uint32_t i = 0; i < PDK_TRI_STRIPS; i++) pdk_table_add_field(table, textures[i], field, i, 0);
    for (uint64_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        pdk_table_add_computed(table,
                               (pdk_column_info){ .name = bounds[i],
                                                  .type = PDK_FLOAT64,
                                                  .unit = "m",
                                                  .meaning = "bound of its 44 points",
                                                  .certainty = PDK_CONFIRMED },
                               compute_bound, NULL, i);
    }
    set_roles(table, "record");
}

/* How many props are of each type; NULL without memory. */
static uint32_t *count_uses(const pdk_tri_track *track, pdk_memory *memory)
{
    uint32_t *uses = pdk_alloc_array(memory, track->type_count, sizeof *uses);
    for (uint32_t i = 0; uses != NULL && i < track->prop_count; i++) {
        int64_t type = pdk_tri_number(&pdk_tri_prop, "prop_type", pdk_tri_prop_at(track, i));
        if (type < track->type_count) uses[type]++;
    }
    return uses;
}

void pdk_tri_add_tables(pdk_document *document, const pdk_tri_track *track)
{
    const uint32_t *uses = count_uses(track, &document->memory);
    if (uses == NULL) {
        document->failed = true;
        return;
    }
    add_nodes(document, track);
    add_speeds(document, track);
    add_prop_types(document, track, uses);
    add_props(document, track);
    add_records(document, track);
    pdk_tri_add_frames(document, track, uses);
}
