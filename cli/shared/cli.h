/* What the verbs of the command share. It uses only the public header of the library. */
#ifndef PADDOCK_CLI_H
#define PADDOCK_CLI_H

#include "json/json.h"
#include "paddock/paddock.h"
#include "platform/files.h"

#define CLI_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* Exit statuses; scripts build on the numbers. Of several files the highest is the command's. */
enum {
    CLI_FINE = 0,
    CLI_FINDINGS = 1,
    CLI_USAGE = 2,
    CLI_IO = 3,
    CLI_UNKNOWN_FORMAT = 4,
    CLI_MALFORMED = 5,
    CLI_INTERRUPTED = 130
};

static inline int cli_worse(int a, int b)
{
    return a > b ? a : b;
}

/* ------------------------------------------------------------------------------- verbs and options (options.c) */

/* An option means the same in every verb that takes it. */
typedef enum cli_option {
    CLI_HELP, /* ends lists */
    CLI_QUIET,
    CLI_JSON,
    CLI_PARTIAL,
    CLI_AS,
    CLI_OUTPUT,
    CLI_NO_CLOBBER,
    CLI_EVIDENCE,
    CLI_LEVEL,
    CLI_MARKDOWN,
    CLI_TABLE,
    CLI_COLUMNS,
    CLI_ALL,
    CLI_ROWS,
    CLI_TIME,
    CLI_WHERE,
    CLI_FORMAT,
    CLI_UNITS,
    CLI_EXCEL,
    CLI_SEED,
    CLI_DIALECT,
    CLI_CARS,
    CLI_SECONDS,
    CLI_POINTS,
    CLI_BYTES,
    CLI_GZIP,
    CLI_SESSION,
    CLI_LAPS,
    CLI_MINUTES,
    CLI_POSES_EVERY,
    CLI_WITHOUT,
    CLI_WITH,
    CLI_LOSE,
    CLI_LATE,
    CLI_TRUTH,
    CLI_HAND,
    CLI_PLAIN,
    CLI_IN_PLACE,
    CLI_RECOMPUTE,
    CLI_IMAGES,
    CLI_CODEC,
    CLI_LIKE,
    CLI_VARIANT,
    CLI_DROP,
    CLI_DRIVERS,
    CLI_ENTRY,
    CLI_MEMORY_LIMIT,
    CLI_RECORD_LIMIT,
    CLI_TARGET,
    CLI_FAM,
    CLI_AXES,
    CLI_SCALE,
    CLI_ORIGIN,
    CLI_SOURCE_ORIGIN,
    CLI_ASCII,
    CLI_DOUBLE,
    CLI_LINE,
    CLI_STEP,
    CLI_TRIANGULATE,
    CLI_MAX_EDGE,
    CLI_BLOCKS,
    CLI_QUANTIZE,
    CLI_COMPRESS,
    CLI_SURFACE,
    CLI_BOX,
    CLI_WELD,
    CLI_ERROR,
    CLI_RATIO,
    CLI_LOCK_BORDER,
    CLI_AT,
    CLI_NEAR,
    CLI_COORDINATES,
    CLI_PATH,
    CLI_WHEEL,
    CLI_CELL,
    CLI_SIZE,
    CLI_OF,
    CLI_BY,
    CLI_TRACK,
    CLI_CLIPS,
    CLI_BEFORE,
    CLI_AFTER,
    CLI_GAP,
    CLI_DRIVER,
    CLI_SORT,
    CLI_LAP,
    CLI_POSITIONS,
    CLI_GAPS,
    CLI_CAR,
    CLI_TITLE,
    CLI_HZ,
    CLI_LIBRARY,
    CLI_THEME,
    CLI_OVER,
    CLI_SHOWN_UNITS,
    CLI_NO_INCIDENTS,
    CLI_ON_ERROR,
    CLI_TABLES,
    CLI_JOBS,
    CLI_STATUS,
    CLI_BATCH,
    CLI_OPTIONS
} cli_option;

/* The headings of a verb's help. */
typedef enum cli_group { CLI_OWN, CLI_WRITING, CLI_INPUT, CLI_GENERAL, CLI_GROUPS } cli_group;

