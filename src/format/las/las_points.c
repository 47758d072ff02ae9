/* Points: three whole numbers at a fixed stride, scaled in doubles. */
#include <math.h>

#include "base/load.h"
#include "format/las/laz/laz.h"

/* A step divided by a whole number is the double nearest to what is meant; times 0.01 it often is not. */
static double coordinate(const pdk_las *las, int32_t steps, size_t axis)
{
    if (las->divisor[axis] > 0 && !isnan(las->offset_steps[axis]))
        return (steps + las->offset_steps[axis]) / las->divisor[axis];
    if (las->divisor[axis] > 0) return steps / las->divisor[axis] + las->offset[axis];
    return steps * las->scale[axis] + las->offset[axis];
}

void pdk_las_place_of(const pdk_las *las, const uint8_t *record, double point[3])
{
    for (size_t k = 0; k < 3; k++) point[k] = coordinate(las, pdk_load_i32(record + 4 * k), k);
}

static pdk_status read_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3], pdk_error *error)
{
    const pdk_las *las = mesh->state;
    for (size_t done = 0; done < count;) {
        pdk_las_run run;
        pdk_status status = pdk_las_take_run(las, first + done, count - done, &run, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < run.count; i++) pdk_las_place_of(las, run.at + i * las->point_size, points[done + i]);
        done += run.count;
        pdk_las_give_back(las, &run);
    }
    return PDK_OK;
}

static pdk_status compute_coordinate(const pdk_batch *batch, void *values)
{
    const pdk_las *las = batch->column->data;
    size_t k = (size_t)batch->column->number;
    for (size_t i = 0; i < batch->count; i++)
        ((double *)values)[i] = coordinate(las, pdk_load_i32(batch->rows[i].at + 4 * k), k);
    return PDK_OK;
}

/* Columns of packed points: rows are numbers, of points that are unpacked where they are needed. */
static pdk_status compute_packed(const pdk_batch *batch, const pdk_field *field, size_t axis, void *values)
{
    const pdk_las *las = batch->column->data;
    pdk_type type = batch->column->info.type;
    for (size_t done = 0; done < batch->count;) {
        pdk_las_run run;
        pdk_status status = pdk_las_take_run(las, batch->rows[done].context, batch->count - done, &run, batch->error);
        if (status != PDK_OK) return status;
        if (field != NULL)
            pdk_gather(field, 0, run.at, las->point_size, run.count, type, (char *)values + done * pdk_type_size(type));
        for (size_t i = 0; i < run.count && field == NULL; i++) {
            const uint8_t *at = run.at + i * las->point_size + 4 * axis;
            ((double *)values)[done + i] = coordinate(las, pdk_load_i32(at), axis);
        }
        done += run.count;
        pdk_las_give_back(las, &run);
    }
    return PDK_OK;
}

static pdk_status compute_packed_coordinate(const pdk_batch *batch, void *values)
{
    return compute_packed(batch, NULL, (size_t)batch->column->number, values);
}

static pdk_status compute_packed_field(const pdk_batch *batch, void *values)
{
    const pdk_las *las = batch->column->data;
    return compute_packed(batch, &pdk_las_points[las->point_format]->fields[batch->column->number], 0, values);
}

void pdk_las_open_points(pdk_las *las)
{
    static const char *const names[] = { "x", "y", "z" };
    const pdk_record *record = pdk_las_points[las->point_format];
    const uint8_t *base = las->bytes + (las->point_count > 0 ? las->points_offset : 0);
    bool packed = las->packed != NULL;
    pdk_table *table = pdk_document_add_table(las->document, "points", "a row for each scanned point", las->point_count,
                                              record->field_count);
    pdk_table_set_strided(table, packed ? NULL : base, packed ? 0 : las->point_size);
    for (uint64_t k = 0; k < 3; k++) {
        pdk_column_info info = {
            .name = names[k],
            .type = PDK_FLOAT64,
            .unit = las->unit[k / 2],
            .meaning = "scaled, in the file's coordinate system and unit (metres where the file gives none)",
            .certainty = PDK_CONFIRMED
        };
        pdk_table_add_computed(table, info, packed ? compute_packed_coordinate : compute_coordinate, las, k);
    }
    for (uint32_t i = 3; i < record->field_count; i++) {
        if (packed)
            pdk_table_add_computed(table, pdk_column_of_field(&record->fields[i]), compute_packed_field, las, i);
        else pdk_table_add_field(table, NULL, &record->fields[i], 0, 0);
    }
    if (las->point_count > 0 && !packed) {
        pdk_document_add_bulk_region(las->document, "point", record, las->points_offset, las->point_size,
                                     las->point_count);
    }
    las->mesh.point_count = las->point_count;
    las->mesh.frame = PDK_FRAME_Z_UP;
    las->mesh.state = las;
    las->mesh.read_points = read_points;
    las->mesh.read_triangles = pdk_mesh_no_triangles;
}

pdk_status pdk_las_check(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    static const char *const names[] = { "x", "y", "z" }, *const bounds[] = { "x_maximum", "y_maximum", "z_maximum" };
    const pdk_las *las = document->state;
    pdk_extent found;
    if (las->point_count == 0) return PDK_OK;
    pdk_error trouble;
    pdk_status status = pdk_mesh_extent(&las->mesh, &found, &trouble);
    if (status == PDK_E_CORRUPT && las->packed != NULL) return pdk_laz_report_damaged(las->packed, report, error);
    if (status != PDK_OK && error != NULL) *error = trouble;
    for (int k = 0; k < 3 && status == PDK_OK && !report->stopped; k++) {
        /* Bounds that are not numbers have their own findings. */
        if (!isfinite(las->minimum[k]) || !isfinite(las->maximum[k])) continue;
        double step = fabs(las->scale[k]);
        bool fine =
            fabs(found.minimum[k] - las->minimum[k]) <= step && fabs(found.maximum[k] - las->maximum[k]) <= step;
        if (fine) continue;
        pdk_report_finding(report, PDK_WARNING, "las.bounds", pdk_record_field(&pdk_las_header, bounds[k])->offset,
                           "las.header",
                           "the header says that %s is from %.12g to %.12g; the points are from %.12g to %.12g",
                           names[k], las->minimum[k], las->maximum[k], found.minimum[k], found.maximum[k]);
    }
    return status == PDK_OK ? pdk_las_check_colors(las, report, error) : status;
}
