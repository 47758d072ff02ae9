#include "jobs.h"
#include "formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TO_PACK = 100000 };

pdk_allocator job_allocator(const pdk_allocator *allocator)
{
    return allocator != NULL ? *allocator : (pdk_allocator){ 0 };
}

/* ------------------------------------------------------------------------------------------------- the jobs */

static pdk_status dump(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                       pdk_output *output, pdk_error *error)
{
    (void)job;
    (void)allocator;
    return pdk_dump(document, NULL, output, error);
}

static pdk_status build(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                        pdk_output *output, pdk_error *error)
{
    (void)document;
    pdk_build_options options = PDK_BUILD_OPTIONS_INIT;
    options.allocator = job_allocator(allocator);
    return pdk_build_text(job->data, job->size, &options, output, error);
}

static pdk_status edit(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                       pdk_output *output, pdk_error *error)
{
    (void)allocator;
    pdk_edit *edit = NULL;
    const char *text = NULL;
    pdk_status status = pdk_edit_open(document, &edit, error);
    if (status == PDK_OK) status = pdk_edit_set(edit, job->path, job->value, error);
    if (status == PDK_OK) status = pdk_edit_get(edit, job->path, &text, error);
    if (status == PDK_OK) status = pdk_edit_recompute(edit, error);
    if (status == PDK_OK) {
        status = pdk_document_packed(document) != NULL ? pdk_edit_write_packed(edit, output, error)
                                                       : pdk_edit_write(edit, output, error);
    }
    pdk_edit_close(edit);
    return status;
}

static pdk_status cut(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                      pdk_output *output, pdk_error *error)
{
    (void)allocator;
    static const char *const drivers[] = { "0" };
    pdk_cut_options options = PDK_CUT_OPTIONS_INIT;
    options.has_to = job->path != NULL;
    options.to = options.has_to ? 1 : 0;
    options.drivers = job->path != NULL ? NULL : drivers;
    options.driver_count = job->path != NULL ? 0 : 1;
    options.gzip = job->codec != NULL;
    return pdk_cut(document, &options, output, error);
}

static pdk_status reverse(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                          pdk_output *output, pdk_error *error)
{
    (void)job;
    (void)allocator;
    return pdk_track_reverse(document, output, error);
}

static pdk_status flatten(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                          pdk_output *output, pdk_error *error)
{
    (void)job;
    (void)allocator;
    return pdk_track_flatten(document, output, error);
}

static pdk_status repair(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                         pdk_output *output, pdk_error *error)
{
    (void)job;
    (void)allocator;
    pdk_repair_options options = PDK_REPAIR_OPTIONS_INIT;
    options.drop_degenerate = options.drop_duplicates = options.drop_unused = true;
    pdk_repair_report report;
    return pdk_repair(document, &options, &report, output, error);
}

static pdk_status table(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                        pdk_output *output, pdk_error *error)
{
    (void)allocator;
    return pdk_table_write(pdk_document_table_at(document, 0), job->codec != NULL ? PDK_JSON_LINES : PDK_CSV, NULL,
                           output, error);
}

static pdk_status pack(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                       pdk_output *output, pdk_error *error)
{
    (void)document;
    pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
    options.codec = job->codec;
    options.level = job->level;
    options.like = job->like;
    options.allocator = job_allocator(allocator);
    return pdk_pack(job->data, job->size, &options, output, error);
}

static pdk_status unpack(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                         pdk_output *output, pdk_error *error)
{
    (void)document;
    (void)allocator;
    return pdk_unpack(job->data, job->size, output, error);
}

static pdk_status records(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                          pdk_output *output, pdk_error *error)
{
    (void)document;
    (void)allocator;
    enum { MAXIMUM = 1 << 16 };
    static const double values[MAXIMUM] = { 1, 2, 3 };
    static const pdk_field_array arrays[] = { { "x", values, NULL }, { "y", values, NULL } };
    return pdk_write_records("rld.point", job->size < MAXIMUM ? job->size : MAXIMUM, arrays, 2, output, error);
}

