/* paddock info: what is this file? */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "base/visible_text.h"
#include "exit_status.h"
#include "failures.h"
#include "info.h"
#include "layout.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "progress.h"

static uint64_t finding_count(const pdk_document *document)
{
    uint64_t total = 0;
    pdk_check(document, PDK_CHECK_STRUCTURE, NULL, NULL, &total, NULL);
    return total;
}

static int put_json(cli_out *out, const char *path, const pdk_document *document, bool all_evidence)
{
    pdk_describe_options options = PDK_DESCRIBE_OPTIONS_INIT;
    cli_progress progress;
    options.path = path;
    options.evidence = all_evidence;
    options.progress = cli_progress_step;
    options.progress_user = &progress;
    cli_progress_begin(&progress, "computing");
    pdk_status status =
        pdk_describe(document, &options, out->output, NULL); /* a failed output is reported when it is closed */
    cli_progress_end(&progress);
    if (status == PDK_E_CANCELLED) return CLI_INTERRUPTED;
    cli_print(out, "\n");
    return CLI_FINE;
}

/* A recording's motion, whose frame the file had to settle, has evidence too; NULL where nothing moves. */
static pdk_motion *open_motion(const pdk_document *document)
{
    pdk_motion *motion = NULL;
    pdk_motion_options options = PDK_MOTION_OPTIONS_INIT;
    pdk_error error;
    return pdk_motion_open(document, &options, &motion, &error) == PDK_OK ? motion : NULL;
}

/* ------------------------------------------------------------------------------------------------- as text */

static void put_title(cli_out *out, const char *path, const pdk_document *document)
{
    char buffer[32];
    const char *name = cli_file_name(path);
    cli_print(out, "%s", out->colour ? "\033[1m" : "");
    cli_put_text(out, name, strlen(name));
    cli_print(out, "%s", out->colour ? "\033[0m" : "");
    const char *dialect = pdk_document_dialect(document), *packed = pdk_document_packed(document);
    cli_print(out, "\n  %s (%s)%s%s\n", pdk_document_format(document)->title, pdk_document_format(document)->id,
              dialect[0] != '\0' ? ", " : "", dialect);
    cli_print(out, "  %s", cli_size_text(buffer, pdk_document_size(document)));
    uint64_t plain = pdk_document_content(document).size;
    if (packed != NULL && plain == pdk_document_size(document)) cli_print(out, ", with packed points (%s)", packed);
    else if (packed != NULL) cli_print(out, ", packed with %s; %s plain", packed, cli_size_text(buffer, plain));
    cli_print(out, "\n");
}

static void put_evidence(cli_out *out, const pdk_document *document)
{
    pdk_motion *motion = open_motion(document);
    size_t own = 0;
    for (size_t i = 0;; i++) {
        const char *evidence = pdk_document_evidence_at(document, i);
        if (evidence == NULL && motion != NULL) evidence = pdk_motion_evidence_at(motion, i - own);
        else own++;
        if (evidence == NULL) break;
        cli_print(out, i == 0 ? "  because - " : "          - ");
        cli_put_wrapped(out, 12, evidence);
    }
    pdk_motion_close(motion);
}

static void put_properties(cli_out *out, const pdk_document *document)
{
    size_t count = pdk_document_property_count(document), widest = 0;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(pdk_document_property_at(document, i)->name);
        if (length > widest) widest = length;
    }
    if (count == 0) return;
    cli_heading(out, "Properties");
    cli_print(out, "\n");
    for (size_t i = 0; i < count; i++) {
        const pdk_property *property = pdk_document_property_at(document, i);
        cli_print(out, "  %-*s  ", (int)widest, property->name);
        if (property->label != NULL) cli_print(out, "%s (", property->label);
        cli_put_value(out, &property->value);
        if (property->label != NULL) cli_print(out, ")");
        if (property->unit != NULL) cli_print(out, " %s", property->unit);
        if (property->certainty <= PDK_GUESSED) cli_print(out, " (%s)", pdk_certainty_name(property->certainty));
        cli_print(out, "\n");
    }
}

static void put_lines(cli_out *out, const pdk_document *document)
{
    size_t count = pdk_document_line_count(document), widest = 0;
    if (count == 0) return;
    cli_heading(out, "Lines");
    cli_print(out, "  %zu\n", count);
    enum { SHOWN = 12 };
    for (size_t i = 0; i < count && i < SHOWN; i++) {
        const char *name = pdk_document_line_at(document, i)->name;
        size_t length = pdk_shown_letters(name, strlen(name));
        if (length > widest) widest = length;
    }
    for (size_t i = 0; i < count && i < SHOWN; i++) {
        const pdk_line_info *line = pdk_document_line_at(document, i);
        char points[32];
        cli_print(out, "  ");
        cli_put_name(out, line->name, widest);
        cli_print(out, "  %s points, %s; %s%s%s%s\n", cli_grouped(points, line->points),
                  line->closed ? "closed" : "open", pdk_frame_text(line->frame),
                  line->certainty <= PDK_GUESSED ? " (" : "",
                  line->certainty <= PDK_GUESSED ? pdk_certainty_name(line->certainty) : "",
                  line->certainty <= PDK_GUESSED ? ")" : "");
    }
    if (count > SHOWN) cli_print(out, "  ... and %zu more; --json has them all\n", count - SHOWN);
}

