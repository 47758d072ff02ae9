/* paddock formats: what this build can do. */
#include <stdio.h>

#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "json/json.h"
#include "layout.h"
#include "options.h"
#include "output.h"
#include "parquet.h"

static const struct {
    unsigned bit;
    const char *key, *text;
} abilities[] = {
    { PDK_CAN_READ, "read", "reads" },
    { PDK_CAN_CHECK, "check", "checks" },
    { PDK_CAN_WRITE, "write", "writes back" },
    { PDK_CAN_CUT, "cut", "cuts" },
    { PDK_CAN_TRACK, "track", "reverses and flattens" },
    { PDK_CAN_REPAIR, "repair", "repairs" },
    { PDK_CAN_SYNTH, "synth", "generates" },
};

/* What the entries of all lists begin with. */
static void begin_entry(pdk_json *json, const char *id, const char *title)
{
    pdk_json_begin(json, '{');
    pdk_member_text(json, "id", id);
    pdk_member_text(json, "title", title);
}

static void put_formats(pdk_json *json)
{
    pdk_member_begin(json, "formats", '[');
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_format_info *info = pdk_format_at(i);
        begin_entry(json, info->id, info->title);
        pdk_member_text(json, "extensions", info->extensions);
        for (size_t k = 0; k < sizeof abilities / sizeof abilities[0]; k++) {
            pdk_member_boolean(json, abilities[k].key, (info->abilities & abilities[k].bit) != 0);
        }
        pdk_member_text(json, "certainty", pdk_certainty_name(info->certainty));
        pdk_member_text(json, "basis", info->basis);
        pdk_member_text(json, "synth_options", info->synth_options);
        pdk_member_text(json, "synth_dialects", info->synth_dialects);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_codecs(pdk_json *json)
{
    pdk_member_begin(json, "codecs", '[');
    for (size_t i = 0; i < pdk_codec_count(); i++) {
        const pdk_codec_info *info = pdk_codec_at(i);
        begin_entry(json, info->id, info->title);
        pdk_member_text(json, "certainty", pdk_certainty_name(info->certainty));
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_targets(pdk_json *json)
{
    pdk_member_begin(json, "targets", '[');
    for (size_t i = 0; i < pdk_target_count(); i++) {
        const pdk_target_info *info = pdk_target_at(i);
        begin_entry(json, info->id, info->title);
        pdk_member_text(json, "extensions", info->extensions);
        pdk_member_text(json, "frame", pdk_frame_text(info->frame));
        pdk_member_boolean(json, "surfaces", !info->recordings_only);
        pdk_member_boolean(json, "recordings", info->recordings);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static const char duckdb_gives[] = "SQL over files, and Parquet";

static void put_parts(pdk_json *json)
{
    pdk_part_info info;
    pdk_member_begin(json, "parts", '[');
    for (size_t i = 0; pdk_part_at(i, &info); i++) {
        if (strcmp(info.id, "duckdb") == 0) continue; /* the command's own does more */
        pdk_json_begin(json, '{');
        pdk_member_text(json, "id", info.id);
        pdk_member_text(json, "library", info.library);
        pdk_member_text(json, "gives", info.gives);
        pdk_member_boolean(json, "present", info.present);
        pdk_json_end(json, '}');
    }
    char reason[512];
    pdk_json_begin(json, '{');
    pdk_member_text(json, "id", "duckdb");
    pdk_member_text(json, "library", "DuckDB");
    pdk_member_text(json, "gives", duckdb_gives);
    pdk_member_boolean(json, "present", cli_sql_is_here(reason, sizeof reason));
    pdk_json_end(json, '}');
    pdk_json_end(json, ']');
}

static void put_json(cli_out *out)
{
    pdk_json json = { .output = out->output, .indent = 2 };
    pdk_json_begin(&json, '{');
    put_formats(&json);
    put_codecs(&json);
    put_targets(&json);
    pdk_member_begin(&json, "tables", '[');
    pdk_json_text(&json, "csv");
    pdk_json_text(&json, "jsonl");
    pdk_json_text(&json, "parquet");
    pdk_json_end(&json, ']');
    put_parts(&json);
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}

static void put_text(cli_out *out)
{
    cli_heading(out, "Formats");
    cli_print(out, "\n");
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_format_info *info = pdk_format_at(i);
        cli_print(out, "  %-6s  %s (%s)\n          ", info->id, info->title, info->extensions);
        const char *comma = "";
        for (size_t k = 0; k < sizeof abilities / sizeof abilities[0]; k++) {
            if ((info->abilities & abilities[k].bit) == 0) continue;
            cli_print(out, "%s%s", comma, abilities[k].text);
            comma = ", ";
        }
        cli_print(out, "\n          ");
        char basis[512];
        snprintf(basis, sizeof basis, "%s: %s", pdk_certainty_name(info->certainty), info->basis);
        cli_put_wrapped(out, 10, basis);
    }
    cli_heading(out, "Unpacked on the way");
    cli_print(out, "\n");
    for (size_t i = 0; i < pdk_codec_count(); i++) {
        const pdk_codec_info *info = pdk_codec_at(i);
        cli_print(out, "  %-14s %s (%s)\n", info->id, info->title, pdk_certainty_name(info->certainty));
    }
    cli_heading(out, "Surfaces come out as");
    cli_print(out, "\n");
    for (size_t i = 0; i < pdk_target_count(); i++) {
        const pdk_target_info *info = pdk_target_at(i);
        if (info->recordings_only) continue;
        cli_print(out, "  %-7s  %s (%s): %s\n", info->id, info->title, info->extensions, pdk_frame_text(info->frame));
    }
    cli_heading(out, "Laps and replays come out as");
    cli_print(out, "\n");
    for (size_t i = 0; i < pdk_target_count(); i++) {
        const pdk_target_info *info = pdk_target_at(i);
        if (!info->recordings) continue;
        cli_print(out, "  %-10s  %s (%s%s)\n", info->id, info->title,
                  info->extensions[0] != '\0' ? info->extensions : "--to ",
                  info->extensions[0] != '\0' ? "" : info->id);
    }
    cli_heading(out, "Tables come out as");
    cli_print(out, "\n  csv, jsonl, parquet (by DuckDB)\n");
    cli_heading(out, "In this build");
    cli_print(out, "\n");
    pdk_part_info part;
    for (size_t i = 0; pdk_part_at(i, &part); i++) {
        if (strcmp(part.id, "duckdb") == 0) continue;
        cli_print(out, "  %-14s %s: %s\n", part.library, part.present ? "yes" : "no", part.gives);
    }
    char reason[512];
    bool here = cli_sql_is_here(reason, sizeof reason);
    cli_print(out, "  %-14s %s: %s\n", "DuckDB", here ? "yes" : "no", duckdb_gives);
    if (!here) {
        cli_print(out, "%-17s", "");
        cli_put_wrapped(out, 17, reason);
    }
}

static int run_formats(const cli_arguments *arguments)
{
    cli_out out;
    int status = cli_open_out(&out, arguments->values[CLI_OUTPUT]);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_JSON)) put_json(&out);
    else put_text(&out);
    return cli_close_out(&out, CLI_FINE);
}

static const cli_option takes[] = { CLI_JSON, CLI_OUTPUTS, CLI_QUIET, CLI_HELP };

const cli_verb cli_verb_formats = {
    .name = "formats",
    .operands = "",
    .summary = "list what this build reads, writes and generates",
    .details = "Says how sure we are of each format, and which optional libraries are in this build.",
    .purpose = CLI_ABOUT,
    .examples = { "paddock formats", "the list", "paddock formats --json", "the list for a program to read" },
    .options = takes,
    .kinds = "json txt",
    .min_operands = 0,
    .max_operands = 0,
    .run = run_formats,
};
