/* From a document to a target: which axes, which origin, which exporter, and files that appear together. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "animation/moving_scene.h"
#include "base/callback.h"
#include "convert/colored_blocks.h"
#include "convert/companions.h"
#include "convert/drop_points.h"
#include "convert/far_points.h"
#include "convert/left_out.h"
#include "convert/own_options.h"
#include "convert/transformed_mesh.h"
#include "convert/square_blocks.h"
#include "convert/triangulate.h"
#include "json/json.h"
#include "mesh/stated_place.h"
#include "model/float_loss.h"
#include "io/output.h"
#include "model/document_life.h"
#include "target/color_space.h"

static const uint64_t default_memory = UINT64_C(16) << 30;

/* --------------------------------------------------------------------------------------- axes and origin */

static pdk_status choose_turn(pdk_export *job, pdk_frame from, pdk_frame to, pdk_error *error)
{
    const char *axes = job->options->axes;
    job->scale = job->options->scale != 0 ? job->options->scale : 1;
    job->turn = pdk_frame_turn(from, to);
    if (!isfinite(job->scale) || job->scale <= 0) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.scale", "the scale must be a number above 0");
    }
    if (axes == NULL || pdk_turn_parse(axes, &job->turn)) return PDK_OK;
    return pdk_fail(
        error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.axes",
        "\"%.40s\" is not a rotation of axes: name what becomes x, y and z, like +y-x+z; use each axis once, and do "
        "not mirror",
        axes);
}

/* What the source lacks the target lacks too, so that its points stay as they are: floats could not hold the sum. Only
 * where they can hold what is there; false otherwise. */
static pdk_status keep_source_origin(pdk_mesh_transform *placing, pdk_frame frame, double kept[3], bool *keeps,
                                     pdk_error *error)
{
    pdk_mesh_transform near = *placing;
    memset(near.before, 0, sizeof near.before);
    pdk_mesh mesh = pdk_mesh_transformed(&near, frame);
    double needed[3] = { 0 };
    if (!mesh.single) {
        pdk_extent extent;
        pdk_status status = pdk_mesh_extent(&mesh, &extent, error);
        if (status != PDK_OK) return status;
        status = pdk_mesh_needed_origin(&mesh, &extent, needed, error);
        if (status != PDK_OK) return status;
    }
    *keeps = pdk_is_zero(needed);
    if (!*keeps) return PDK_OK;
    pdk_turn_point(placing->turn, placing->before, kept);
    for (int k = 0; k < 3; k++) kept[k] *= placing->scale;
    *placing = near;
    return PDK_OK;
}

/* `kept` gets what is missing from the points that was so in the source already; placing->origin what goes now. */
static pdk_status choose_origin(bool doubles, pdk_frame frame, const pdk_convert_options *options,
                                pdk_mesh_transform *placing, double kept[3], pdk_error *error)
{
    if (options->origin == PDK_ORIGIN_NONE) return PDK_OK;
    if (options->origin == PDK_ORIGIN_GIVEN) {
        memcpy(placing->origin, options->origin_given, sizeof placing->origin);
        return PDK_OK;
    }
    bool automatic = options->origin == PDK_ORIGIN_AUTO, keeps = false;
    if (!automatic && !doubles && !pdk_is_zero(placing->before)) {
        pdk_status status = keep_source_origin(placing, frame, kept, &keeps, error);
        if (status != PDK_OK || keeps) return status;
    }
    pdk_mesh placed = pdk_mesh_transformed(placing, frame);
    if (!automatic && (doubles || placed.single)) return PDK_OK;
    pdk_extent extent;
    pdk_status status = pdk_mesh_extent(&placed, &extent, error);
    if (status != PDK_OK) return status;
    return automatic ? pdk_mesh_round_origin(&placed, &extent, placing->origin, error)
                     : pdk_mesh_needed_origin(&placed, &extent, placing->origin, error);
}

