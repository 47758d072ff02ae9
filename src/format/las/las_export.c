/* LAS 1.4: points as 32-bit numbers times a scale, from an offset that is the file's own field. Triangles are left out.
 * What comes from a LAS file keeps its point format, values and records, and while axes and scale stay its numbers. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "format/las/las_write.h"
#include "mesh/stated_place.h"

enum { FINEST = 6, USUAL = 4, AXES = 3, LEGACY_FORMATS = 6, LEGACY_RETURNS = 5, RETURNS = 15 };

/* ------------------------------------------------------------------------------------------------- numbers */

static double power_of_ten(int exponent)
{
    return pow(10, exponent);
}

static void set_digits(pdk_las_numbers *numbers, int digits)
{
    numbers->digits = digits;
    for (int k = 0; k < AXES; k++) {
        numbers->steps[k] = digits >= 0 ? power_of_ten(digits) : 1 / power_of_ten(-digits);
        numbers->scale[k] = digits >= 0 ? 1 / power_of_ten(digits) : power_of_ten(-digits);
    }
}

/* As fine as floats from this offset would be, between 0.1 mm and a micrometre; coarser only where numbers of 32 bits
 * do not reach. */
static void choose_scale(pdk_las_numbers *numbers, const pdk_extent *extent)
{
    double furthest = 0;
    for (int k = 0; k < AXES && extent->minimum[0] <= extent->maximum[0]; k++) {
        furthest = fmax(furthest, fabs(extent->minimum[k] - numbers->offset[k]));
        furthest = fmax(furthest, fabs(extent->maximum[k] - numbers->offset[k]));
    }
    int digits = USUAL;
    while (digits < FINEST && power_of_ten(-digits) > 2 * pdk_float_cost(furthest)) digits++;
    while (furthest * power_of_ten(digits) > INT32_MAX - 1) digits--;
    set_digits(numbers, digits);
}

/* The source's own scales and offsets, where its points are written as they are. */
static bool take_numbers(const pdk_export *job, const pdk_las *source, const pdk_extent *extent,
                         pdk_las_numbers *numbers)
{
    bool placed = pdk_turn_is_none(job->turn) && job->scale >= 1 && job->scale <= 1 && !job->report->moved;
    if (source == NULL || !placed) return false;
    for (int k = 0; k < AXES; k++) {
        if (job->options->source_origin[k] < 0 || job->options->source_origin[k] > 0) return false;
        numbers->scale[k] = source->scale[k];
        numbers->steps[k] = source->divisor[k] > 0 ? source->divisor[k] : 1 / source->scale[k];
        numbers->offset[k] = source->offset[k];
        double first = (extent->minimum[k] - source->offset[k]) / source->scale[k],
               last = (extent->maximum[k] - source->offset[k]) / source->scale[k];
        if (extent->minimum[0] > extent->maximum[0]) continue;
        if (!(fabs(first) < INT32_MAX) || !(fabs(last) < INT32_MAX)) return false;
    }
    numbers->digits = USUAL;
    return true;
}

/* The numbers of a LAS file whose points are not moved are written as they are. */
static bool makes_numbers(const pdk_export *job)
{
    bool las = job->document->mesh != NULL && strcmp(job->document->info->id, "las") == 0;
    bool origin = job->options->origin == PDK_ORIGIN_AUTO || job->options->origin == PDK_ORIGIN_GIVEN;
    for (int k = 0; k < AXES; k++) origin = origin || fabs(job->options->source_origin[k]) > 0;
    return !las || origin || !pdk_turn_is_none(job->turn) || !(job->scale >= 1 && job->scale <= 1);
}

static int32_t to_number(const pdk_las_numbers *numbers, double coordinate, int axis)
{
    return (int32_t)lrint((coordinate - numbers->offset[axis]) * numbers->steps[axis]);
}

/* -------------------------------------------------------------------------------------------------- header */

