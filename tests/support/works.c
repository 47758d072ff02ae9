#include "works.h"

#include <stdio.h>
#include <string.h>

typedef pdk_status (*doing)(const work_call *call, size_t which, pdk_output *output, pdk_error *error);
typedef const char *(*naming)(size_t which);

/* ----------------------------------------------------------------------------------------------- the kinds */

static pdk_status check(const work_call *call, size_t which, pdk_output *output, pdk_error *error)
{
    uint64_t total;
    (void)which;
    (void)output;
    return pdk_check(call->document, PDK_CHECK_FULL, NULL, NULL, &total, error);
}

static pdk_status write_table(const work_call *call, const pdk_table *table, pdk_table_format format,
                              pdk_output *output, pdk_error *error)
{
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.progress = call->progress;
    options.progress_user = call->progress_user;
    return pdk_table_write(table, format, &options, output, error);
}

static pdk_status tables(const work_call *call, size_t which, pdk_output *output, pdk_error *error)
{
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < pdk_document_table_count(call->document) && status == PDK_OK; i++)
        status = write_table(call, pdk_document_table_at(call->document, i), (pdk_table_format)which, output, error);
    return status;
}

static const char *table_format(size_t which)
{
    static const char *const names[] = { "csv", "json lines" };
    return which < sizeof names / sizeof names[0] ? names[which] : NULL;
}

static pdk_status answer(const work_call *call, size_t which, pdk_output *output, pdk_error *error)
{
    const pdk_table *table;
    pdk_status status = pdk_answer_with_progress(call->document, pdk_answer_name(which), call->progress,
                                                 call->progress_user, &table, error);
    return status == PDK_OK ? write_table(call, table, PDK_CSV, output, error) : status;
}

static pdk_status analyse(const work_call *call, size_t which, pdk_output *output, pdk_error *error)
{
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    pdk_document *analysis = NULL;
    (void)which;
    (void)output;
    options.all_incidents = true;
    options.progress = call->progress;
    options.progress_user = call->progress_user;
    options.limits = call->limits;
    options.allocator = call->allocator;
    pdk_status status = pdk_analyse(call->document, &options, &analysis, error);
    pdk_close(analysis);
    return status;
}

static pdk_status describe(const work_call *call, size_t which, pdk_output *output, pdk_error *error)
{
    pdk_describe_options options = PDK_DESCRIBE_OPTIONS_INIT;
    (void)which;
    options.evidence = true;
    options.progress = call->progress;
    options.progress_user = call->progress_user;
    return pdk_describe(call->document, &options, output, error);
}

static pdk_status compare(const work_call *call, size_t which, pdk_output *output, pdk_error *error)
{
    const pdk_lap_reference laps[2] = { { .document = call->document }, { .document = call->document, .lap = "last" } };
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    pdk_document *comparison = NULL;
    (void)which;
    (void)output;
    options.progress = call->progress;
    options.progress_user = call->progress_user;
    options.limits = call->limits;
    options.allocator = call->allocator;
    pdk_status status = pdk_compare_laps(laps, 2, &options, &comparison, error);
    pdk_close(comparison);
    return status;
}

static pdk_status plot(const work_call *call, size_t which, pdk_output *output, pdk_error *error)
{
    const pdk_lap_reference laps[2] = { { .document = call->document }, { .document = call->document, .lap = "last" } };
    pdk_plot_options options = PDK_PLOT_OPTIONS_INIT;
    pdk_surface surface;
    pdk_plot *made = NULL;
    bool upright = pdk_document_surface_count(call->document) > 0 &&
                   pdk_document_surface_at(call->document, 0)->frame != PDK_FRAME_Y_UP &&
                   pdk_document_surface_read(call->document, 0, &surface, NULL) == PDK_OK;
    if (upright) options.surface = &surface;
    options.progress = call->progress;
    options.progress_user = call->progress_user;
    options.limits = call->limits;
    options.allocator = call->allocator;
    size_t count = pdk_plot_kind_takes(which)[0] == '2' || which == PDK_PLOT_CORNERS ? 2 : 1;
    pdk_status status = pdk_plot_create((pdk_plot_kind)which, laps, count, &options, &made, error);
    if (status == PDK_OK) status = pdk_plot_write(made, PDK_PLOT_SVG, output, error);
    pdk_plot_close(made);
    return status;
}