/* What giving an option twice means. A switch may be given twice. */
typedef enum cli_repeat { CLI_REFUSED, CLI_JOINED /* by a comma */, CLI_EACH /* cli_next_value */ } cli_repeat;

/* What an option does in some verbs. Its meaning is the same everywhere; what it is about differs. */
typedef struct cli_option_use {
    const char *verbs; /* "laps, standings, surface raster"; "surface" = all its tools */
    const char *help;
    const char *argument, *values; /* NULL = those that the option has elsewhere */
} cli_option_use;

enum { CLI_MOST_USES = 4 };

typedef struct cli_option_info {
    const char *name;     /* "rows" */
    char letter;          /* 'o', or 0 */
    const char *argument; /* "A:B"; NULL = a switch */
    cli_group group;
    cli_repeat repeat;
    const char *values; /* for completions: words, or @file, @folder, @format, @target, @table, @columns, @image */
    const char *help;   /* in every verb; NULL where `uses` says it all */
    cli_option_use uses[CLI_MOST_USES]; /* of some, ended by NULL or the last */
} cli_option_info;

extern const cli_option_info cli_option_infos[CLI_OPTIONS];

typedef struct cli_arguments cli_arguments;

/* The headings of `paddock help`. */
typedef enum cli_purpose { CLI_LOOK, CLI_TAKE, CLI_CHANGE, CLI_ABOUT, CLI_PURPOSES } cli_purpose;

/* A verb, or a tool of a verb that has several (`surface simplify`). Each file cmd_<verb>.c ends with its own. */
typedef struct cli_verb {
    const char *name;
    const char *operands; /* "FILE [TABLE]" */
    const char *summary;  /* one line */
    const char *details;  /* paragraphs, a line each; NULL = none */
    cli_purpose purpose;
    const char *examples[4];             /* command, what it does, command, what it does */
    const cli_option *options;           /* those it takes, ended by CLI_HELP, which all take */
    const struct cli_verb *family;       /* of a tool: its verb */
    const struct cli_verb *const *tools; /* of a verb with tools, ended by NULL */
    const char *kinds;                   /* the extensions OUT may have, "csv jsonl"; NULL = any, or run() sees to it */
    int min_operands, max_operands;      /* operands without OUT; max_operands < 0 = any number */
    bool (*fills_folder)(const cli_arguments *arguments); /* is OUT a folder that gets the files? NULL = never */
    bool has_out;                                         /* an operand more than max_operands is OUT, as after -o */
    int (*run)(const cli_arguments *arguments);
} cli_verb;

/* What every verb that reads files takes. */
#define CLI_READING CLI_AS, CLI_PARTIAL, CLI_MEMORY_LIMIT, CLI_RECORD_LIMIT, CLI_QUIET
/* What every verb that writes takes. */
#define CLI_OUTPUTS CLI_OUTPUT, CLI_NO_CLOBBER
/* What every verb that edits a file takes. */
#define CLI_EDITING CLI_OUTPUTS, CLI_IN_PLACE, CLI_PLAIN

bool cli_takes(const cli_verb *verb, cli_option option);
/* --- option_uses.c --- */
/* What an option's value is called in this verb: "DATASET"; NULL for a switch. */
const char *cli_option_argument(const cli_option_info *info, const cli_verb *verb);
/* For completions, as cli_option_info.values. */
const char *cli_option_values(const cli_option_info *info, const cli_verb *verb);
/* What an option does in this verb; NULL = in all, each use with the verbs it is of. */
enum { CLI_OPTION_HELP = 640 };
const char *cli_option_help(const cli_option_info *info, const cli_verb *verb, char text[CLI_OPTION_HELP]);

typedef struct cli_given_value {
    cli_option option;
    const char *value;
    char *joined; /* with those before it; malloc'd */
} cli_given_value;

struct cli_arguments {
    const cli_verb *verb;
    const char *values[CLI_OPTIONS]; /* NULL = not given; switches are "" */
    cli_given_value *all;            /* every option as it came; malloc'd */
    int all_count;
    const char **operands; /* sorted to the front of argv, without OUT, which is in values[CLI_OUTPUT] */
    int count;
};