/* The document's mesh. Of other programs' files, what no target can hold is left out; an RLD is taken as it is. */
static pdk_status take_source(pdk_export *job, pdk_mesh *source, pdk_error *error)
{
    pdk_mesh *whole = pdk_alloc(job->memory, sizeof *whole);
    pdk_left_out left_out;
    if (whole == NULL) return pdk_fail_memory(error, job->memory, "a conversion");
    pdk_status status = pdk_document_mesh(job->document, job->memory, whole, error);
    *source = *whole;
    if (status != PDK_OK || job->document->mesh == NULL) return status;
    status = pdk_mesh_drop_points(job->memory, whole, NULL, source, &left_out, error);
    if (status != PDK_OK || left_out.points == 0) return status;
    job->report->dropped += left_out.points + left_out.triangles;
    if (left_out.points == whole->loss.beyond) return PDK_OK; /* the document's findings have said so */
    pdk_export_note(job, PDK_WARNING, "convert.not_finite",
                    "%" PRIu64 " points whose coordinates are not finite numbers are left out, and so are %" PRIu64
                    " triangles that use them",
                    left_out.points, left_out.triangles);
    return PDK_OK;
}

/* NaN asks too, and is refused. */
static bool asks_for_blocks(const pdk_convert_options *options)
{
    return !(options->rld->block_size <= 0 && options->rld->block_size >= 0);
}

static pdk_status place(const pdk_exporter *exporter, pdk_export *job, pdk_error *error)
{
    const pdk_convert_options *options = job->options;
    pdk_mesh *source = pdk_alloc(job->memory, sizeof *source);
    pdk_mesh_transform *placing = pdk_alloc(job->memory, sizeof *placing);
    if (source == NULL || placing == NULL) return pdk_fail_memory(error, job->memory, "a conversion");
    pdk_status status = take_source(job, source, error);
    if (status == PDK_OK) status = choose_turn(job, source->frame, exporter->info.frame, error);
    if (status == PDK_OK && options->scene->block_colors != 0) status = pdk_export_color_blocks(job, source, error);
    if (status == PDK_OK) status = pdk_export_leave_out(exporter, job, source, error);
    if (status == PDK_OK) status = pdk_convert_colors(job->memory, source, exporter->linear_colors, error);
    if (status != PDK_OK) return status;
    *placing = (pdk_mesh_transform){ .mesh = source, .turn = job->turn, .scale = job->scale };
    memcpy(placing->before, options->source_origin, sizeof placing->before);
    status = pdk_export_drop_far(exporter, job, placing, error);
    if (status != PDK_OK) return status;
    bool doubles = exporter->doubles || (exporter->either && options->ply->doubles != 0);
    double kept[3] = { 0 };
    status = choose_origin(doubles, exporter->info.frame, options, placing, kept, error);
    if (status != PDK_OK) return status;
    for (int k = 0; k < 3; k++) job->report->origin[k] = placing->origin[k] + kept[k];
    job->report->moved = !pdk_is_zero(job->report->origin);
    job->report->keeps_origin = exporter->own_origin || exporter->states_place;
    bool floats = !doubles && !(exporter->either && !job->report->moved);
    if (floats) status = pdk_export_to_floats(exporter, job, placing, error);
    if (status != PDK_OK) return status;
    job->mesh = pdk_mesh_transformed(placing, exporter->info.frame);
    job->source = *placing->mesh;
    if (options->triangulate) status = pdk_export_triangulate(job, error);
    return status == PDK_OK && asks_for_blocks(options) ? pdk_export_square_blocks(job, error) : status;
}

/* Lines without a surface: only their axes and scale are chosen. */
static pdk_status place_lines(const pdk_exporter *exporter, pdk_export *job, pdk_error *error)
{
    return choose_turn(job, pdk_document_line_at(job->document, 0)->frame, exporter->info.frame, error);
}

/* --------------------------------------------------------------------------------------------- recordings */

/* Is it a recording, and written as one? */
static bool is_recording(const pdk_exporter *exporter, const pdk_document *document)
{
    if (exporter->write_recording == NULL && !exporter->moving) return false;
    return exporter->write == NULL || (document->services != NULL && document->services->motion != NULL);
}