static const char *target(size_t which)
{
    const pdk_target_info *info = pdk_target_at((uint32_t)which);
    return info != NULL ? info->id : NULL;
}

static pdk_status convert(const work_call *call, size_t which, pdk_output *output, pdk_error *error)
{
    const pdk_target_info *info = pdk_target_at((uint32_t)which);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.progress = call->progress;
    options.progress_user = call->progress_user;
    options.limits = call->limits;
    options.allocator = call->allocator;
    const pdk_recording_options recording = { .struct_size = sizeof recording, .driver = "0" };
    if (info->recordings && info->one_driver) options.recording = &recording;
    pdk_status status = pdk_convert(call->document, info->id, &options, NULL, output, error);
    if (status != PDK_E_ARGUMENT) return status;
    options.recording = NULL; /* a recording of one who has no number, or a surface */
    return pdk_convert(call->document, info->id, &options, NULL, output, error);
}

static pdk_status page(const work_call *call, size_t which, pdk_output *output, pdk_error *error)
{
    static const pdk_page_front front = { .script = { "1", 1 }, .style = { "a{}", 3 } };
    const pdk_page_file file = { .document = call->document, .name = "a file" };
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    (void)which;
    options.progress = call->progress;
    options.progress_user = call->progress_user;
    options.limits = call->limits;
    options.allocator = call->allocator;
    return pdk_page_write(&file, 1, &front, &options, output, error);
}

static pdk_status dump(const work_call *call, size_t which, pdk_output *output, pdk_error *error)
{
    pdk_dump_options options = PDK_DUMP_OPTIONS_INIT;
    (void)which;
    options.progress = call->progress;
    options.progress_user = call->progress_user;
    return pdk_dump(call->document, &options, output, error);
}

/* ------------------------------------------------------------------------------------------------ the list */

static const struct kind {
    const char *name;
    doing act;
    naming list; /* NULL = there is one */
    bool kept;
} kinds[] = {
    { "check", check, NULL, false },
    { "table", tables, table_format, false },
    { "answer", answer, pdk_answer_name, true },
    { "analyse", analyse, NULL, false },
    { "describe", describe, NULL, false },
    { "compare", compare, NULL, false },
    { "plot", plot, pdk_plot_kind_name, false },
    { "convert", convert, target, false },
    { "page", page, NULL, false },
    { "dump", dump, NULL, false },
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* The kind of a work, and which one of its list; NULL past the end. */
static const struct kind *find(size_t index, size_t *which)
{
    for (size_t k = 0; k < KINDS; k++) {
        for (*which = 0; kinds[k].list != NULL ? kinds[k].list(*which) != NULL : *which == 0; (*which)++) {
            if (index-- == 0) return &kinds[k];
        }
    }
    return NULL;
}

const char *work_name(size_t index)
{
    static char name[64];
    size_t which;
    const struct kind *kind = find(index, &which);
    if (kind == NULL) return NULL;
    snprintf(name, sizeof name, "%s%s%s", kind->name, kind->list != NULL ? " " : "",
             kind->list != NULL ? kind->list(which) : "");
    return name;
}

bool work_is_kept(size_t index)
{
    size_t which;
    const struct kind *kind = find(index, &which);
    return kind != NULL && kind->kept;
}

static pdk_status throw_away(void *user, const void *data, size_t size)
{
    (void)user;
    (void)data;
    (void)size;
    return PDK_OK;
}

pdk_status work_do(size_t index, const work_call *call, pdk_error *error)
{
    size_t which;
    const struct kind *kind = find(index, &which);
    pdk_output *output = NULL;
    pdk_status status = pdk_output_callback(throw_away, NULL, &output, error);
    if (status == PDK_OK) status = kind->act(call, which, output, error);
    if (status == PDK_OK) status = pdk_output_finish(output, error);
    pdk_output_close(output);
    return status;
}