/* "surface simplify" */
const char *cli_full_name(const cli_verb *verb, char buffer[32]);

/* ---------------------------------------------------------------------------------- the command line (parse.c) */

/* Reads `argv` after the verb. CLI_FINE, or CLI_USAGE after saying why on standard error. */
int cli_parse(cli_arguments *arguments, const cli_verb *verb, int argc, char **argv);
void cli_forget(cli_arguments *arguments);
/* Looks at OUT before any work: can this verb write what its name says, and is it there already with --no-clobber? */
int cli_check_output(cli_arguments *arguments);
static inline bool cli_given(const cli_arguments *arguments, cli_option option)
{
    return arguments->values[option] != NULL;
}
/* The next value of an option that repeats; *at begins at 0. NULL after the last. */
const char *cli_next_value(const cli_arguments *arguments, cli_option option, int *at);

/* ------------------------------------------------------------------------------------ values of options (values.c) */

/* A whole number, with k, M, G (powers of 1000) or Ki, Mi, Gi (of 1024) after it; `otherwise` when not given. */
int cli_number_of(const cli_arguments *arguments, cli_option option, uint64_t otherwise, uint64_t *value);
/* A duration above zero: 80, 80.5, 1:20.5. 0 when not given. */
int cli_seconds_of(const cli_arguments *arguments, cli_option option, double *value);
/* --time A:B: which ends are given, and where they are (0 where not). */
typedef struct cli_times {
    bool has_from, has_to;
    double from, to;
} cli_times;
int cli_times_of(const cli_arguments *arguments, cli_times *times);
/* A number above zero: so many a second, say; *value stays as it is when not given. */
int cli_rate_of(const cli_arguments *arguments, cli_option option, double *value);
/* A height or length; *value stays as it is when not given. */
int cli_metres_of(const cli_arguments *arguments, cli_option option, double *value);
/* 80, 80.5, 1:20.5, 1:02:03.5, with a sign before it; moves *text past it. */
bool cli_read_time(const char **text, double *seconds);

/* ----------------------------------------------------------------------- standard output (standard_output.c) */

pdk_status cli_standard_output_open(pdk_output **output, pdk_error *error);
/* Before it is closed. */
void cli_standard_output_end(const pdk_output *output);
/* Writes what is buffered, so that messages on standard error come in the right place. */
void cli_flush_out(void);
/* Has writing to it failed? Its reader may have what it wanted. */
bool cli_output_failed(void);
/* Why; NULL = it has not. */
const pdk_failure *cli_output_failure(void);

/* ------------------------------------------------------------------------------------------- messages (messages.c) */

typedef struct cli_out cli_out;

/* With --quiet notes are not printed. */
void cli_be_quiet(void);
bool cli_is_quiet(void);
/* "paddock: " and the sentence, on standard error; returns CLI_USAGE. */
int cli_usage(const char *format, ...) CLI_PRINTF(1, 2);
/* "paddock: out of memory for WHAT"; returns CLI_IO. */
int cli_no_memory(const char *what);
/* The same where it is not how the command was used: a failure whose status the caller gives. */
void cli_complain(const char *format, ...) CLI_PRINTF(1, 2);
/* The same for what is worth knowing. */
void cli_note(const char *format, ...) CLI_PRINTF(1, 2);
/* "paddock: FILE: at 0x3E0: message (code)"; returns the exit status the error stands for. */
int cli_fail(const char *file, const pdk_error *error);
/* The exit status that a status of the library stands for. */
int cli_status_of(pdk_status status);
/* Does a file's name end in this ('.png'), in capitals or not, and have something before it? */
bool cli_is_named(const char *path, const char *extension);
/* The name a file goes by in messages: "-" is "standard input". */
const char *cli_file_name(const char *path);

/* The failure that cli_fail said last and its file, until cli_forget_failure; NULL = none. */
const char *cli_last_failure(pdk_error *failure);
/* It has been put out. */
void cli_forget_failure(void);