/* Cars on their track, instead of a document's own scene. */
static pdk_status write_moving(const pdk_exporter *exporter, pdk_export *job, pdk_error *error)
{
    job->make_scene = pdk_moving_scene_make;
    pdk_status status = choose_turn(job, PDK_FRAME_Z_UP, exporter->info.frame, error);
    return status == PDK_OK ? exporter->write(job, error) : status;
}

static bool asks_for_recording(const pdk_convert_options *options)
{
    return options->recording->driver != NULL || options->recording->has_from || options->recording->has_to;
}

static bool asks_for_surface(const pdk_convert_options *options)
{
    bool scaled = !(options->scale <= 0 && options->scale >= 0);
    return options->axes != NULL || scaled || options->origin != PDK_ORIGIN_NEEDED || options->triangulate;
}

/* What is requested and not done must be said. */
static pdk_status check_kind(const pdk_exporter *exporter, const pdk_export *job, bool recording, pdk_error *error)
{
    bool for_recordings = job->options->glb->car != NULL || job->options->glb->track != NULL;
    if (for_recordings && !(recording && exporter->moving)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.moving",
                        "cars and tracks are shown where a recording becomes a scene, and this %s file becomes %s",
                        job->document->info->id, exporter->info.title);
    }
    const pdk_convert_options *options = job->options;
    if (recording && exporter->moving &&
        (options->triangulate || options->origin != PDK_ORIGIN_NEEDED || options->scene->art != NULL ||
         options->scene->block_colors != 0)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.recording",
                        "origins, triangles, pictures and blocks mean nothing for cars that move");
    }
    if (recording && exporter->write == NULL && asks_for_surface(job->options)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.recording",
                        "%s is made of recordings: axes, origins and triangles mean nothing for it",
                        exporter->info.title);
    }
    if (recording || !asks_for_recording(job->options)) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.surface",
                    "a driver and a time mean something for recordings only, and this %s file becomes %s",
                    job->document->info->id, exporter->info.title);
}

/* What opening found in the source is reported too, except its unit if the points are scaled. */
static void report_findings(const pdk_export *job)
{
    const pdk_finding *findings = job->document->findings.items;
    const pdk_mesh *mesh = job->document->mesh;
    const char *unit = mesh != NULL ? mesh->units.finding : NULL;
    bool narrowed =
        mesh != NULL && mesh->arrays.positions != NULL; /* otherwise the mesh is more exact than its surface */
    bool scaled = job->options->scale > 0 && !(job->options->scale >= 1 && job->options->scale <= 1);
    for (size_t i = 0; i < job->document->findings.count && job->options->note != NULL; i++) {
        if (!narrowed && strcmp(findings[i].code, PDK_FLOAT_LOSS_CODE) == 0) continue;
        if (scaled && unit != NULL && strcmp(findings[i].code, unit) == 0) continue;
        if (!pdk_tell_finding(job->options->note, job->options->note_user, &findings[i])) return;
    }
}

/* --------------------------------------------------------------------------------------------- the calls */

static const pdk_exporter *find_exporter(const char *id)
{
    for (size_t i = 0; id != NULL && i < pdk_exporters_count; i++) {
        if (strcmp(pdk_exporters[i]->info.id, id) == 0) return pdk_exporters[i];
    }
    return NULL;
}

static pdk_status check_call(const pdk_document *document, const void *output, const pdk_convert_options *given,
                             pdk_all_options *options, pdk_error *error)
{
    if (document == NULL || output == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "converting needs a document and an output");
    }
    pdk_status status = pdk_options_take(options, given, error);
    double *origin = options->shared.source_origin;
    if (status == PDK_OK && !options->shared.has_source_origin && pdk_is_zero(origin))
        memcpy(origin, pdk_document_stated_place(document).origin, 3 * sizeof *origin);
    return status;
}

/* Only now is it known that the origin needs a file; nothing is written yet. */
static pdk_status check_origin_place(const pdk_export *job, pdk_error *error)
{
    if (job->companions == NULL || !job->report->moved || job->report->keeps_origin) return PDK_OK;
    return pdk_companion_check_origin(job->companions, job->memory, error);
}

