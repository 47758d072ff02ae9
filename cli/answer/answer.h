/* What the verbs share that print answers about sessions: laps, stints, standings. */
#ifndef PADDOCK_CLI_ANSWER_H
#define PADDOCK_CLI_ANSWER_H

#include "arguments.h"
#include "json/json.h"
#include "official.h"
#include "open.h"
#include "output.h"
#include "paddock/paddock.h"
#include "text_table.h"

enum { CLI_TRACK_NAME = 96 };

/* One file of those on the command line, and the rows of its table that are wanted, in the order wanted. */
typedef struct cli_answer_file {
    const char *path, *name; /* as given; as messages name it */
    const char *title;       /* as what is posted names it: without its folders, unless it is printed */
    cli_input input;
    bool is_open;
    const pdk_rulings *rulings;   /* of all files; NULL = none */
    cli_official official;        /* the results file beside it, for verbs that take --results */
    const pdk_document *document; /* the file's, or what was computed from it */
    pdk_document *computed;       /* NULL = the file's */
    const pdk_table *table;
    uint64_t *rows; /* malloc'd */
    size_t row_count;
    bool repeats; /* drivers of several slots have one name */
    /* Of verbs that rank laps (lap_tracks.h): */
    char track[CLI_TRACK_NAME]; /* as the file calls it; "" = it does not */
    double ruler;               /* m, of the game's distances; NaN = it has none */
    size_t list;                /* files of one track share a list, from 0 */
} cli_answer_file;

typedef struct cli_answers {
    const cli_arguments *arguments;
    cli_answer_file *files; /* those that are open */
    size_t count;
    size_t before; /* files that were answered and closed before these */
    size_t lists;  /* tracks that were met so far */
    cli_out out;
} cli_answers;

/* A row of one of the files. */
typedef struct cli_answer_row {
    cli_answer_file *file;
    uint64_t row;
} cli_answer_row;

/* How a verb answers: `make` fills file->document, table and so on, CLI_FINE or after a message; `people` posts
 * for people (posted.h), `json` the members of a file's object after "path". */
typedef struct cli_answer_verb {
    int (*make)(const cli_arguments *arguments, cli_answer_file *file);
    int (*people)(cli_answers *answers);
    int (*json)(const cli_arguments *arguments, cli_answer_file *file, pdk_json *json);
    bool sorts;         /* takes --sort time, and answers about laps, which are ranked by track */
    bool takes_results; /* a results file beside the recording is official */
    bool joins;         /* `people` prints all files together; otherwise it is called for each separately */
} cli_answer_verb;
extern const cli_answer_verb cli_answer_laps, cli_answer_standings, cli_answer_stints, cli_answer_rules;

/* Opens every file, answers and closes. A file that has no answer is said, and the others are answered. */
int cli_answer(const cli_arguments *arguments, const cli_answer_verb *verb);
/* The same as a picture, whatever the name of OUT says. */
int cli_draw_answer(const cli_arguments *arguments, const cli_answer_verb *verb);

/* Makes file->document what is computed with these options and --line; without any of them it stays the file's. */
int cli_analyse(const cli_arguments *arguments, cli_answer_file *file, pdk_analysis_options *options);
/* The answer `name` of the file, all its rows or those of --driver. */
int cli_take_answer(const cli_arguments *arguments, cli_answer_file *file, const char *name);
/* Do drivers of several slots have one name in this table, as cars of one kind do where the file names no drivers? */
bool cli_names_repeat(const pdk_table *table);
/* "+1.234", "+1:02.345" */
void cli_put_gap(cli_text_table *to, double gap);
/* The rows of all files; `by_time`: list by list, by the column lap_time in each. malloc'd, NULL when out of memory. */
cli_answer_row *cli_answer_rows(const cli_answers *answers, bool by_time, size_t *count);
/* The member that has the table's name: its wanted rows as objects. */
int cli_put_answer_json(cli_answer_file *file, pdk_json *json);

/* Can the row's driver be the one of --driver? */
bool cli_is_driver(const pdk_table *table, uint64_t row, const char *wanted);

/* A cell by its column's name: NaN or an empty text where there is no value. */
double cli_number_at(const pdk_table *table, const char *column, uint64_t row);
pdk_text cli_text_at(const pdk_table *table, const char *column, uint64_t row);

/* The driver of a row: the name, with the slot if names repeat. */
void cli_put_driver(cli_text_table *to, cli_style style, const cli_answer_file *file, uint64_t row);
/* As the car is entered: number, co-driver, team, class; the table leaves out those that no row has. The number is as
 * important as `number`, the others as `others`. */
void cli_add_entry_columns(cli_text_table *to, int number, int others);
void cli_put_entry(cli_text_table *to, const pdk_table *table, uint64_t row);
/* "race.vcr", and what it is: "race, Sebring". */
void cli_post_answer_title(cli_out *out, const cli_answer_file *file);

#endif