/* A name that is not on the list: 'there is no WHAT "name"; did you mean "nearest"?', or all there are when none is
 * near. `get` gives the names by number, NULL after the last. `file` may be NULL. Returns CLI_USAGE. */
typedef const char *(*cli_names)(const void *user, size_t index);
int cli_no_such(const char *file, const char *what, const char *name, cli_names get, const void *user);

/* ---------------------------------------------------------------------------------------------- output (output.c) */

struct cli_out {
    pdk_output *output;
    const char *name; /* for messages */
    bool is_file;
    bool is_terminal;
    bool colour; /* a terminal with colours */
    int width;   /* columns to wrap text at */
};

/* NULL and "-" mean standard output. */
int cli_open_out(cli_out *out, const char *path);
/* With CLI_FINE or CLI_FINDINGS the output is finished (a file appears); otherwise a file vanishes, and what was said
 * on standard output stays said. Returns the status, or CLI_IO when finishing failed. */
int cli_close_out(cli_out *out, int status);
/* The same for answers about several files: a file that failed does not lose the answers about the others. */
int cli_close_answers(cli_out *out, int status);
void cli_print(cli_out *out, const char *format, ...) CLI_PRINTF(2, 3);
/* Text out of a file, as pdk_show_text shows it: nothing in it acts on a terminal or turns the text around it. */
void cli_put_text(cli_out *out, const char *text, size_t size);
/* A name of a file or out of one, with blanks after it up to `width` letters. */
void cli_put_name(cli_out *out, const char *name, size_t width);
/* A number with all its digits, as in tables, and the text after it. */
void cli_put_number(cli_out *out, double value, pdk_type type, const char *behind);
/* For people: cli_value_text and texts. */
void cli_put_value(cli_out *out, const pdk_value *value);
/* Bold on a terminal. */
void cli_heading(cli_out *out, const char *text);
/* The error of a failed write is this output's: "paddock: standard output: ..."; a closed pipe is no failure. */
int cli_fail_out(const cli_out *out, const pdk_error *error);
/* For calls that read `file` and write `out`: whose failure it is follows from the error. */
int cli_fail_written(const cli_out *out, const char *file, const pdk_error *error);
/* --- failures.c --- */
/* The failure that cli_fail said last, as the object {"path":..., "error":{...}} on a line of its own. Once each. */
void cli_put_failure(cli_out *out);
/* The same on standard output, if there is one that no verb has put out. */
void cli_end_failures(void);
/* --- output_try.c: CLI_FINE, or CLI_IO after saying why this cannot be made. Nothing is left of the try, and none of
 * it is done for standard output and devices. NULL is fine. */
int cli_try_output(const char *path);
/* The file that has another extension than `path`: ".ldx". */
int cli_try_beside(const char *path, const char *suffix);
/* A folder that gets files, and that may have to be made. */
int cli_try_folder(const char *path);
/* All that a verb will write, as far as the command line says it. */
int cli_try_outputs(const cli_arguments *arguments);
/* --- output.c --- */
/* Says that --no-clobber keeps a file, and returns CLI_IO. */
int cli_keep(const char *path);
/* Would --no-clobber keep this? Says so, as cli_keep. */
int cli_check_clobber(const cli_arguments *arguments, const char *path);
/* Makes a folder, unless it is there; `what` it is for goes into the complaint. */
int cli_make_folder(const char *path, const char *what);
/* Says that the verb needs an output; returns CLI_USAGE. */
int cli_need_output(const cli_arguments *arguments);
/* As cli_open_out, for what an edit makes: with --in-place it takes the place of its input. */
int cli_open_edit(cli_out *out, const cli_arguments *arguments, const char *path);
/* A file that the library writes for a verb, which finishes and closes it. */
pdk_status cli_open_output_file(const char *path, pdk_output **output, pdk_error *error);

/* ---------------------------------------------------------------------------------------------- inputs (inputs.c) */

/* At the program's start. CLI_FINE, or CLI_IO without memory. */
int cli_begin_inputs(void);
/* All files that the call has opened: the library adds those that it opens, cli_read and the like theirs. Given to
 * whatever opens documents and writes files. */