static bool is_timed(const char *format)
{
    return takes_synth_option(pdk_format_find(format), "seconds");
}

static pdk_status synth(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                        pdk_output *output, pdk_error *error)
{
    (void)document;
    (void)allocator;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.size = job->size;
    options.seconds = job->size > 0 || !is_timed(job->path) ? 0 : 2;
    options.points = job->size > 0 || strcmp(job->path, "rld") != 0 ? 0 : 100;
    options.gzip = job->codec != NULL;
    return pdk_synth(job->path, &options, output, error);
}

/* A session, or with a codec what happened in it. */
static pdk_status synth_session(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                                pdk_output *output, pdk_error *error)
{
    (void)document;
    (void)allocator;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.session = "race";
    options.cars = 4;
    options.size = job->size;
    options.seconds = job->size > 0 ? 0 : 8;
    options.poses_every = 10;
    if (job->codec == NULL) return pdk_synth(job->path, &options, output, error);
    options.truth = output;
    pdk_output *replay = NULL;
    pdk_status status = pdk_output_memory(&replay, error);
    if (status == PDK_OK) status = pdk_synth(job->path, &options, replay, error);
    pdk_output_close(replay);
    return status;
}

static pdk_status convert(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                          pdk_output *output, pdk_error *error)
{
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.allocator = job_allocator(allocator);
    const pdk_rld_options rld = { .struct_size = sizeof rld, .block_size = job->level };
    const pdk_recording_options recording = { .struct_size = sizeof recording, .driver = job->value };
    if (job->level != 0) options.rld = &rld;
    if (job->value != NULL) options.recording = &recording;
    return pdk_convert(document, job->codec, &options, NULL, output, error);
}

static pdk_status picture(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                          pdk_output *output, pdk_error *error)
{
    (void)job;
    (void)allocator;
    return pdk_image_write_png(document, 0, output, error);
}

/* ------------------------------------------------------------------------------------------------- the list */

static pdk_status page(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                       pdk_output *output, pdk_error *error)
{
    static const pdk_page_front front = { .script = { "1", 1 }, .style = { "a{}", 3 } };
    pdk_page_file file = { .document = document, .name = job->name };
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    options.allocator = job_allocator(allocator);
    return pdk_page_write(&file, 1, &front, &options, output, error);
}

writing_job *job_add(jobs *all, job_run run, const char *verb, const char *what, const uint8_t *data, size_t size)
{
    assert_true(all->count < sizeof all->list / sizeof all->list[0]);
    writing_job *place = &all->list[all->count++];
    *place = (writing_job){ .run = run, .data = data, .size = size };
    snprintf(place->name, sizeof place->name, "%s %s", verb, what);
    return place;
}

writing_job *job_add_open(jobs *all, job_run run, const char *verb, const char *what, const uint8_t *data, size_t size)
{
    writing_job *place = job_add(all, run, verb, what, data, size);
    place->opens = place->takes_allocator = true;
    return place;
}

uint8_t *job_keep(jobs *all, uint8_t *data)
{
    assert_true(all->kept_count < sizeof all->kept / sizeof all->kept[0]);
    return all->kept[all->kept_count++] = data;
}

void job_drop_unsupported(jobs *all)
{
    const writing_job *last = &all->list[all->count - 1];
    pdk_document *document = open_for(last, NULL);
    pdk_output *output = output_or_fail();
    if (last->run(last, document, NULL, output, NULL) == PDK_E_UNSUPPORTED) all->count--;
    pdk_output_close(output);
    pdk_close(document);
}

static void add_twin(jobs *all, const char *what, const uint8_t *data, size_t size)
{
    const writing_job *dumped = job_add_open(all, dump, "dump", what, data, size);
    size_t text_size;
    const uint8_t *text = job_keep(all, run_or_fail(dumped, &text_size));
    writing_job *built = job_add(all, build, "build", what, text, text_size);
    built->takes_allocator = true;
    job_drop_unsupported(all);
}

static void add_edit(jobs *all, const char *what, const uint8_t *data, size_t size, const char *path, const char *value)
{
    writing_job *place = job_add_open(all, edit, "set", what, data, size);
    place->path = path;
    place->value = value;
}

