/* Points: three whole numbers at a fixed stride, scaled in doubles. */
#include <math.h>

#include "base/load.h"
#include "format/las/las.h"

static const uint8_t *point_at(const pdk_las *las, uint64_t number)
{
    return las->bytes + las->points_offset + number * las->point_size;
}

/* A step divided by a whole number is the double nearest to what is meant; times 0.01 it often is not. */
static double coordinate(const pdk_las *las, int32_t steps, size_t axis)
{
    if (las->divisor[axis] > 0 && !isnan(las->offset_steps[axis]))
        return (steps + las->offset_steps[axis]) / las->divisor[axis];
    if (las->divisor[axis] > 0) return steps / las->divisor[axis] + las->offset[axis];
    return steps * las->scale[axis] + las->offset[axis];
}

static pdk_status read_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3], pdk_error *error)
{
    (void)error;
    const pdk_las *las = mesh->state;
    const uint8_t *at = point_at(las, first);
    for (size_t i = 0; i < count; i++, at += las->point_size) {
        for (size_t k = 0; k < 3; k++) points[i][k] = coordinate(las, pdk_load_i32(at + 4 * k), k);
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

void pdk_las_open_points(pdk_las *las)
{
    static const char *const names[] = { "x", "y", "z" };
    const pdk_record *record = pdk_las_points[las->point_format];
    const uint8_t *base = las->bytes + (las->point_count > 0 ? las->points_offset : 0);
    pdk_table *table = pdk_document_add_table(las->document, "points", "a row for each scanned point", las->point_count,
                                              record->field_count);
    pdk_table_set_strided(table, base, las->point_size);
    for (uint64_t k = 0; k < 3; k++) {
        pdk_column_info info = {
            .name = names[k],
            .type = PDK_FLOAT64,
            .unit = las->unit[k / 2],
            .meaning = "scaled, in the file's coordinate system and unit (metres where the file gives none)",
            .certainty = PDK_CONFIRMED
        };
        pdk_table_add_computed(table, info, compute_coordinate, las, k);
    }
    for (uint32_t i = 3; i < record->field_count; i++) pdk_table_add_field(table, NULL, &record->fields[i], 0, 0);
    if (las->point_count > 0) {
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
    pdk_status status = pdk_mesh_extent(&las->mesh, &found, error);
    for (int k = 0; k < 3 && status == PDK_OK && !report->stopped; k++) {
        double step = fabs(las->scale[k]);
        bool fine =
            fabs(found.minimum[k] - las->minimum[k]) <= step && fabs(found.maximum[k] - las->maximum[k]) <= step;
        if (fine) continue;
        pdk_report_finding(report, PDK_WARNING, "las.bounds", pdk_record_field(&pdk_las_header, bounds[k])->offset,
                           "las.header",
                           "the header says that %s is from %.12g to %.12g; the points are from %.12g to %.12g",
                           names[k], las->minimum[k], las->maximum[k], found.minimum[k], found.maximum[k]);
    }
    return status;
}