pdk_inputs *cli_inputs(void);
/* A file that is read, now or later; "-" is standard input. CLI_FINE, or CLI_IO without memory. */
int cli_add_input(const char *path);
/* The files among the operands and the options, before any of them is opened. */
int cli_add_inputs(const cli_arguments *arguments);
/* Would an output of this name take the place of an input? Says so and returns CLI_USAGE. For refusing it before the
 * work: outputs see to it by themselves. */
int cli_check_apart(const char *path);

/* ------------------------------------------------------------------------------- single values (value_text.c) */

/* A value of an array that pdk_table_read filled with the column's own type. */
pdk_value cli_value_at(pdk_type type, const void *values, size_t row);
/* A number or a bool as text, which needs CLI_VALUE bytes: for people with at most nine digits, and yes or no; else
 * exactly, and true or false. Returns its length. */
enum { CLI_VALUE = 32 };
size_t cli_value_text(char text[CLI_VALUE], const pdk_value *value, bool for_people);

/* --------------------------------------------------------------------------------------------- edited files (edited.c)
 */

/* What is not text stays off a terminal. CLI_FINE, or CLI_USAGE after saying so. */
int cli_check_terminal(const char *path);
/* Where an edit of `in` goes: OUT, or `in` itself with --in-place. CLI_FINE, or CLI_USAGE after saying why. */
int cli_edit_target(const cli_arguments *arguments, const char *in, const char **path);
/* Writes what `edit` gives: packed as the document was, unless --plain or --gzip say otherwise. */
typedef pdk_status (*cli_edit)(void *user, const pdk_document *document, pdk_output *output, pdk_error *error);
int cli_write_edited(const cli_arguments *arguments, const pdk_document *document, const char *in, const char *path,
                     cli_edit edit, void *user);
/* CLI_FINE when a file that was written opens, as --as and --partial in the arguments (or NULL) say; else CLI_FINDINGS
 * after saying that it is `done` but does not. */
int cli_look_at(const char *path, const cli_arguments *arguments, const char *done);

/* ---------------------------------------------------------------------------------------- progress (progress.c) */

typedef struct cli_progress {
    const char *label;
    double start, drawn; /* seconds */
    double logged;       /* when the last line was */
    bool visible;        /* standard error is a terminal */
    bool counts_bytes;   /* set after beginning: what is done is bytes, whose rate is told */
    bool logs;           /* set after beginning: where there is no terminal, a line is written each minute */
    bool shown;
} cli_progress;

void cli_progress_begin(cli_progress *progress, const char *label);
/* A pdk_progress: draws after a second, asks to stop after an interrupt, once pdk_catch_interrupts was called: then
 * nothing half-written stays. */
bool cli_progress_step(void *user, uint64_t done, uint64_t total);
void cli_progress_end(cli_progress *progress);
/* The exit status. After an interrupt it ends by the signal, as shells expect, unless the work was done before the
 * signal could stop it. */
int cli_end(int status);

/* -------------------------------------------------------------------------------------------------- input (open.c) */

typedef struct cli_input {
    pdk_document *document;
    void *bytes; /* what came through a pipe */
    size_t size;
    cli_progress progress; /* the document's: it reports opening and checking, so it lives as long */
} cli_input;

/* Opens with --as, --partial and the limits given; "-" is standard input. Says what failed, and with --partial what is
 * missing. */
int cli_open(cli_input *input, const cli_arguments *arguments, const char *path);
/* The guard of the command: where a page of a mapped file is missing, its handler says that of `file`, which stays, and
 * ends the program. NULL when out of memory. */
pdk_guard *cli_guard(const char *file);
/* For verbs that report missing parts themselves. */
int cli_open_quietly(cli_input *input, const cli_arguments *arguments, const char *path);
/* A file that is read without the library, and is an input from now on; "-" is standard input, which stays open.
 * PDK_NO_FILE after a failure. */
