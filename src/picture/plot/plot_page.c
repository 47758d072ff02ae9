/* What is around the data: size, title, and saying what is missing. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/callback.h"
#include "plot/plot_work.h"

enum { LEAST_WIDTH = 240, TITLE_SIZE = 160 };

pdk_status pdk_plot_settle(pdk_plot_work *work, uint32_t width, uint32_t height, uint32_t least_height,
                           pdk_error *error)
{
    height += (uint32_t)work->legend / 10;
    least_height += (uint32_t)work->legend / 10;
    if (work->width == 0) work->width = width;
    if (work->height == 0) work->height = height;
    if (work->height > PDK_PLOT_LARGEST && work->options->height == 0) work->height = PDK_PLOT_LARGEST;
    if (least_height > PDK_PLOT_LARGEST) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.size",
                        "this picture needs %u pixels of height and may have %d: draw less at once", least_height,
                        PDK_PLOT_LARGEST);
    }
    if (work->width < LEAST_WIDTH || work->height < least_height || work->width > PDK_PLOT_LARGEST ||
        work->height > PDK_PLOT_LARGEST) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.size",
                        "%u x %u pixels do not do: this picture takes from %d x %u to %d x %d", work->width,
                        work->height, LEAST_WIDTH, least_height, PDK_PLOT_LARGEST, PDK_PLOT_LARGEST);
    }
    return PDK_OK;
}

void pdk_plot_put_title(pdk_plot_work *work)
{
    const pdk_theme *theme = work->theme;
    const char *title = work->options->title != NULL ? work->options->title : work->title;
    int32_t room = pdk_plot_width(work) - 2 * PDK_PLOT_MARGIN;
    if (work->title_room > 0 && work->title_room < room) room = work->title_room;
    pdk_draw_label label = {
        .x = PDK_PLOT_MARGIN, .y = 250, .size = TITLE_SIZE, .colour = theme->text, .bold = true, .room = room
    };
    pdk_draw_text(&work->list, title, &label);
    label = (pdk_draw_label){ .x = PDK_PLOT_MARGIN, .y = 430, .size = 120, .colour = theme->muted, .room = room };
    pdk_draw_text(&work->list, work->subtitle, &label);
}

pdk_status pdk_plot_go_on(const pdk_plot_work *work, uint64_t done, uint64_t total, pdk_error *error)
{
    const pdk_plot_options *options = work->options;
    bool wanted = pdk_tell_progress(options->progress, options->progress_user, done, total);
    return wanted ? PDK_OK : pdk_fail_cancelled(error);
}

pdk_status pdk_plot_answer(const pdk_plot_work *work, const pdk_document *document, const char *name,
                           const pdk_table **table, pdk_error *error)
{
    const pdk_plot_options *options = work->options;
    return pdk_answer_with_progress(document, name, options->progress, options->progress_user, table, error);
}

pdk_status pdk_plot_lacks(pdk_error *error, const char *format, ...)
{
    char reason[sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "plot.data", "%s", reason);
}

pdk_status pdk_plot_choose(const char *option, const char *given, const char *const *choices, size_t *chosen,
                           pdk_error *error)
{
    char list[160] = "";
    *chosen = 0;
    if (given == NULL) return PDK_OK;
    for (size_t i = 0; choices[i] != NULL; i++) {
        if (strcmp(choices[i], given) == 0) {
            *chosen = i;
            return PDK_OK;
        }
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", choices[i]);
    }
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.choice", "%s can be %s, not \"%.40s\"", option, list,
                    given);
}

const char *pdk_plot_file_name(const char *path)
{
    const char *name = path;
    for (const char *at = path; *at != '\0'; at++) {
        if ((*at == '/' || *at == '\\') && at[1] != '\0') name = at + 1;
    }
    return name;
}