static void put_bounds(uint8_t *header, const pdk_las_numbers *numbers, const pdk_extent *extent)
{
    static const char *const names[3][4] = { { "x_scale", "x_offset", "x_minimum", "x_maximum" },
                                             { "y_scale", "y_offset", "y_minimum", "y_maximum" },
                                             { "z_scale", "z_offset", "z_minimum", "z_maximum" } };
    bool any = extent->minimum[0] <= extent->maximum[0];
    for (int k = 0; k < AXES; k++) {
        /* As the numbers in the file say it, not as the points were before they were rounded. */
        double ends[2] = { 0, 0 };
        for (int e = 0; e < 2 && any; e++) {
            double place = e == 0 ? extent->minimum[k] : extent->maximum[k];
            ends[e] = to_number(numbers, place, k) / numbers->steps[k] + numbers->field[k];
        }
        const double values[4] = { numbers->scale[k], numbers->field[k], ends[0], ends[1] };
        for (int i = 0; i < 4; i++) pdk_put(&pdk_las_header, header, names[k][i], values[i]);
    }
}

/* Before 1.4 there were other fields for counts; they are filled where they can be. */
static void put_counts(uint8_t *header, const pdk_las_plan *plan, uint64_t count)
{
    bool legacy = plan->format < LEGACY_FORMATS && count <= UINT32_MAX;
    pdk_put(&pdk_las_header, header, "legacy_points", legacy ? (double)count : 0);
    pdk_put(&pdk_las_header_14, header + PDK_LAS_HEADER_14_AT, "points", (double)count);
    for (uint32_t i = 0; i < RETURNS; i++) {
        double returns = (double)plan->returns[i + 1];
        if (legacy && i < LEGACY_RETURNS) pdk_put_element(&pdk_las_header, header, "legacy_returns", i, returns);
        pdk_put_element(&pdk_las_header_14, header + PDK_LAS_HEADER_14_AT, "returns", i, returns);
    }
}

enum { ENCODED_WKT = 1 << 4 }; /* a bit of global_encoding: the coordinate system is well-known text */

/* What the header of a LAS file says about its origin. */
static void keep_header(uint8_t *header, const pdk_las *source, bool waves, bool system)
{
    enum { WAVES = 1 << 1 | 1 << 2, KNOWN = 31 };
    static const char *const names[] = { "file_source", "project_id", "system", "created_day", "created_year" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const pdk_field *field = pdk_record_field(&pdk_las_header, names[i]);
        memcpy(header + field->offset, source->bytes + field->offset, (size_t)pdk_field_size(field));
    }
    const pdk_field *encoding = pdk_record_field(&pdk_las_header, "global_encoding");
    int64_t bits = pdk_get_i64(encoding, 0, source->bytes) & KNOWN;
    if (!waves) bits &= ~WAVES;
    if (!system) bits &= ~ENCODED_WKT;
    pdk_put_i64(encoding, 0, header, bits);
}

/* ------------------------------------------------------------------------------------------------- records */

static bool is_kept(const pdk_mesh_fact *fact, bool extended)
{
    bool record = fact->kind == PDK_FACT_RECORD || fact->kind == PDK_FACT_COORDINATE_SYSTEM;
    return record && strcmp(fact->format, "las") == 0 && pdk_las_fact_is_extended(fact) == extended;
}

/* How many there are, and their bytes. */
static uint32_t measure_records(const pdk_export *job, bool extended, uint64_t *size)
{
    uint32_t count = 0;
    for (size_t i = 0; i < job->mesh.fact_count; i++) {
        const pdk_mesh_fact *fact = &job->mesh.facts[i];
        if (!is_kept(fact, extended)) continue;
        count++;
        *size += fact->bytes.size;
    }
    return count;
}

static pdk_status put_records(const pdk_export *job, bool extended, pdk_error *error)
{
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < job->mesh.fact_count && status == PDK_OK; i++) {
        const pdk_mesh_fact *fact = &job->mesh.facts[i];
        if (is_kept(fact, extended)) status = pdk_output_write(job->output, fact->bytes.data, fact->bytes.size, error);
    }
    return status;
}

