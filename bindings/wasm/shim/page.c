/* What the page shows, one piece at a time: JSON and blocks (paddock/page.h). */
#include <stddef.h>

#include "shim.h"

enum { TRIANGLES = 4000000 }; /* nothing is sent anywhere: surfaces are shown as they are */

_Static_assert(sizeof(pdk_lap_reference) == 16 && offsetof(pdk_lap_reference, driver) == 8, "page.js writes laps");
_Static_assert(sizeof(pdk_page_file) == 24 && offsetof(pdk_page_file, car_info) == 20, "page.js writes files");

static pdk_page_options usual(void)
{
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    options.triangles = TRIANGLES;
    options.progress = pdk_wasm_progress();
    return options;
}

/* JSON. */
PDK_EXPORT(pdk_status, page_describe, const pdk_document *document, const char *name, const pdk_document *art,
           const pdk_document *results, const pdk_document *track, const pdk_document *car_info)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_page_options options = usual();
    pdk_page_file file = {
        .document = document, .name = name, .art = art, .results = results, .track = track, .car_info = car_info
    };
    return pdk_wasm_finish(output, pdk_page_describe(&file, &options, output, &pdk_wasm_error));
}

/* JSON. */
PDK_EXPORT(pdk_status, page_motion, const pdk_document *document)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_page_options options = usual();
    return pdk_wasm_finish(output, pdk_page_motion(document, &options, output, &pdk_wasm_error));
}

PDK_EXPORT(pdk_status, page_run, const pdk_document *document, size_t run)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_page_options options = usual();
    return pdk_wasm_finish(output, pdk_page_run(document, run, &options, output, &pdk_wasm_error));
}

PDK_EXPORT(pdk_status, page_track, const pdk_document *document)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_page_options options = usual();
    return pdk_wasm_finish(output, pdk_page_track(document, &options, output, &pdk_wasm_error));
}

PDK_EXPORT(pdk_status, page_marks, const pdk_document *document)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_page_options options = usual();
    return pdk_wasm_finish(output, pdk_page_marks(document, &options, output, &pdk_wasm_error));
}

PDK_EXPORT(pdk_status, page_recorded, const pdk_document *document)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_page_options options = usual();
    return pdk_wasm_finish(output, pdk_page_recorded(document, &options, output, &pdk_wasm_error));
}

PDK_EXPORT(pdk_status, page_traces, const pdk_lap_reference *laps, size_t count, double step)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_page_options options = usual();
    return pdk_wasm_finish(output, pdk_page_traces(laps, count, step, &options, output, &pdk_wasm_error));
}

PDK_EXPORT(pdk_status, page_surface, const pdk_document *document, const pdk_document *art, size_t index)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_page_options options = usual();
    pdk_page_file file = { .document = document, .art = art };
    return pdk_wasm_finish(output, pdk_page_surface(&file, index, &options, output, &pdk_wasm_error));
}

PDK_EXPORT(pdk_status, page_scene, const pdk_document *document, const pdk_document *art)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_page_options options = usual();
    pdk_page_file file = { .document = document, .art = art };
    return pdk_wasm_finish(output, pdk_page_scene(&file, &options, output, &pdk_wasm_error));
}

PDK_EXPORT(pdk_status, page_image, const pdk_document *document, const pdk_document *art, size_t index)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_page_file file = { .document = document, .art = art };
    return pdk_wasm_finish(output, pdk_page_image(&file, index, output, &pdk_wasm_error));
}

PDK_EXPORT(pdk_status, page_layout, const pdk_document *document, double first, double count)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    return pdk_wasm_finish(output,
                           pdk_page_layout(document, (uint64_t)first, (uint64_t)count, output, &pdk_wasm_error));
}

/* The files as one page that only shows them: as large as `paddock report` makes it. `rulings` is their table, which
 * the answers follow; NULL = nothing was decided. */
PDK_EXPORT(pdk_status, page_write, const pdk_page_file *files, size_t count, const char *script, size_t script_size,
           const char *style, size_t style_size, const char *rulings, size_t rulings_size)
{
    pdk_rulings *decided = NULL;
    pdk_status status = PDK_OK;
    if (rulings != NULL) status = pdk_rulings_read(rulings, rulings_size, NULL, &decided, &pdk_wasm_error);
    if (status != PDK_OK) return status;
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    options.progress = pdk_wasm_progress();
    options.rulings = decided;
    pdk_page_front front = { .script = { script, script_size }, .style = { style, style_size } };
    if (output == NULL) status = pdk_wasm_error.status;
    else status = pdk_wasm_finish(output, pdk_page_write(files, count, &front, &options, output, &pdk_wasm_error));
    pdk_rulings_close(decided);
    return status;
}
