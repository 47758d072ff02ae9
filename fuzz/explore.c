#include "explore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { MAX_ROWS = 4096, MAX_EXPORTED = 64, MAX_COLUMNS = 400, MAX_IMAGES = 64, MAX_PUT_BACK = 4, MAX_PIXELS = 1 << 22 };

void require_at(bool promise, const char *text, const char *file, int line)
{
    if (promise) return;
    fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, text);
    abort();
}

bool explore_turn(const void *data, size_t size, uint32_t turns, uint32_t turn)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < size; i++) sum = sum * 31 + ((const uint8_t *)data)[i];
    return (sum >> 12) % turns == turn;
}

/* Reads every byte, so that a sanitizer sees whether it may be read. */
static void touch(const void *data, size_t size)
{
    static volatile uint8_t sink;
    uint8_t sum = 0;
    for (size_t i = 0; i < size; i++) sum = (uint8_t)(sum ^ ((const uint8_t *)data)[i]);
    sink = sum;
    (void)sink;
}

static void text_is_fine(const char *text)
{
    require(text != NULL);
    require(pdk_is_utf8(text, strlen(text)));
}

static void value_is_fine(const pdk_value *value)
{
    if (value->type == PDK_TEXT) {
        require(value->as.text.data != NULL);
        require(pdk_is_utf8(value->as.text.data, value->as.text.size));
    } else if (value->type == PDK_BYTES) {
        touch(value->as.bytes.data, value->as.bytes.size);
    }
}

void explore_error(pdk_status status, const pdk_error *error, uint64_t size)
{
    require(status != PDK_OK && error->status == status);
    require(error->code[0] != '\0' && error->message[0] != '\0');
    require(memchr(error->message, 0, sizeof error->message) != NULL);
    require(memchr(error->where, 0, sizeof error->where) != NULL);
    require(error->offset == PDK_NO_OFFSET || error->offset <= size);
    require(strcmp(pdk_status_name(status), "unknown status") != 0);
}

/* ------------------------------------------------------------------------------------------------- tables */

static void texts_are_fine(pdk_type type, const void *values, size_t count)
{
    for (size_t i = 0; i < count && type == PDK_TEXT; i++) {
        const pdk_text *text = (const pdk_text *)values + i;
        require(text->data != NULL && pdk_is_utf8(text->data, text->size));
    }
    for (size_t i = 0; i < count && type == PDK_BYTES; i++) {
        const pdk_bytes *bytes = (const pdk_bytes *)values + i;
        touch(bytes->data, bytes->size);
    }
}

/* A range as one column, then again as part of a joint read: the same bytes. */
static void read_range(const pdk_table *table, size_t columns, uint64_t first, size_t count)
{
    pdk_column_read *reads = calloc(columns + 1, sizeof *reads);
    require(reads != NULL);
    for (size_t c = 0; c < columns; c++) {
        pdk_type type = pdk_table_column_at(table, c)->type;
        reads[c] = (pdk_column_read){ .column = c, .values = calloc(count + 1, pdk_type_size(type)) };
        require(reads[c].values != NULL);
    }
    pdk_error error;
    require(pdk_table_read(table, first, count, reads, columns, &error) == PDK_OK);
    for (size_t c = 0; c < columns; c++) {
        pdk_type type = pdk_table_column_at(table, c)->type;
        void *again = calloc(count + 1, pdk_type_size(type));
        double *wide = calloc(count + 1, sizeof *wide);
        require(again != NULL && wide != NULL);
        require(pdk_table_read_column(table, c, first, count, again, &error) == PDK_OK);
        texts_are_fine(type, again, count);
        if (type < PDK_TEXT) {
            require(memcmp(again, reads[c].values, count * pdk_type_size(type)) == 0);
            require(pdk_table_read_f64(table, c, first, count, wide, &error) == PDK_OK);
        }
        free(again);
        free(wide);
        free(reads[c].values);
    }
    free(reads);
}

static pdk_status swallow(void *user, const void *data, size_t size)
{
    *(uint64_t *)user += size;
    touch(data, size);
    return PDK_OK;
}

static void export_rows(const pdk_table *table, pdk_table_format format)
{
    uint64_t written = 0;
    pdk_output *output = NULL;
    pdk_error error;
    require(pdk_output_callback(swallow, &written, &output, &error) == PDK_OK);
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.has_count = true;
    options.count = pdk_table_rows(table) < MAX_EXPORTED ? pdk_table_rows(table) : MAX_EXPORTED;
    options.units = true;
    require(pdk_table_write(table, format, &options, output, &error) == PDK_OK);
    require(pdk_output_finish(output, &error) == PDK_OK);
    require(written == pdk_output_position(output));
    pdk_output_close(output);
}