static void add_codecs(jobs *all, const uint8_t *data, size_t size)
{
    static const struct {
        const char *codec, *like;
        int level;
    } ways[] = {
        { "refpack", NULL, 1 },     { "refpack", NULL, 3 }, { "refpack", NULL, 6 },       { "refpack", NULL, 9 },
        { "refpack", "ea1998", 0 }, { "huffman", NULL, 0 }, { "huffman-delta", NULL, 0 }, { "huffman-delta2", NULL, 0 },
        { "bytepair", NULL, 0 },    { "gzip", NULL, 1 },    { "gzip", NULL, 9 },          { "auto", NULL, 0 },
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        char what[48];
        snprintf(what, sizeof what, "%s %s%d", ways[i].codec, ways[i].like != NULL ? ways[i].like : "", ways[i].level);
        writing_job *packed = job_add(all, pack, "pack", what, data, size);
        packed->codec = ways[i].codec;
        packed->like = ways[i].like;
        packed->level = ways[i].level;
        packed->takes_allocator = packed->is_whole = true;
        if (ways[i].level > 1) continue;
        size_t capacity;
        uint8_t *bytes = job_keep(all, run_or_fail(packed, &capacity));
        job_add(all, unpack, "unpack", what, bytes, capacity)->is_whole = true;
    }
}

static void add_exports(jobs *all, const char *format, const uint8_t *data, size_t size)
{
    pdk_document *document = open_bytes_or_fail(data, size);
    if (pdk_document_image_count(document) > 0) {
        job_add_open(all, picture, "picture", format, data, size);
        job_drop_unsupported(all);
    }
    pdk_motion *motion = NULL;
    bool surface = pdk_document_surface_count(document) > 0,
         moves = pdk_motion_open(document, NULL, &motion, NULL) == 0;
    pdk_motion_close(motion);
    for (size_t i = 0; i < pdk_target_count(); i++) {
        char what[48];
        if (!(surface && !pdk_target_at(i)->recordings_only) && !(moves && pdk_target_at(i)->recordings)) continue;
        snprintf(what, sizeof what, "%s to %s", format, pdk_target_at(i)->id);
        writing_job *place = job_add_open(all, convert, "convert", what, data, size);
        place->codec = pdk_target_at(i)->id;
        place->caches = true;
        if (moves && pdk_target_at(i)->one_driver) place->value = "0"; /* a slot, a car */
        job_drop_unsupported(all);
        if (strcmp(place->codec, "rld") != 0) continue;
        snprintf(what, sizeof what, "%s to rld in squares", format);
        place = job_add_open(all, convert, "convert", what, data, size);
        place->codec = "rld";
        place->level = 20; /* metres */
        place->caches = true;
    }
    pdk_close(document);
}

/* The same file in a packing, for what reads and writes packed files. */
static void add_packed(jobs *all, const char *what, const char *codec, const uint8_t *data, size_t size,
                       const char *path, const char *value)
{
    writing_job packer = { .run = pack, .data = data, .size = size, .codec = codec };
    size_t packed_size;
    const uint8_t *packed = job_keep(all, run_or_fail(&packer, &packed_size));
    add_twin(all, what, packed, packed_size);
    add_edit(all, what, packed, packed_size, path, value);
}

