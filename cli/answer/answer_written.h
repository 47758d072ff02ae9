/* Answers as CSV and JSON. */
#ifndef PADDOCK_CLI_ANSWER_WRITTEN_H
#define PADDOCK_CLI_ANSWER_WRITTEN_H

#include "answer.h"

/* Where a row belongs, while rows are sorted. */
typedef struct cli_answer_place {
    double time;
    size_t list, number;
} cli_answer_place;

/* Rows of all files as lines, until they are sorted: the files are closed by then. */
typedef struct cli_answer_line {
    cli_answer_place place;
    size_t at, size;
} cli_answer_line;

typedef struct cli_answer_lines {
    pdk_output *text;
    cli_answer_line *all;
    size_t count, room;
} cli_answer_lines;

/* The rows of a file, in their order. CLI_FINE, or another status after saying why; so below. */
int cli_put_answer_csv(cli_answers *answers, const cli_answer_file *file);
/* Keeps them until all files are read, and writes them by time. */
int cli_keep_answer_csv(cli_answers *answers, const cli_answer_file *file, cli_answer_lines *lines);
void cli_put_answer_lines(cli_answers *answers, cli_answer_lines *lines);
/* A file as a JSON object, on a separate line. */
int cli_put_answer_object(cli_answers *answers, const cli_answer_verb *verb, cli_answer_file *file, bool sorted);

#endif