/* Descriptors of extra bytes, after the points where a record after the header would be too short. */
static pdk_status put_descriptors(const pdk_export *job, const pdk_las_plan *plan, bool extended, pdk_error *error)
{
    const pdk_record *record = extended ? &pdk_las_evlr : &pdk_las_vlr;
    uint8_t head[64] = { 0 };
    size_t size = plan->descriptors.size;
    if (size == 0 || extended != (size > UINT16_MAX)) return PDK_OK;
    pdk_put_string(record, head, "user", PDK_LAS_SPEC);
    pdk_put(record, head, "record", PDK_LAS_EXTRA_BYTES);
    pdk_put(record, head, "length", (double)size);
    pdk_put_string(record, head, "description", "Extra Bytes Record");
    pdk_status status = pdk_output_write(job->output, head, record->size, error);
    return status == PDK_OK ? pdk_output_write(job->output, plan->descriptors.data, size, error) : status;
}

/* Where the waveforms begin, of records that begin at `at`; 0 = there are none. */
static uint64_t find_waveforms(const pdk_export *job, uint64_t at)
{
    for (size_t i = 0; i < job->mesh.fact_count; i++) {
        const pdk_mesh_fact *fact = &job->mesh.facts[i];
        if (!is_kept(fact, true)) continue;
        if (pdk_las_fact_is(fact, PDK_LAS_SPEC, PDK_LAS_WAVEFORMS)) return at;
        at += fact->bytes.size;
    }
    return 0;
}

static bool has_system(const pdk_mesh *mesh)
{
    for (size_t i = 0; i < mesh->fact_count; i++) {
        if (mesh->facts[i].kind == PDK_FACT_COORDINATE_SYSTEM) return true;
    }
    return false;
}

/* As well-known text, of a surface that was a LAS file before. */
static bool has_text_system(const pdk_mesh *mesh)
{
    for (size_t i = 0; i < mesh->fact_count; i++) {
        const pdk_mesh_fact *fact = &mesh->facts[i];
        if (fact->kind == PDK_FACT_COORDINATE_SYSTEM && pdk_las_fact_is(fact, PDK_LAS_PROJECTION, PDK_LAS_WKT))
            return true;
    }
    return false;
}

static pdk_status put_header(pdk_export *job, const pdk_las_plan *plan, const pdk_extent *extent, uint64_t count,
                             pdk_error *error)
{
    uint8_t header[PDK_LAS_HEADER_14_SIZE] = { 0 };
    char software[32];
    uint64_t before = 0, behind = 0;
    uint32_t records = measure_records(job, false, &before), extended = measure_records(job, true, &behind);
    size_t described = plan->descriptors.size;
    if (described > 0 && described <= UINT16_MAX) {
        records++;
        before += pdk_las_vlr.size + described;
    }
    uint64_t points_at = sizeof header + before, end = points_at + count * plan->point_size;
    if (points_at > UINT32_MAX) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "las.records",
                        "the records before the points are too long for LAS");
    }
    uint64_t waveforms = find_waveforms(job, end);
    snprintf(software, sizeof software, "Paddock %s", pdk_version());
    pdk_put_string(&pdk_las_header, header, "magic", "LASF");
    pdk_put_string(&pdk_las_header, header, "system", "OTHER");
    if (plan->source != NULL) keep_header(header, plan->source, waveforms > 0, has_system(&job->mesh));
    else if (has_text_system(&job->mesh)) pdk_put(&pdk_las_header, header, "global_encoding", ENCODED_WKT);
    pdk_put_string(&pdk_las_header, header, "software", software);
    pdk_put_values(&pdk_las_header, header,
                   (pdk_named_value[]){ { "version_major", 1 },
                                        { "version_minor", 4 },
                                        { "header_size", sizeof header },
                                        { "points_offset", (double)points_at },
                                        { "vlr_count", records },
                                        { "point_format", plan->format },
                                        { "point_size", plan->point_size },
                                        { NULL, 0 } });
    put_bounds(header, &plan->numbers, extent);
    put_counts(header, plan, count);
    extended += described > UINT16_MAX;
    pdk_put(&pdk_las_header_13, header + PDK_LAS_HEADER_13_AT, "waveform_offset", (double)waveforms);
    if (extended > 0) {
        pdk_put_values(&pdk_las_header_14, header + PDK_LAS_HEADER_14_AT,
                       (pdk_named_value[]){ { "evlr_offset", (double)end }, { "evlr_count", extended }, { NULL, 0 } });
    }
    pdk_status status = pdk_output_write(job->output, header, sizeof header, error);
    if (status == PDK_OK) status = put_records(job, false, error);
    return status == PDK_OK ? put_descriptors(job, plan, false, error) : status;
}

