/* A small surface made of any bytes, to any target with any options: refused with a reason, or a file that opens as
 * what it is said to be, with as many points and triangles as the report says. Triangles that were made reach over
 * sound corners alone. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "any_surface.h"
#include "explore.h"
#include "fuzz.h"

enum { MAX_LINE = 6 };

typedef struct wishes {
    const char *target;
    pdk_convert_options options;
    pdk_ply_options ply;
    pdk_crg_options crg;
    pdk_opendrive_options opendrive;
    pdk_glb_options glb;
    pdk_rld_options rld;
    double line[MAX_LINE][2];
} wishes;

static void choose(any_bytes *from, const any_choices *chosen, wishes *wanted)
{
    static const char *const axes[] = { NULL, "+x+y+z", "+y-x+z", "-y+x+z", "+z-y+x", "x", "+x+x+z" };
    uint8_t flags, turn, blocks, edge, step, points, targets = 0;
    any_take(from, &flags, 1);
    any_take(from, &turn, 1);
    any_take(from, &blocks, 1);
    any_take(from, &edge, 1);
    any_take(from, &step, 1);
    any_take(from, &points, 1);
    while (pdk_target_at(targets) != NULL) targets++;
    *wanted = (wishes){ .target = pdk_target_at(chosen->spare % targets)->id, .options = PDK_CONVERT_OPTIONS_INIT };
    pdk_convert_options *options = &wanted->options;
    options->limits.memory = UINT64_C(4) << 20; /* no grid of a million heights: it is written in seconds */
    wanted->ply = (pdk_ply_options){ .struct_size = sizeof wanted->ply, .ascii = flags & 1, .doubles = flags >> 1 & 1 };
    wanted->glb = (pdk_glb_options){ .struct_size = sizeof wanted->glb, .quantize = flags & 8, .compress = flags & 16 };
    wanted->crg = (pdk_crg_options){ .struct_size = sizeof wanted->crg, .ascii = flags & 1, .middle = flags >> 7 };
    wanted->rld = (pdk_rld_options)PDK_RLD_OPTIONS_INIT;
    options->triangulate = flags & 4;
    options->origin = (pdk_origin)(flags >> 5 & 3);
    options->axes = axes[turn % (sizeof axes / sizeof axes[0])];
    options->scale = turn < 224 ? 0 : ldexp(1, turn % 32 - 16);
    for (int axis = 0; axis < 3 && options->origin == PDK_ORIGIN_GIVEN; axis++)
        options->origin_given[axis] = (double)any_coordinate(from, chosen->coordinates);
    wanted->rld.block_size = blocks == 0 ? 0 : ldexp(1 + blocks % 8, blocks / 8 - 8);
    options->max_edge = edge == 0 ? 0 : ldexp(1 + edge % 8, edge / 8 - 8);
    wanted->crg.step = step == 0 ? 0 : ldexp(1 + step % 8, step / 8 - 8);
    wanted->crg.line_count = points % (MAX_LINE + 1);
    wanted->crg.line = wanted->crg.line_count > 0 ? (const double(*)[2])wanted->line : NULL;
    if (strcmp(wanted->target, "ply") == 0) options->ply = &wanted->ply;
    bool opendrive = strcmp(wanted->target, "opendrive") == 0;
    if (strcmp(wanted->target, "crg") == 0 || opendrive) options->crg = &wanted->crg;
    wanted->opendrive = (pdk_opendrive_options)PDK_OPENDRIVE_OPTIONS_INIT;
    if (edge > 0) wanted->opendrive.error = ldexp(1 + edge % 8, edge / 8 - 24);
    if (opendrive) options->opendrive = &wanted->opendrive;
    if (strcmp(wanted->target, "glb") == 0) options->glb = &wanted->glb;
    bool refused = (turn & 8) != 0; /* where it is not this target's */
    if (strcmp(wanted->target, "rld") == 0 || refused) options->rld = &wanted->rld;
    for (size_t i = 0; i < wanted->crg.line_count; i++) {
        for (int axis = 0; axis < 2; axis++) wanted->line[i][axis] = (double)any_coordinate(from, chosen->coordinates);
    }
}

static bool note_is_fine(void *user, const pdk_finding *finding)
{
    (void)user;
    require(finding->code[0] != '\0' && finding->message[0] != '\0');
    return true;
}

/* No format of ours reads roads: all of one is there, and each number is one. */
static void look_at_road(pdk_bytes bytes)
{
    static const char end[] = "</OpenDRIVE>\n";
    char *text = malloc(bytes.size + 1);
    require(text != NULL);
    memcpy(text, bytes.data, bytes.size);
    text[bytes.size] = '\0';
    require(bytes.size > sizeof end && strcmp(text + bytes.size - (sizeof end - 1), end) == 0);
    require(strstr(text, "<geometry ") != NULL);
    require(strstr(text, "=\"nan") == NULL && strstr(text, "=\"-nan") == NULL);
    require(strstr(text, "=\"inf") == NULL && strstr(text, "=\"-inf") == NULL);
    free(text);
}

static void open_again(pdk_bytes bytes, const wishes *wanted, const pdk_convert_report *report)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *copy = NULL;
    pdk_surface surface;
    pdk_error error;
    options.format = wanted->target;
    pdk_status status = pdk_open_memory(bytes.data, bytes.size, &options, &copy, &error);
    if (status == PDK_E_UNSUPPORTED && wanted->options.glb != NULL && wanted->glb.compress) return; /* is not read */
    require(status == PDK_OK);
    if (pdk_document_surface_count(copy) > 0 && pdk_document_surface_read(copy, 0, &surface, &error) == PDK_OK) {
        for (uint64_t i = 0; i < 3 * surface.triangle_count; i++) require(surface.triangles[i] < surface.vertex_count);
        if (strcmp(wanted->target, "rld") == 0 || strcmp(wanted->target, "ply") == 0) {
            require(surface.vertex_count == report->points && surface.triangle_count == report->triangles);
        }
        bool fits = true; /* floats hold what they must; where not, that was reported */
        for (uint64_t i = 0; i < 3 * surface.vertex_count; i++) fits = fits && isfinite(surface.positions[i]);
        require(!fits || !wanted->options.triangulate ||
                any_surface_sound_triangles(&surface) == surface.triangle_count);
    }
    pdk_close(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    any_bytes from = { data, size, 0 };
    any_choices chosen;
    wishes wanted;
    if (!any_choose(&from, &chosen)) return 0;
    choose(&from, &chosen, &wanted);
    wanted.options.note = note_is_fine;
    pdk_document *document = any_surface(&from, &chosen);
    pdk_output *output = memory_output();
    pdk_convert_report report;
    pdk_error error;
    pdk_status status = pdk_convert(document, wanted.target, &wanted.options, &report, output, &error);
    if (status != PDK_OK) explore_error(status, &error, UINT64_MAX);
    else if (strcmp(wanted.target, "opendrive") == 0) look_at_road(pdk_output_bytes(output));
    else if (report.points > 0) open_again(pdk_output_bytes(output), &wanted, &report);
    pdk_output_close(output);
    pdk_close(document);
    return 0;
}
