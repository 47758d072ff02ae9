/* The public calls: a plot is a drawing that is kept. */
#include <string.h>

#include "base/allocator.h"
#include "base/callback.h"
#include "base/options.h"
#include "io/output.h"
#include "model/document_life.h"
#include "plot/plot_work.h"
#include "plot/cairo_files.h"
#include "plot/svg.h"
#include "posting/posting.h"

struct pdk_plot {
    atomic_size_t holders;
    pdk_memory memory;
    pdk_drawing drawing;
};

/* While a call works on a picture, the caller's functions that it calls may close it. */
static pdk_plot *hold(const pdk_plot *plot);
static void let_go(pdk_plot *const *held);
#define PDK_HOLD_PLOT(plot) pdk_plot *const held_plot __attribute__((cleanup(let_go), unused)) = hold(plot)

/* What kinds take: laps or files. */
typedef struct plot_takes {
    size_t fewest, most;
    const char *words;
} plot_takes;
#define TEXT_OF(number) #number
#define UP_TO(fewest, most, what) #fewest " to " TEXT_OF(most) " " what
static const plot_takes takes_LAPS = { 1, PDK_PLOT_MOST_REFERENCES, UP_TO(1, PDK_PLOT_MOST_REFERENCES, "laps") },
                        takes_TWO_LAPS = { 2, PDK_PLOT_MOST_REFERENCES, UP_TO(2, PDK_PLOT_MOST_REFERENCES, "laps") },
                        takes_FILES = { 1, PDK_PLOT_MOST_REFERENCES, UP_TO(1, PDK_PLOT_MOST_REFERENCES, "files") },
                        takes_FILE = { 1, 1, "one file" };

typedef struct plot_kind {
    const char *name, *meaning;
    const plot_takes *takes;
    pdk_status (*draw)(pdk_plot_work *work, pdk_error *error);
} plot_kind;

static const plot_kind kinds[] = {
#define KIND(number, upper, name, takes, shows) [number] = { #name, shows, &takes_##takes, pdk_plot_##name },
    PDK_PLOT_KINDS(KIND)
#undef KIND
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

const char *pdk_plot_kind_name(size_t index)
{
    return index < KINDS ? kinds[index].name : NULL;
}

const char *pdk_plot_kind_takes(size_t index)
{
    return index < KINDS ? kinds[index].takes->words : NULL;
}

const char *pdk_plot_kind_meaning(size_t index)
{
    return index < KINDS ? kinds[index].meaning : NULL;
}

static pdk_status check(pdk_plot_kind kind, const pdk_lap_reference *laps, size_t count, pdk_plot *const *plot,
                        pdk_error *error)
{
    if (plot == NULL || laps == NULL || (unsigned)kind >= KINDS) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.null",
                        "pdk_plot_create needs a kind, laps and a place for the plot");
    }
    const plot_takes *takes = kinds[kind].takes;
    if (count < takes->fewest || count > takes->most) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.laps", "a plot of %s takes %s, not %zu",
                        kinds[kind].name, takes->words, count);
    }
    for (size_t i = 0; i < count; i++) {
        if (laps[i].document == NULL)
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.null", "lap %zu has no document", i);
    }
    return PDK_OK;
}

static pdk_status finish(pdk_plot *plot, pdk_plot_work *work, pdk_error *error)
{
    const char *title = work->options->title != NULL ? work->options->title : work->title;
    size_t room = strlen(title) + 1;
    char *clean = pdk_alloc_raw(&plot->memory, room * 3); /* a broken byte becomes three */
    char *description = pdk_alloc_raw(&plot->memory, sizeof work->subtitle * 3);
    if (clean == NULL || description == NULL || work->list.failed)
        return pdk_fail_memory(error, &plot->memory, "a picture");
    pdk_draw_clean(clean, room * 3, title, room - 1);
    pdk_draw_clean(description, sizeof work->subtitle * 3, work->subtitle, strlen(work->subtitle));
    plot->drawing = (pdk_drawing){ .width = work->width,
                                   .height = work->height,
                                   .background = work->theme->background,
                                   .title = clean,
                                   .description = description };
    pdk_draw_list_finish(&work->list, &plot->drawing);
    return PDK_OK;
}