pdk_file cli_open_file(const char *path, pdk_failure *failure);
/* The bytes of a file as they are. */
int cli_read(cli_input *input, const char *path);
/* CLI_FINE, or CLI_IO after saying that another program changed the file meanwhile. Before success is reported. */
int cli_unchanged(const cli_input *input, const char *path);
void cli_close(cli_input *input);

/* pdk_answer with a progress bar, and interrupts heard. */
pdk_status cli_compute(const pdk_document *document, const char *name, const pdk_table **table, pdk_error *error);
/* The table of that name, or CLI_USAGE with the nearest right one. */
int cli_find_table(const pdk_document *document, const char *file, const char *name, const pdk_table **table);

/* ------------------------------------------------------------------------------------------ findings (findings.c) */

typedef struct cli_findings {
    cli_out *out;
    const char *path;
    pdk_json *json;     /* a list that is open; NULL = lines of text */
    uint64_t counts[3]; /* by severity */
} cli_findings;

/* A pdk_finding_handler: prints the finding. */
bool cli_put_finding(void *user, const pdk_finding *finding);
/* The end of the list, or in text "FILE: 2 errors, 1 note (WHAT)", "FILE: sound (WHAT)" unless it failed;
 * `total` is what it said there is. */
void cli_end_findings(cli_findings *findings, const pdk_error *failure, uint64_t total, const char *what);
/* CLI_FINDINGS when there is more than notes. */
int cli_findings_status(const cli_findings *findings, uint64_t total);
/* Says what a document opened in part lacks: the first error, which is where reading stopped, and how many more there
 * are. False when nothing does. */
bool cli_note_damage(const pdk_document *document, const char *path);

/* --------------------------------------------------------------------------------------- text layout (layout.c) */

/* 1234567 as "1 234 567". */
const char *cli_grouped(char buffer[32], uint64_t value);
/* "1.8 MB" */
const char *cli_size_text(char buffer[32], uint64_t bytes);
/* Text out of a file, wrapped at blanks; the lines but the first begin with `indent` blanks, the first is that far
 * already. */
void cli_put_wrapped(cli_out *out, int indent, const char *text);
/* The tables of a document, with their columns and units if wanted. */
void cli_put_tables(cli_out *out, const pdk_document *document, bool columns);
/* The names of those that can be computed from it, with their meanings if wanted; nothing where there are none. */
void cli_put_computed(cli_out *out, const pdk_document *document, bool meanings);
/* Seconds as 1:20.500; text needs CLI_CLOCK bytes. Moves no further than the end of it. */
enum { CLI_CLOCK = 48 };
size_t cli_clock_text(char text[CLI_CLOCK], double seconds);
void cli_put_clock(cli_out *out, double seconds);
/* The answers to what people ask of a file first, a line each; how many there are. (info_answers.c) */
size_t cli_put_answers(cli_out *out, const pdk_document *document);

/* ------------------------------------------------------------------------------------- file names (file_names.c) */

/* A name for a file, without extension, from any text: letters that no shell and no file system minds, "-" for "/", no
 * device of Windows, never empty, and short enough for what follows it; a note says when it had to be cut. It is
 * malloc'd, with room for 31 more letters; NULL when out of memory. */
char *cli_file_stem(const char *path);
/* The second of a kind becomes "name~2", where A and a are one too: the names are cli_file_stem's. */
bool cli_number_repeats(char **names, size_t count);
void cli_free_names(char **names, size_t count);

/* ---------------------------------------------------------------------------------------- rows (rows_json.c) */

/* Some rows of a table, in an order of their own. */
typedef struct cli_row_list {
    const uint64_t *rows;
    size_t count;
} cli_row_list;

/* The member NAME:[{row}...] of a table: all rows, or those wanted. `more` (may be NULL) adds members to the object of
 * a row. */
typedef void (*cli_more_members)(void *user, pdk_json *json, uint64_t row);
int cli_put_rows_json(pdk_json *json, const char *file, const pdk_table *table, const cli_row_list *wanted,
                      cli_more_members more, void *user);

/* -------------------------------------------------------------------------------------- images (image_names.c) */