static void put_surfaces(cli_out *out, const pdk_document *document)
{
    size_t count = pdk_document_surface_count(document);
    if (count == 0) return;
    cli_heading(out, "Surfaces");
    cli_print(out, "  %zu\n", count);
    enum { SHOWN = 12 };
    size_t widest = 0;
    for (size_t i = 0; i < count && i < SHOWN; i++) {
        const char *name = pdk_document_surface_at(document, i)->name;
        size_t length = pdk_shown_letters(name, strlen(name));
        if (length > widest) widest = length;
    }
    for (size_t i = 0; i < count && i < SHOWN; i++) {
        const pdk_surface_info *surface = pdk_document_surface_at(document, i);
        char vertices[32], triangles[32];
        const char *frame = pdk_frame_text(surface->frame); /* "z up; m" */
        size_t axes = surface->unit != NULL ? strcspn(frame, ";") : strlen(frame);
        cli_print(out, "  ");
        cli_put_name(out, surface->name, widest);
        cli_print(out, "  %s vertices, %s triangles; %.*s%s%s%s%s%s\n", cli_grouped(vertices, surface->vertices),
                  cli_grouped(triangles, surface->triangles), (int)axes, frame, surface->unit != NULL ? "; " : "",
                  surface->unit != NULL ? surface->unit : "", surface->certainty <= PDK_GUESSED ? " (" : "",
                  surface->certainty <= PDK_GUESSED ? pdk_certainty_name(surface->certainty) : "",
                  surface->certainty <= PDK_GUESSED ? ")" : "");
    }
    if (count > SHOWN) cli_print(out, "  ... and %zu more; --json has them all\n", count - SHOWN);
}

static void put_images(cli_out *out, const pdk_document *document)
{
    size_t count = pdk_document_image_count(document);
    if (count == 0) return;
    cli_heading(out, "Images");
    cli_print(out, "  %zu\n", count);
    enum { SHOWN = 8 };
    for (size_t i = 0; i < count && i < SHOWN; i++) {
        const pdk_image_info *image = pdk_document_image_at(document, i);
        cli_print(out, "  ");
        cli_put_text(out, image->name, strlen(image->name));
        cli_print(out, "  %u x %u, %s%s%s%s\n", (unsigned)image->width, (unsigned)image->height, image->storage,
                  image->certainty <= PDK_GUESSED ? " (" : "",
                  image->certainty <= PDK_GUESSED ? pdk_certainty_name(image->certainty) : "",
                  image->certainty <= PDK_GUESSED ? ")" : "");
    }
    if (count > SHOWN) cli_print(out, "  ... and %zu more; --json has them all\n", count - SHOWN);
}

/* The answers; where they are too few to be one, everything the file says about itself. */
static void put_text(cli_out *out, const char *path, const pdk_document *document, bool evidence)
{
    enum { FEW = 2 };
    put_title(out, path, document);
    if (evidence) put_evidence(out, document);
    size_t answers = cli_put_answers(out, document);
    bool all = evidence || answers < FEW;
    if (all) put_properties(out, document);
    if (pdk_document_table_count(document) > 0) cli_put_tables(out, document, evidence);
    cli_put_computed(out, document, evidence);
    put_lines(out, document);
    put_surfaces(out, document);
    put_images(out, document);
    uint64_t findings = finding_count(document);
    if (findings == 0) return;
    cli_heading(out, "Findings");
    cli_print(out, "\n  %llu; `paddock check` prints %s\n", (unsigned long long)findings,
              findings == 1 ? "it" : "them");
}

static int run_info(const cli_arguments *arguments)
{
    cli_out out;
    bool as_json = cli_given(arguments, CLI_JSON);
    int status = cli_open_out(&out, arguments->values[CLI_OUTPUT]), worst = status;
    for (int i = 0; i < arguments->count && status == CLI_FINE; i++) {
        cli_input input;
        int opened = cli_open_quietly(&input, arguments, arguments->operands[i]);
        worst = cli_worse(worst, opened);
        if (opened == CLI_USAGE || opened == CLI_INTERRUPTED) break;
        if (opened != CLI_FINE && as_json) cli_put_failure(&out);
        if (opened != CLI_FINE) continue;
        if (i > 0 && !as_json) cli_print(&out, "\n");
        int put = CLI_FINE;
        if (as_json) put = put_json(&out, arguments->operands[i], input.document, cli_given(arguments, CLI_EVIDENCE));
        else put_text(&out, arguments->operands[i], input.document, cli_given(arguments, CLI_EVIDENCE));
        if (put == CLI_FINE) put = cli_unchanged(&input, arguments->operands[i]);
        worst = cli_worse(worst, put);
        cli_close(&input);
        if (put == CLI_INTERRUPTED) break;
    }
    return status == CLI_FINE ? cli_close_answers(&out, worst) : status;
}

static const cli_option takes[] = { CLI_EVIDENCE, CLI_JSON, CLI_OUTPUTS, CLI_READING, CLI_HELP };

const cli_verb cli_verb_info = {
    .name = "info",
    .operands = "FILE...",
    .summary = "say what a file is and what is in it",
    .details =
        "Prints what people ask first: car, track, driver, lap times; session, drivers, duration; tables, lines,\n"
        "surfaces, pictures. --evidence adds how the format was recognised, all properties and all columns.\n\n"
        "A file is recognised by its content, not by its name. Packed files are unpacked on the way. `paddock\n"
        "FILE` does the same. With --json each file gives one object, on a separate line.",
    .purpose = CLI_LOOK,
    .examples = { "paddock info lap.raf", "the lap in short", "paddock info --json *.raf | jq -r .properties.player",
                  "who drove each of these" },
    .options = takes,
    .kinds = "json txt",
    .min_operands = 1,
    .max_operands = -1,
    .run = run_info,
};