jobs *make_jobs(size_t size)
{
    static const struct {
        const char *format, *path, *value, *dialect;
    } formats[] = {
        { "raf", "player", "A", NULL },
        { "rld", "point[1].x", "2.5", NULL },
        { "rply", "track", "abc", NULL },
        { "vcr", "version", "1.05", NULL },
        { "tri", "node[3].x", "5", NULL },
        { "wwww", "child[1].offset", "4000", "car" },
        { "shpi", "entry[0].width", "4", NULL },
        { "pth", "node[1].x", "2.5", NULL },
        { "srpath", "node[1].x", "2.5", NULL },
        { "pin", "maximum_x", "640", NULL },
        { "car-info", "wheel[1].spring", "50000", NULL },
        { "crp", "article[0].part_count", "1", NULL },
        { "smx", "object[1].x", "2.5", NULL },
        { "spr", "track", "abc", NULL },
    };
    jobs *all = calloc(1, sizeof *all);
    assert_non_null(all);
    const pdk_format_info *generated[MAX_FORMATS];
    for (size_t i = 0, count = formats_that(PDK_CAN_SYNTH, generated); i < count; i++) {
        size_t f = 0;
        while (f < sizeof formats / sizeof formats[0] && strcmp(formats[f].format, generated[i]->id) != 0) f++;
        if (f == sizeof formats / sizeof formats[0]) fail_msg("%s: say here what an edit of it is", generated[i]->id);
    }
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        const char *format = formats[f].format;
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.dialect = formats[f].dialect;
        options.size = takes_synth_option(pdk_format_find(format), "size") && f < 4 ? size : 0;
        options.seconds = size == 0 && is_timed(format) ? 2 : 0;
        options.points = size == 0 && strcmp(format, "rld") == 0 ? 100 : 0;
        size_t made;
        uint8_t *data = job_keep(all, synth_or_fail(format, &options, &made));
        add_twin(all, format, data, made);
        add_edit(all, format, data, made, formats[f].path, formats[f].value);
        job_add_open(all, table, "csv", format, data, made);
        job_add_open(all, table, "jsonl", format, data, made)->codec = "jsonl";
        job_add(all, synth, "synth", format, NULL, options.size)->path = format;
        add_exports(all, format, data, made);
        job_add_open(all, page, "page", format, data, made)->caches = true;
        if (pdk_format_find(format)->abilities & PDK_CAN_CUT) job_add_open(all, cut, "cut", format, data, made);
        if (strcmp(format, "raf") == 0) all->list[all->count - 1].path = "by time"; /* it has one driver */
        if (takes_synth_option(pdk_format_find(format), "session")) {
            job_add(all, synth_session, "synth a session", format, NULL, options.size)->path = format;
            job_add(all, synth_session, "synth", "what happened", NULL, options.size)->path = format;
            all->list[all->count - 1].codec = "truth";
        }
        if (strcmp(format, "vcr") == 0) {
            job_add_open(all, cut, "cut", "vcr to gzip", data, made)->codec = "gzip";
            job_add(all, synth, "synth", "vcr as gzip", NULL, options.size)->codec = "gzip";
            all->list[all->count - 1].path = format;
            add_packed(all, "vcr in gzip", "gzip", data, made, formats[f].path, formats[f].value);
            add_codecs(all, data, made < MAX_TO_PACK ? made : MAX_TO_PACK);
        }
        if (strcmp(format, "tri") == 0) {
            job_add_open(all, reverse, "reverse", format, data, made);
            job_add_open(all, flatten, "flatten", format, data, made);
        }
        if (strcmp(format, "rld") == 0) {
            job_add_open(all, repair, "repair", format, data, made);
            job_add_surfaces(all, data, made);
            job_add_imports(all, data, made);
        }
        if (strcmp(format, "shpi") == 0) {
            job_add_pictures(all, data, made);
            job_add_cars(all);
            add_packed(all, "shpi in refpack", "refpack", data, made, formats[f].path, formats[f].value);
        }
    }
    job_add(all, records, "records", "rld.point", NULL, size > 0 ? size : 10);
    return all;
}

void free_jobs(jobs *all)
{
    for (size_t i = 0; i < all->kept_count; i++) free(all->kept[i]);
    free(all);
}

pdk_document *open_for(const writing_job *job, const pdk_allocator *allocator)
{
    if (!job->opens) return NULL;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.allocator = job_allocator(allocator);
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(job->data, job->size, &options, &document, &error), error);
    return document;
}

uint8_t *run_or_fail(const writing_job *job, size_t *size)
{
    pdk_document *document = open_for(job, NULL);
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    pdk_status status = job->run(job, document, NULL, output, &error);
    if (status != PDK_OK) printf("%s\n", job->name);
    assert_ok(status, error);
    pdk_close(document);
    return take_bytes(output, size);
}