/* A file name for each image, "1-frnt.png": safe and unique, even where A and a are one. `frames` says which are frames
 * of an animated bitmap (image_frames.h) and may be NULL. NULL when out of memory; otherwise given to cli_free_names.
 */
struct cli_image_frame;
char **cli_image_names(const pdk_document *document, const struct cli_image_frame *frames);

/* ------------------------------------------------------------------------------------------- layouts (record.c) */

/* The fields of a record, or only one of them. */
void cli_put_record_text(cli_out *out, const pdk_record *record, const pdk_field *only);
/* The table between the markers in docs/formats. */
void cli_put_record_markdown(cli_out *out, const pdk_record *record, const pdk_field *only);
void cli_put_record_json(pdk_json *json, const pdk_record *record, const pdk_field *only);

/* ------------------------------------------------------------------------------- DuckDB (sql_*.c or sql_absent.c) */

/* Can DuckDB be had? Otherwise `reason` says what is missing. */
bool cli_sql_is_here(char *reason, size_t size);
/* What is in a dataset, as a document of tables, which the caller closes. */
int cli_dataset_document(const cli_arguments *arguments, const char *path, pdk_document **document);
int cli_run_sql(const cli_arguments *arguments);
int cli_run_ingest(const cli_arguments *arguments);
/* Rows of a table as Parquet; the options as pdk_table_write takes them, without a filter. */
int cli_table_to_parquet(const cli_arguments *arguments, const char *file, const pdk_document *document,
                         const pdk_table *table, const pdk_table_options *options, const char *path);
/* Tables of several files as one. */
int cli_tables_to_parquet(const cli_arguments *arguments, const char *table, const char *path);
/* All tables of a document, computed ones too, each a file in a folder. */
int cli_document_to_parquet(const cli_arguments *arguments, const char *file, const pdk_document *document,
                            const char *folder);

/* ------------------------------------------------------------------------------------------ converting (target.c) */

/* Reads --axes, --scale, --origin and the rest of what converting takes, and the origin that was kept beside `in`.
 * Texts are the arguments'; the line goes with cli_forget_options. */
int cli_convert_options(const cli_arguments *arguments, const char *in, pdk_convert_options *options);
/* --line as points, to be freed; none when it is not given. */
int cli_line_of(const cli_arguments *arguments, double (**points)[2], size_t *count);
/* --line as the two ends of a start line, X1,Y1,X2,Y2; *given says whether it is. */
int cli_start_line_of(const cli_arguments *arguments, double ends[4], bool *given);
void cli_forget_options(pdk_convert_options *options);
/* The origin in `path`.origin.json, for the points of that file. CLI_FINE also when there is no such file;
 * otherwise what is wrong with it has been said. (origin.c) */
int cli_read_origin(const char *path, double origin[3]);
/* The same, or what --source-origin says. (target.c) */
int cli_source_origin(const cli_arguments *arguments, const char *in, double origin[3]);
/* Is there a target of this id? Says so otherwise. */
int cli_check_target(const char *id);
/* What a conversion did, for --json. Zero it before, and give it to cli_forget_converted afterwards. */
typedef struct cli_kept_note {
    pdk_severity severity;
    char *code, *message;
} cli_kept_note;

typedef struct cli_converted {
    const char *target; /* id */
    pdk_convert_report report;
    cli_kept_note *notes;
    size_t note_count;
    bool lacks_notes; /* there was no memory for one */
} cli_converted;

/* Writes `document` to `path` ("-" is standard output) as the target `id`, NULL = by the name; prints the notes and
 * where an origin went. `in` is for messages. `converted` may be NULL. */
int cli_convert(const pdk_document *document, const char *in, const char *path, const char *id,
                pdk_convert_options *options, cli_converted *converted);
/* --- converted.c --- */
/* False when the same note is there already: it is kept once. */
bool cli_keep_note(cli_converted *converted, const pdk_finding *finding);
/* The member "notes". */
void cli_put_notes_json(pdk_json *json, const cli_converted *converted);
/* The whole as one object on standard output. */
int cli_put_converted(const char *in, const char *path, const cli_converted *converted);
void cli_forget_converted(cli_converted *converted);

#endif