void explore_table(const pdk_table *table)
{
    uint64_t rows = pdk_table_rows(table);
    size_t columns = pdk_table_columns(table);
    text_is_fine(pdk_table_name(table));
    for (size_t c = 0; c < columns; c++) {
        const pdk_column_info *info = pdk_table_column_at(table, c);
        text_is_fine(info->name);
        require(info->name[0] != '\0' && pdk_type_size(info->type) > 0);
        if (columns <= MAX_COLUMNS) require(pdk_table_find_column(table, info->name) == c); /* no name twice */
    }
    require(pdk_table_column_at(table, columns) == NULL);
    double value;
    pdk_error error;
    require(pdk_table_read_f64(table, 0, rows, 1, &value, &error) == PDK_E_ARGUMENT);
    size_t some = rows < MAX_ROWS ? (size_t)rows : MAX_ROWS;
    if (columns > MAX_COLUMNS) columns = MAX_COLUMNS;
    read_range(table, columns, 0, some);
    read_range(table, columns, rows - some, some);
    export_rows(table, PDK_CSV);
    export_rows(table, PDK_JSON_LINES);
}

/* ---------------------------------------------------------------------------------------- surfaces and images */

static void explore_surface(const pdk_document *document, size_t index)
{
    const pdk_surface_info *info = pdk_document_surface_at(document, index);
    pdk_surface surface;
    pdk_error error;
    text_is_fine(info->name);
    text_is_fine(pdk_frame_text(info->frame));
    pdk_status status = pdk_document_surface_read(document, index, &surface, &error);
    if (status != PDK_OK) {
        explore_error(status, &error, pdk_document_content(document).size);
        return;
    }
    require(surface.vertex_count == info->vertices && surface.triangle_count == info->triangles);
    touch(surface.positions, (size_t)surface.vertex_count * 12);
    if (surface.normals != NULL) touch(surface.normals, (size_t)surface.vertex_count * 12);
    if (surface.coordinates != NULL) touch(surface.coordinates, (size_t)surface.vertex_count * 8);
    touch(surface.triangles, (size_t)surface.triangle_count * 12);
    for (size_t g = 0; g < surface.group_count; g++) {
        const pdk_surface_group *group = &surface.groups[g];
        text_is_fine(group->name);
        require(group->first_triangle <= surface.triangle_count);
        require(group->triangle_count <= surface.triangle_count - group->first_triangle);
    }
}

static void explore_image(const pdk_document *document, size_t index)
{
    const pdk_image_info *info = pdk_document_image_at(document, index);
    text_is_fine(info->name);
    text_is_fine(info->storage);
    uint64_t pixels = (uint64_t)info->width * info->height;
    require(pixels > 0);
    if (pixels > MAX_PIXELS) return;
    size_t size = (size_t)pixels * 4;
    uint8_t *rgba = malloc(size);
    require(rgba != NULL);
    memset(rgba, 0, size);
    pdk_error error;
    pdk_status status = pdk_document_image_read(document, index, rgba, size, &error);
    if (status != PDK_OK) explore_error(status, &error, pdk_document_content(document).size);
    require(pdk_document_image_read(document, index, rgba, size - 1, &error) == PDK_E_ARGUMENT);
    if (status == PDK_OK && index < MAX_PUT_BACK) explore_picture(document, index, rgba);
    free(rgba);
}

/* ----------------------------------------------------------------------------------------------- findings */

typedef struct inspection {
    uint64_t seen, size;
} inspection;

static bool finding_is_fine(void *user, const pdk_finding *finding)
{
    inspection *all = user;
    all->seen++;
    text_is_fine(finding->code);
    text_is_fine(finding->message);
    text_is_fine(finding->where);
    require(finding->code[0] != '\0' && finding->message[0] != '\0');
    require(finding->offset == PDK_NO_OFFSET || finding->offset <= all->size);
    require(finding->severity >= PDK_NOTE && finding->severity <= PDK_ERROR);
    return true;
}

static void explore_check(const pdk_document *document, pdk_check_level level)
{
    inspection all = { .size = pdk_document_content(document).size };
    uint64_t total = 0;
    pdk_error error;
    pdk_status status = pdk_check(document, level, finding_is_fine, &all, &total, &error);
    if (status != PDK_OK) explore_error(status, &error, all.size);
    require(all.seen <= total);
}

/* ------------------------------------------------------------------------------------------------- edits */