/* --------------------------------------------------------------------------------------------------- export */

static bool holds_fact(const pdk_export *job, const pdk_mesh_fact *fact)
{
    (void)job;
    return is_kept(fact, false) || is_kept(fact, true);
}

static void note_cut(const pdk_export *job, pdk_las_plan *plan)
{
    for (size_t i = 0; i < plan->slot_count; i++) {
        unsigned long long cut = atomic_load(&plan->slots[i].cut);
        if (cut == 0) continue;
        pdk_export_note(job, PDK_WARNING, "las.range",
                        "%llu values of %s do not fit their field: the nearest value that fits is written", cut,
                        plan->slots[i].attribute->name);
    }
}

static void choose_numbers(pdk_export *job, pdk_las_plan *plan, const pdk_extent *extent)
{
    pdk_las_numbers *numbers = &plan->numbers;
    plan->same_numbers = take_numbers(job, plan->source, extent, numbers);
    if (!plan->same_numbers) {
        *numbers = (pdk_las_numbers){ .digits = 0 };
        if (!job->report->moved) pdk_round_origin(extent, numbers->offset);
        choose_scale(numbers, extent);
    }
    for (int k = 0; k < AXES; k++) numbers->field[k] = numbers->offset[k] + job->report->origin[k];
    if (numbers->digits < USUAL) {
        pdk_export_note(job, PDK_WARNING, "las.scale",
                        "coordinates are rounded to %g m: their range is too large for 0.0001 m", numbers->scale[0]);
    }
    if (has_system(&job->mesh)) return;
    if (has_system(job->document->mesh != NULL ? job->document->mesh : &job->mesh))
        pdk_export_note(job, PDK_NOTE, "las.crs",
                        "no coordinate system is written: the points are no longer in the one of the source");
    else if (pdk_export_place(job).epsg != 0)
        pdk_export_note(
            job, PDK_WARNING, "las.crs",
            "no coordinate system is written: LAS needs its text (WKT), and only its number is known (EPSG:%u)",
            (unsigned)pdk_export_place(job).epsg);
    else pdk_export_note(job, PDK_NOTE, "las.crs", "no coordinate system is written: there is none to write");
}

static pdk_status write_las(pdk_export *job, pdk_error *error)
{
    pdk_extent extent;
    pdk_las_plan plan = { .source = NULL };
    pdk_status status = pdk_mesh_extent(&job->mesh, &extent, error);
    if (status == PDK_OK) status = pdk_las_make_plan(job, &plan, error);
    if (status != PDK_OK) return status;
    choose_numbers(job, &plan, &extent);
    uint64_t count = job->mesh.point_count - extent.not_finite;
    plan.returns[1] = count;
    if (pdk_mesh_attribute(&job->mesh, PDK_ATTRIBUTE_RETURN_NUMBER) != NULL) {
        plan.returns[1] = 0;
        status = pdk_las_count_returns(job, &plan, error);
    }
    pdk_pieces records = { .count = job->mesh.point_count,
                           .item_size = plan.point_size,
                           .make = pdk_las_make_records,
                           .user = &plan,
                           .total = job->mesh.point_count };
    if (status == PDK_OK) status = put_header(job, &plan, &extent, count, error);
    if (status == PDK_OK) status = pdk_export_pieces(job, &records, error);
    if (status == PDK_OK) status = put_records(job, true, error);
    if (status == PDK_OK) status = put_descriptors(job, &plan, true, error);
    if (status != PDK_OK) return status;
    pdk_export_note_odd(job, records.odd, "left out");
    pdk_export_note_points_only(job);
    note_cut(job, &plan);
    job->report->dropped += records.odd;
    job->report->points = count;
    return PDK_OK;
}

const pdk_exporter pdk_exporter_las = {
    .info = { .id = "las", .title = "LAS 1.4 points", .extensions = ".las", .frame = PDK_FRAME_Z_UP },
    .doubles = true,
    .whole_numbers = makes_numbers,
    .own_origin = true,
    .holds = pdk_las_holds,
    .holds_fact = holds_fact,
    .write = write_las,
};