static pdk_status run(pdk_export *job, const char *target, pdk_error *error)
{
    const pdk_exporter *exporter = find_exporter(target);
    if (exporter == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.target",
                        "there is no target \"%.40s\" to convert to", target != NULL ? target : "");
    }
    if (job->options->epsg != 0 && !exporter->states_place)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.crs",
                        "%s files do not state a coordinate system; GLB, PLY, OBJ, OpenCRG and OpenDRIVE do",
                        exporter->info.id);
    if (job->options->epsg > UINT32_MAX)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.crs", "EPSG's list has no number %llu",
                        (unsigned long long)job->options->epsg);
    *job->report = (pdk_convert_report){ 0 };
    bool recording = is_recording(exporter, job->document);
    pdk_status status = check_kind(exporter, job, recording, error);
    if (status == PDK_OK && !recording && exporter->accept != NULL) status = exporter->accept(job, error);
    if (status != PDK_OK) return status;
    report_findings(job);
    if (recording) {
        status = exporter->moving ? write_moving(exporter, job, error) : exporter->write_recording(job, error);
        return status == PDK_OK ? pdk_document_unchanged(job->document, error) : status;
    }
    bool lines_only = exporter->lines && (pdk_document_surface_count(job->document) == 0 ||
                                          (exporter->lines_alone != NULL && exporter->lines_alone(job)));
    status = lines_only ? place_lines(exporter, job, error) : place(exporter, job, error);
    if (status == PDK_OK) status = check_origin_place(job, error);
    if (status == PDK_OK) status = exporter->write(job, error);
    return status == PDK_OK ? pdk_document_unchanged(job->document, error) : status;
}

/* Where a conversion goes. */
typedef struct converted {
    pdk_convert_report *report;
    pdk_output *output;
    pdk_companions *companions;
} converted;

static pdk_status convert(const pdk_document *document, const char *target, const pdk_convert_options *options,
                          converted to, pdk_memory *memory, pdk_error *error)
{
    pdk_convert_report unread;
    pdk_export job = { .document = document,
                       .options = options,
                       .report = to.report != NULL ? to.report : &unread,
                       .memory = memory,
                       .output = to.output,
                       .companion = to.companions != NULL ? pdk_companion_open : NULL,
                       .companions = to.companions };
    return run(&job, target, error);
}

static void begin_memory(pdk_memory *memory, const pdk_convert_options *options)
{
    pdk_memory_init(memory, &options->allocator, options->limits.memory != 0 ? options->limits.memory : default_memory);
}

pdk_status pdk_convert(const pdk_document *document, const char *target, const pdk_convert_options *given,
                       pdk_convert_report *report, pdk_output *output, pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    pdk_all_options options;
    pdk_status status = check_call(document, output, given, &options, error);
    if (status == PDK_OK) status = pdk_options_check_target(&options, pdk_target_find(target), error);
    if (status != PDK_OK) return status;
    PDK_HOLD_AS(held_art, options.scene.art);
    PDK_HOLD_AS(held_car, options.glb.car);
    PDK_HOLD_AS(held_track, options.glb.track);
    PDK_HOLD_AS(held_reference, options.srt.reference);
    PDK_HOLD_AS(held_road_track, options.opendrive.track);
    pdk_memory memory;
    begin_memory(&memory, &options.shared);
    status = convert(document, target, &options.shared, (converted){ report, output, NULL }, &memory, error);
    pdk_memory_destroy(&memory);
    return status;
}

/* What was subtracted, so that it can be added again. */
static pdk_status keep_origin(pdk_export *job, const char *path, pdk_error *error)
{
    pdk_output *output = pdk_companion_origin(job, path, error);
    if (output == NULL) return error != NULL ? error->status : PDK_E_IO;
    pdk_json json = { .output = output, .indent = 2 };
    pdk_json_begin(&json, '{');
    pdk_member_numbers(&json, "origin", job->report->origin, 3);
    pdk_member_text(&json, "meaning",
                    "add it to the points of the file beside this one, in its axes, to get the points of the source");
    pdk_json_end(&json, '}');
    return pdk_output_write(output, "\n", 1, error);
}