/* What an edit gives opens again, with nothing to overlook. */
static void edit_is_fine(const pdk_document *document, pdk_status status, pdk_output *output, const pdk_error *error)
{
    if (status != PDK_OK) {
        explore_error(status, error, pdk_document_content(document).size);
    } else {
        pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
        options.format = pdk_document_format(document)->id;
        pdk_bytes bytes = pdk_output_bytes(output);
        pdk_document *edited = NULL;
        require(pdk_open_memory(bytes.data, bytes.size, &options, &edited, NULL) == PDK_OK);
        pdk_close(edited);
    }
    pdk_output_close(output);
}

pdk_output *memory_output(void)
{
    pdk_output *output = NULL;
    require(pdk_output_memory(&output, NULL) == PDK_OK);
    return output;
}

static void explore_edits(const pdk_document *document)
{
    pdk_error error;
    pdk_output *output = memory_output();
    edit_is_fine(document, pdk_track_reverse(document, output, &error), output, &error);
    output = memory_output();
    edit_is_fine(document, pdk_track_flatten(document, output, &error), output, &error);
    pdk_repair_options options = PDK_REPAIR_OPTIONS_INIT;
    options.drop_degenerate = options.drop_duplicates = options.drop_unused = true;
    output = memory_output();
    edit_is_fine(document, pdk_repair(document, &options, NULL, output, &error), output, &error);
    output = memory_output();
    edit_is_fine(document, pdk_repair(document, NULL, NULL, output, &error), output, &error);
}

/* ------------------------------------------------------------------------------------------ conversions */

static bool note_is_fine(void *user, const pdk_finding *finding)
{
    (void)user;
    text_is_fine(finding->message);
    require(finding->code[0] != '\0' && finding->message[0] != '\0');
    return true;
}

/* To every target: it is written, or refused with a reason that is the surface's, not the call's. What is a file of
 * ours opens again, and its indices are sound. */
static void explore_conversion(const pdk_document *document, const char *target, const pdk_convert_options *options)
{
    pdk_output *output = memory_output();
    pdk_convert_report report;
    pdk_error error;
    pdk_status status = pdk_convert(document, target, options, &report, output, &error);
    if (status != PDK_OK) {
        require(status != PDK_E_ARGUMENT || (options->recording != NULL && strcmp(error.code, "convert.driver") == 0));
        explore_error(status, &error, pdk_document_content(document).size);
    } else if (strcmp(target, "rld") == 0) {
        pdk_bytes bytes = pdk_output_bytes(output);
        pdk_document *copy = NULL;
        pdk_surface surface;
        require(pdk_open_memory(bytes.data, bytes.size, NULL, &copy, NULL) == PDK_OK);
        require(pdk_document_surface_read(copy, 0, &surface, NULL) == PDK_OK);
        require(surface.vertex_count == report.points && surface.triangle_count == report.triangles);
        for (uint64_t i = 0; i < 3 * surface.triangle_count; i++) require(surface.triangles[i] < surface.vertex_count);
        pdk_close(copy);
    } else if (strcmp(target, "glb") == 0) {
        pdk_bytes bytes = pdk_output_bytes(output);
        uint32_t length;
        require(bytes.size >= 20 && bytes.size % 4 == 0 && memcmp(bytes.data, "glTF", 4) == 0);
        memcpy(&length, bytes.data + 8, sizeof length); /* little-endian, as all machines this runs on */
        require(length == bytes.size);
    }
    pdk_output_close(output);
}

static bool turn_of(const pdk_document *document, uint32_t turns, uint32_t turn)
{
    pdk_bytes content = pdk_document_content(document);
    return explore_turn(content.data, content.size, turns, turn);
}

/* A generated file of the format, opened once for all inputs. */
static const pdk_document *other_half(const char *format)
{
    static pdk_document *halves[2];
    static pdk_output *outputs[2]; /* the documents read from them */
    size_t which = strcmp(format, "tri") == 0;
    pdk_document **half = &halves[which];
    if (*half != NULL) return *half;
    pdk_output *output = outputs[which] = memory_output();
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = "open";
    require(pdk_synth(format, &options, output, NULL) == PDK_OK);
    pdk_bytes bytes = pdk_output_bytes(output);
    require(pdk_open_memory(bytes.data, bytes.size, NULL, half, NULL) == PDK_OK);
    return *half;
}

/* A track with art, of which one is the input. */
static void explore_art(const pdk_document *document, const pdk_convert_options *usual)
{
    pdk_convert_options options = *usual;
    const char *format = pdk_document_format(document)->id;
    bool track = strcmp(format, "tri") == 0, art = strcmp(format, "wwww") == 0;
    if ((!track && !art) || !turn_of(document, 4, 0)) return;
    const pdk_scene_options scene = { .struct_size = sizeof scene, .art = track ? other_half("wwww") : document };
    options.scene = &scene;
    explore_conversion(track ? document : other_half("tri"), "glb", &options);
}

