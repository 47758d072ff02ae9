/* Any file, and every picture that can be had of it, with options that its bytes choose. A picture is SVG that is well
 * formed, the same when it is drawn again; or a reason. */
#include <stdlib.h>
#include <string.h>

#include "explore.h"
#include "fuzz.h"

/* One element after the other, each closed; text is text. */
static void check_svg(const char *svg, size_t size)
{
    int depth = 0;
    require(size > 20 && strncmp(svg, "<svg ", 5) == 0 && strncmp(svg + size - 7, "</svg>\n", 7) == 0);
    for (size_t i = 0; i < size; i++) {
        require((uint8_t)svg[i] >= 0x20 || svg[i] == '\n');
        require(svg[i] != '>'); /* each is skipped with its tag */
        if (svg[i] == '&') {
            const char *end = memchr(svg + i, ';', size - i < 8 ? size - i : 8);
            require(end != NULL);
        }
        if (svg[i] != '<') continue;
        const char *end = memchr(svg + i, '>', size - i);
        require(end != NULL && memchr(svg + i + 1, '<', (size_t)(end - svg) - i - 1) == NULL);
        if (svg[i + 1] == '/') depth--;
        else if (end[-1] != '/') depth++;
        require(depth >= 0);
        i = (size_t)(end - svg);
    }
    require(depth == 0);
}

/* What was drawn, or NULL after a look at the reason. */
static pdk_output *draw(pdk_plot_kind kind, const pdk_lap_reference *laps, size_t count,
                        const pdk_plot_options *options)
{
    pdk_plot *plot = NULL;
    pdk_error error;
    pdk_status status = pdk_plot_create(kind, laps, count, options, &plot, &error);
    if (status != PDK_OK) {
        require(plot == NULL);
        explore_error(status, &error, UINT64_MAX);
        return NULL;
    }
    pdk_output *output = memory_output();
    require(pdk_plot_write(plot, PDK_PLOT_SVG, output, &error) == PDK_OK);
    pdk_plot_close(plot);
    return output;
}

static void draw_twice(pdk_plot_kind kind, const pdk_lap_reference *laps, size_t count, const pdk_plot_options *options)
{
    pdk_output *one = draw(kind, laps, count, options);
    if (one == NULL) return;
    pdk_output *two = draw(kind, laps, count, options);
    require(two != NULL);
    pdk_bytes first = pdk_output_bytes(one), second = pdk_output_bytes(two);
    check_svg((const char *)first.data, first.size);
    require(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    pdk_output_close(one);
    pdk_output_close(two);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const choices[] = { NULL, "gear", "delta", "box", "contour", "roughness", "height" };
    enum { CHOICES = sizeof choices / sizeof choices[0] };
    pdk_open_options open = PDK_OPEN_OPTIONS_INIT;
    open.limits.memory = UINT64_C(256) << 20;
    open.partial = size % 2 == 1;
    pdk_document *document = NULL;
    if (pdk_open_memory(data, size, &open, &document, NULL) != PDK_OK) return 0;
    pdk_plot_options options = PDK_PLOT_OPTIONS_INIT;
    options.limits.memory = UINT64_C(256) << 20;
    options.of = choices[data[size / 2] % CHOICES];
    options.theme = data[size / 3] % 2 == 0 ? PDK_PLOT_LIGHT : PDK_PLOT_DARK;
    options.has_from = data[size / 4] % 4 == 0;
    options.width = data[size / 5] % 3 == 0 ? 240 : 0;
    pdk_surface surface;
    bool upright = pdk_document_surface_count(document) > 0 &&
                   pdk_document_surface_at(document, 0)->frame != PDK_FRAME_Y_UP &&
                   pdk_document_surface_read(document, 0, &surface, NULL) == PDK_OK;
    if (upright) options.surface = &surface;
    pdk_lap_reference laps[2] = { { .document = document, .name = "</text><a>" }, { .document = document } };
    size_t kinds = 0;
    while (pdk_plot_kind_name(kinds) != NULL) kinds++;
    for (size_t kind = 0; kind < kinds; kind++) {
        draw_twice((pdk_plot_kind)kind, laps, 1, &options);
        if (kind % 2 == data[size / 2] % 2) draw_twice((pdk_plot_kind)kind, laps, 2, &options);
    }
    pdk_close(document);
    return 0;
}