/* What pdk_plot_create and pdk_plot_posting have in common: `work` has what is drawn, and `own` the options. */
static pdk_status draw(pdk_plot_work *given, pdk_status (*by)(pdk_plot_work *, pdk_error *),
                       const pdk_plot_options *own, pdk_plot **result, pdk_error *error)
{
    pdk_allocator allocator = pdk_allocator_of(&own->allocator);
    pdk_plot *plot = pdk_allocator_take(&allocator, sizeof *plot);
    if (plot == NULL) return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for a picture");
    memset(plot, 0, sizeof *plot);
    atomic_init(&plot->holders, 1);
    pdk_memory_init(&plot->memory, &allocator, pdk_memory_limit(&own->limits));
    pdk_status status = PDK_OK;
    pdk_plot_work *work = pdk_alloc(&plot->memory, sizeof *work);
    if (work == NULL) {
        status = pdk_fail_memory(error, &plot->memory, "a picture");
    } else {
        *work = *given;
        work->memory = &plot->memory;
        work->options = own;
        work->theme = pdk_theme_of(own->theme);
        work->width = own->width;
        work->height = own->height;
        work->marks = pdk_vector_of(&plot->memory, sizeof(pdk_series_number));
        pdk_draw_list_init(&work->list, &plot->memory);
        status = by(work, error);
        if (status == PDK_OK) status = finish(plot, work, error);
    }
    if (status == PDK_OK) *result = plot;
    else pdk_plot_close(plot);
    return status;
}

pdk_status pdk_plot_create(pdk_plot_kind kind, const pdk_lap_reference *laps, size_t count,
                           const pdk_plot_options *options, pdk_plot **result, pdk_error *error)
{
    PDK_HOLD_EACH(laps, sizeof *laps, count);
    pdk_status status = check(kind, laps, count, result, error);
    if (status != PDK_OK) return status;
    *result = NULL;
    pdk_plot_options own;
    status = pdk_options_copy(&own, sizeof own, options, "PDK_PLOT_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    PDK_HOLD_AS(held_track, own.track);
    for (size_t i = 0; i < count && status == PDK_OK; i++) status = pdk_document_can_answer(laps[i].document, error);
    if (status != PDK_OK) return status;
    return draw(&(pdk_plot_work){ .laps = laps, .count = count }, kinds[kind].draw, &own, result, error);
}

pdk_status pdk_plot_posting(const pdk_posting *posting, const pdk_plot_options *options, pdk_plot **plot,
                            pdk_error *error)
{
    PDK_HOLD_POSTING(posting);
    if (posting == NULL || plot == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.null",
                        "pdk_plot_posting needs a posting and a place for the plot");
    }
    *plot = NULL;
    pdk_plot_options own;
    pdk_status status = pdk_refuse_in_allocator(error, "a picture");
    if (status == PDK_OK) status = pdk_options_copy(&own, sizeof own, options, "PDK_PLOT_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    return draw(&(pdk_plot_work){ .posting = posting }, pdk_plot_draw_posting, &own, plot, error);
}

void pdk_plot_size(const pdk_plot *plot, uint32_t *width, uint32_t *height)
{
    *width = plot->drawing.width;
    *height = plot->drawing.height;
}

pdk_status pdk_plot_write(const pdk_plot *plot, pdk_plot_format format, pdk_output *output, pdk_error *error)
{
    PDK_HOLD_PLOT(plot);
    PDK_HOLD_OUTPUT(output);
    if (plot == NULL || output == NULL || (unsigned)format > PDK_PLOT_PDF) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.null",
                        "pdk_plot_write needs a plot, a format and an output");
    }
    pdk_memory memory; /* of this call: others may write the same plot */
    pdk_memory_init(&memory, &plot->memory.allocator, plot->memory.limit);
    pdk_status status = format == PDK_PLOT_SVG ? pdk_svg_write(&plot->drawing, &memory, output, error)
                                               : pdk_cairo_write(&plot->drawing, &memory, format, output, error);
    pdk_memory_destroy(&memory);
    return status;
}

static void destroy(pdk_plot *plot)
{
    pdk_allocator allocator = plot->memory.allocator;
    pdk_memory_destroy(&plot->memory);
    pdk_allocator_give_back(&allocator, plot, sizeof *plot);
}

void pdk_plot_close(pdk_plot *plot)
{
    if (plot != NULL && !pdk_in_allocator() && pdk_leaves_last(&plot->holders)) destroy(plot);
}

static pdk_plot *hold(const pdk_plot *plot)
{
    pdk_plot *held = (pdk_plot *)(uintptr_t)plot; /* the same for all readers */
    if (held != NULL) atomic_fetch_add_explicit(&held->holders, 1, memory_order_relaxed);
    return held;
}

static void let_go(pdk_plot *const *held)
{
    if (*held != NULL && pdk_leaves_last(&(*held)->holders)) destroy(*held);
}