/* To every target; what takes long, large files to any and any file to a grid, when it is the target's turn. */
static void explore_conversions(const pdk_document *document)
{
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.limits.memory = UINT64_C(64) << 20;
    options.note = note_is_fine;
    explore_art(document, &options);
    const pdk_ply_options ply = { .struct_size = sizeof ply, .ascii = true, .doubles = true };
    const pdk_crg_options crg = { .struct_size = sizeof crg, .ascii = true };
    const pdk_glb_options glb = { .struct_size = sizeof glb, .quantize = true, .compress = true };
    uint32_t targets = 0;
    while (pdk_target_at(targets) != NULL) targets++;
    for (uint32_t i = 0; i < targets && pdk_document_surface_count(document) > 0; i++) {
        bool slow = pdk_document_content(document).size >= EXPLORE_LARGE || strcmp(pdk_target_at(i)->id, "crg") == 0;
        if ((slow && !turn_of(document, targets, i)) || pdk_target_at(i)->recordings_only) continue;
        pdk_convert_options turned = options;
        explore_conversion(document, pdk_target_at(i)->id, &options);
        if (strcmp(pdk_target_at(i)->id, "ply") == 0) turned.ply = &ply;
        if (strcmp(pdk_target_at(i)->id, "crg") == 0) turned.crg = &crg;
        if (strcmp(pdk_target_at(i)->id, "glb") == 0) turned.glb = &glb;
        turned.axes = "+z-y+x"; /* through what turns, instead of straight from the arrays */
        explore_conversion(document, pdk_target_at(i)->id, &turned);
    }
}

/* Recordings as other programs have them: formats that take one driver get the last. */
static void explore_recordings(const pdk_document *document)
{
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.limits.memory = UINT64_C(64) << 20;
    options.note = note_is_fine;
    pdk_motion *motion = NULL;
    char driver[32];
    if (pdk_motion_open(document, NULL, &motion, NULL) != PDK_OK) return;
    size_t runs = pdk_motion_run_count(motion);
    snprintf(driver, sizeof driver, "%llu",
             runs > 0 ? (unsigned long long)pdk_motion_run_at(motion, runs - 1)->slot : 0);
    pdk_motion_close(motion);
    const pdk_recording_options one = { .struct_size = sizeof one, .driver = driver };
    uint32_t targets = (uint32_t)pdk_target_count();
    for (uint32_t i = 0; i < targets; i++) {
        const pdk_target_info *info = pdk_target_at(i);
        if (!info->recordings || !turn_of(document, targets, i)) continue;
        options.recording = info->one_driver ? &one : NULL;
        explore_conversion(document, info->id, &options);
    }
}

void explore_document(const pdk_document *document)
{
    require(document != NULL && pdk_document_format(document) != NULL);
    text_is_fine(pdk_document_dialect(document));
    require(pdk_document_evidence_at(document, 0) != NULL);
    for (size_t i = 0; pdk_document_evidence_at(document, i) != NULL; i++)
        text_is_fine(pdk_document_evidence_at(document, i));
    for (size_t i = 0; i < pdk_document_property_count(document); i++) {
        text_is_fine(pdk_document_property_at(document, i)->name);
        value_is_fine(&pdk_document_property_at(document, i)->value);
    }
    for (size_t i = 0; i < pdk_document_table_count(document); i++) explore_table(pdk_document_table_at(document, i));
    for (size_t i = 0; i < pdk_document_surface_count(document); i++) explore_surface(document, i);
    size_t images = pdk_document_image_count(document);
    for (size_t i = 0; i < images && i < MAX_IMAGES; i++) explore_image(document, i);
    explore_check(document, PDK_CHECK_STRUCTURE);
    explore_check(document, PDK_CHECK_FULL);
    explore_edits(document);
    explore_conversions(document);
    explore_recordings(document);
}

/* ------------------------------------------------------------------------------------------- writing back */

void explore_twin(const pdk_document *document, const void *data, size_t size)
{
    pdk_output *text = memory_output(), *built = memory_output();
    pdk_error error;
    require(pdk_dump(document, NULL, text, &error) == PDK_OK);
    pdk_bytes twin = pdk_output_bytes(text);
    pdk_status status = pdk_build_text(twin.data, twin.size, NULL, built, &error);
    if (status != PDK_E_UNSUPPORTED) { /* builds without a reader of JSON */
        require(status == PDK_OK);
        pdk_bytes bytes = pdk_output_bytes(built);
        require(bytes.size == size && (size == 0 || memcmp(bytes.data, data, size) == 0));
    }
    pdk_output_close(text);
    pdk_output_close(built);
}