/* The main file's name and that of its origin are known before any work; those beside it when they are opened. Asked
 * again before the first of them appears: a file that was opened meanwhile is an input, too. */
static pdk_status check_names(const pdk_convert_options *options, const char *path, const char *origin_path,
                              pdk_error *error)
{
    pdk_status status = pdk_companion_check_name(options, path, error);
    return status == PDK_OK && origin_path != NULL ? pdk_companion_check_name(options, origin_path, error) : status;
}

static pdk_status convert_file(const pdk_document *document, const char *path, const char *target,
                               const pdk_convert_options *options, pdk_convert_report *report, pdk_memory *memory,
                               pdk_error *error)
{
    pdk_output *output = NULL;
    pdk_companions companions = { .path = path, .outputs = pdk_vector_of(memory, sizeof(pdk_output *)) };
    const char *origin_path = pdk_companion_origin_path(&companions, memory);
    if (origin_path == NULL) return pdk_fail_memory(error, memory, "a file's name");
    pdk_status status = pdk_companion_open_path(options, path, &output, error);
    bool alone = status == PDK_OK && !pdk_output_is_file(output); /* no file is written next to /dev/null */
    if (status == PDK_OK) status = check_names(options, path, alone ? NULL : origin_path, error);
    const pdk_target_info *info = pdk_target_find(target);
    if (status == PDK_OK && !alone && info != NULL && info->beside != NULL)
        status = pdk_companion_check_beside(&companions, info->beside, memory, error);
    if (status == PDK_OK)
        status = convert(document, target, options, (converted){ report, output, alone ? NULL : &companions }, memory,
                         error);
    pdk_export job = { .report = report, .options = options, .memory = memory, .companions = &companions };
    bool kept = status == PDK_OK && report->moved && !report->keeps_origin && !alone;
    if (status == PDK_OK && kept) status = keep_origin(&job, origin_path, error);
    if (status == PDK_OK) status = pdk_companions_settle(&companions, error);
    if (status == PDK_OK) status = pdk_output_settle(output, error);
    if (status == PDK_OK && !alone) status = check_names(options, path, origin_path, error);
    if (status == PDK_OK) status = pdk_companions_finish(&companions, error);
    if (status == PDK_OK) status = pdk_output_finish(output, error);
    if (status == PDK_OK) pdk_companions_store_names(&companions);
    if (status == PDK_OK && !kept && !alone) status = pdk_companion_forget_origin(&job, origin_path, error);
    pdk_companions_close(&companions);
    pdk_output_close(output);
    return status;
}

pdk_status pdk_convert_file(const pdk_document *document, const char *path, const char *target,
                            const pdk_convert_options *given, pdk_convert_report *report, pdk_error *error)
{
    PDK_HOLD(document);
    pdk_all_options options;
    pdk_convert_report unread;
    if (report == NULL) report = &unread;
    pdk_status status = check_call(document, path, given, &options, error);
    if (status != PDK_OK) return status;
    PDK_HOLD_AS(held_art, options.scene.art);
    PDK_HOLD_AS(held_car, options.glb.car);
    PDK_HOLD_AS(held_track, options.glb.track);
    PDK_HOLD_AS(held_reference, options.srt.reference);
    PDK_HOLD_AS(held_road_track, options.opendrive.track);
    if (target == NULL && pdk_target_for_file(path) == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.target",
                        "the extension of the output's name is not one that Paddock can convert to");
    }
    if (target == NULL) target = pdk_target_for_file(path)->id;
    status = pdk_options_check_target(&options, pdk_target_find(target), error);
    if (status != PDK_OK) return status;
    if (options.shared.inputs == NULL) options.shared.inputs = document->listeners.inputs;
    pdk_memory memory;
    begin_memory(&memory, &options.shared);
    status = convert_file(document, path, target, &options.shared, report, &memory, error);
    pdk_memory_destroy(&memory);
    return status;
}
