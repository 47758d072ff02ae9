/* The files of a report, and what belongs to each: the art of a track, official results, the path of a lap's track, the
 * file about its car, the ground it was driven on. */
#ifndef PADDOCK_CLI_REPORT_FILES_H
#define PADDOCK_CLI_REPORT_FILES_H

#include "car_info.h"
#include "official.h"
#include "open.h"
#include "track_beside.h"

typedef struct cli_report_file {
    cli_input input, art; /* art that is not there has no document */
    char name[32];        /* with --anonymise, instead of that of the file */
    cli_official official;
    cli_found track;
    cli_car_info car;
} cli_report_file;

typedef struct cli_report_files {
    const cli_arguments *arguments;
    cli_report_file *list;
    int count;
    cli_found *grounds; /* more files of the page, after the others */
    int ground_count;
    pdk_page_file *pages; /* count + ground_count of them, for pdk_page_write */
} cli_report_files;

/* Opens them all. Give `files` to cli_close_report_files, also after a failure. */
int cli_open_report_files(cli_report_files *files, const cli_arguments *arguments);
/* What to do after the page could not be written: a status after a message if a results file that was given is the
 * cause, else CLI_FINE. */
int cli_refuse_report(const cli_report_files *files, const pdk_error *error);
void cli_close_report_files(cli_report_files *files);

#endif
