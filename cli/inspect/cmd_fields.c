/* paddock fields: layouts, from the tables the readers go by. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "json/json.h"
#include "messages.h"
#include "options.h"
#include "output.h"
#include "record.h"

/* Records of all formats by number, one that several formats have only once; NULL after the last. */
static const pdk_record *record_at(size_t index)
{
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_record *const *records = pdk_format_at(i)->records;
        for (; records != NULL && *records != NULL; records++) {
            bool seen = false;
            for (size_t before = 0; before < i && !seen; before++) {
                const pdk_record *const *others = pdk_format_at(before)->records;
                for (; others != NULL && *others != NULL && !seen; others++) seen = *others == *records;
            }
            if (!seen && index-- == 0) return *records;
        }
    }
    return NULL;
}

/* What an operand means: a format, a family of records ("orip"), a record, or a field of it. */
typedef struct fields_wanted {
    const pdk_format_info *format;
    const char *family;
    const pdk_record *record;
    const pdk_field *field;
} fields_wanted;

static const char *format_id(const void *user, size_t index)
{
    (void)user;
    return index < pdk_format_count() ? pdk_format_at(index)->id : NULL;
}

static const char *record_name(const void *user, size_t index)
{
    (void)user;
    const pdk_record *record = record_at(index);
    return record != NULL ? pdk_record_name(record) : NULL;
}

static const char *field_name(const void *user, size_t index)
{
    const pdk_record *record = user;
    return index < pdk_record_field_count(record) ? pdk_record_field_at(record, index)->name : NULL;
}

/* Is `name` the beginning of `text`, with a dot after it? */
static bool heads(const char *name, const char *text)
{
    size_t length = strlen(name);
    return strncmp(name, text, length) == 0 && text[length] == '.';
}

/* The record called `name`, or the one `name` continues with ".field", which *rest then points at. */
static const pdk_record *find_record(const char *name, const char **rest)
{
    const pdk_record *best = NULL, *record;
    for (size_t i = 0; (record = record_at(i)) != NULL; i++) {
        if (strcmp(pdk_record_name(record), name) != 0 && !heads(pdk_record_name(record), name)) continue;
        if (best == NULL || strlen(pdk_record_name(record)) > strlen(pdk_record_name(best))) best = record;
    }
    if (best != NULL) *rest = name + strlen(pdk_record_name(best));
    return best;
}

static bool is_family(const char *name)
{
    const pdk_record *record;
    for (size_t i = 0; (record = record_at(i)) != NULL; i++) {
        if (heads(name, pdk_record_name(record))) return true;
    }
    return false;
}

static int find(const char *operand, fields_wanted *wanted)
{
    const char *rest = "";
    wanted->format = pdk_format_find(operand);
    if (wanted->format != NULL) return CLI_FINE;
    wanted->record = find_record(operand, &rest);
    if (wanted->record == NULL && is_family(operand)) wanted->family = operand;
    if (wanted->family != NULL || (wanted->record != NULL && *rest == '\0')) return CLI_FINE;
    if (wanted->record == NULL) {
        return strchr(operand, '.') != NULL ? cli_no_such(NULL, "record", operand, record_name, NULL)
                                            : cli_no_such(NULL, "format", operand, format_id, NULL);
    }
    wanted->field = pdk_record_find_field(wanted->record, rest + 1);
    return wanted->field != NULL
               ? CLI_FINE
               : cli_no_such(pdk_record_name(wanted->record), "field", rest + 1, field_name, wanted->record);
}

/* -------------------------------------------------------------------------------------------------- printing */

typedef struct fields_printer {
    cli_out *out;
    pdk_json *json; /* NULL = text */
    bool markdown, titles, more;
} fields_printer;

static void put_record(fields_printer *printer, const pdk_record *record, const pdk_field *field)
{
    if (printer->json != NULL) {
        cli_put_record_json(printer->json, record, field);
        return;
    }
    if (printer->more) cli_print(printer->out, "\n");
    printer->more = true;
    if (printer->markdown && printer->titles) cli_print(printer->out, "### `%s`\n\n", pdk_record_name(record));
    if (printer->markdown) cli_put_record_markdown(printer->out, record, field);
    else cli_put_record_text(printer->out, record, field);
}

static void put_wanted(fields_printer *printer, const fields_wanted *wanted)
{
    const pdk_record *record;
    if (wanted->record != NULL) {
        put_record(printer, wanted->record, wanted->field);
    } else if (wanted->format != NULL) {
        const pdk_record *const *records = wanted->format->records;
        for (; records != NULL && *records != NULL; records++) put_record(printer, *records, NULL);
    } else {
        for (size_t i = 0; (record = record_at(i)) != NULL; i++) {
            if (wanted->family == NULL || heads(wanted->family, pdk_record_name(record)))
                put_record(printer, record, NULL);
        }
    }
}

static void put_list(cli_out *out)
{
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_format_info *info = pdk_format_at(i);
        cli_heading(out, info->id);
        cli_print(out, "  %s\n", info->title);
        for (const pdk_record *const *record = info->records; record != NULL && *record != NULL; record++) {
            cli_print(out, "  %-28s %s\n", pdk_record_name(*record), pdk_record_meaning(*record));
        }
    }
}

static int run_fields(const cli_arguments *arguments)
{
    fields_wanted wanted = { 0 };
    bool all = arguments->count == 0, as_json = cli_given(arguments, CLI_JSON),
         markdown = cli_given(arguments, CLI_MARKDOWN);
    int status = all ? CLI_FINE : find(arguments->operands[0], &wanted);
    if (status != CLI_FINE) return status;
    if (wanted.format != NULL && (wanted.format->records == NULL || wanted.format->records[0] == NULL)) {
        pdk_error error = { .status = PDK_E_UNSUPPORTED, .offset = PDK_NO_OFFSET, .code = "fields.none" };
        snprintf(
            error.message, sizeof error.message,
            "has no fixed layout: each file says in its header or text what is in it; docs/import-surfaces.md says "
            "what Paddock reads of it");
        return cli_fail(wanted.format->id, &error);
    }
    cli_out out;
    status = cli_open_out(&out, arguments->values[CLI_OUTPUT]);
    if (status != CLI_FINE) return status;
    pdk_json json = { .output = out.output, .indent = 2 };
    bool several = wanted.record == NULL;
    fields_printer printer = { .out = &out, .json = as_json ? &json : NULL, .markdown = markdown, .titles = several };
    if (as_json && several) pdk_json_begin(&json, '[');
    if (all && !as_json && !markdown) put_list(&out);
    else put_wanted(&printer, &wanted);
    if (as_json && several) pdk_json_end(&json, ']');
    if (as_json) cli_print(&out, "\n");
    return cli_close_out(&out, CLI_FINE);
}

static const cli_option takes[] = { CLI_JSON, CLI_MARKDOWN, CLI_OUTPUTS, CLI_QUIET, CLI_HELP };

const cli_verb cli_verb_fields = {
    .name = "fields",
    .operands = "[FORMAT[.RECORD[.FIELD]]]",
    .summary = "show how a format is laid out, byte by byte",
    .details = "Printed from the tables that the readers themselves use.\n"
               "Without an operand it lists the formats and their records.",
    .purpose = CLI_LOOK,
    .examples = { "paddock fields raf.header", "one record", "paddock fields tri --json",
                  "a whole format, for a program to read" },
    .options = takes,
    .kinds = "json md txt",
    .min_operands = 0,
    .max_operands = 1,
    .run = run_fields,
};
