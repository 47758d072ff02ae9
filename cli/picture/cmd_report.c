/* paddock report: files as one page for the browser. */
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "messages.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "page_front.h"
#include "edited.h"
#include "progress.h"
#include "report_files.h"
#include "rulings.h"

typedef struct report {
    const cli_arguments *arguments;
    cli_report_files files;
    cli_found track; /* of --track, for all */
    cli_input library;
    pdk_rulings *rulings; /* NULL = none are given */
} report;

static int write_page(const report *work)
{
    const cli_report_files *files = &work->files;
    const cli_arguments *arguments = work->arguments;
    pdk_page_front front = cli_page_front;
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    front.library = (pdk_bytes){ work->library.bytes, work->library.size };
    options.title = arguments->values[CLI_TITLE];
    options.driver = arguments->values[CLI_DRIVER];
    options.track = cli_track_document(&work->track);
    options.rulings = work->rulings;
    options.all_incidents = cli_given(arguments, CLI_ALL);
    cli_out out;
    int status = cli_rate_of(arguments, CLI_HZ, &options.rate);
    if (status == CLI_FINE) status = cli_open_out(&out, arguments->values[CLI_OUTPUT]);
    if (status != CLI_FINE) return status;
    cli_progress progress;
    cli_progress_begin(&progress, "writing");
    options.progress = cli_progress_step;
    options.progress_user = &progress;
    pdk_error error;
    pdk_status written = pdk_page_write(files->pages, (size_t)(files->count + files->ground_count), &front, &options,
                                        out.output, &error);
    cli_progress_end(&progress);
    const char *about = files->count == 1 ? cli_file_name(arguments->operands[0]) : "the report";
    if (written != PDK_OK && status == CLI_FINE) status = cli_refuse_report(files, &error);
    if (written != PDK_OK && status == CLI_FINE) status = cli_refuse_rulings(arguments, &error);
    if (written != PDK_OK && status == CLI_FINE) status = cli_fail_written(&out, about, &error);
    return cli_close_out(&out, status);
}

static int check_arguments(const cli_arguments *arguments)
{
    if (arguments->values[CLI_OUTPUT] == NULL) return cli_need_output(arguments);
    if (arguments->count == 0 && !cli_given(arguments, CLI_LIBRARY))
        return cli_usage("name a file to report on, or --library for a page that opens files itself");
    const char *driver = arguments->values[CLI_DRIVER];
    if (cli_given(arguments, CLI_ANONYMISE) && driver != NULL && driver[strspn(driver, "0123456789")] != '\0')
        return cli_usage("with --anonymise, --driver takes a slot number: a name would be in the page");
    if (cli_given(arguments, CLI_ANONYMISE) && cli_given(arguments, CLI_RULINGS))
        return cli_usage("--anonymise and --rulings contradict each other: rulings name drivers");
    if (cli_given(arguments, CLI_ANONYMISE) && cli_given(arguments, CLI_RESULTS))
        return cli_usage("--anonymise and --results contradict each other: results name drivers");
    int status = cli_check_results_option(arguments);
    if (status == CLI_FINE) status = cli_check_terminal(arguments->values[CLI_OUTPUT]);
    return status;
}

static int run_report(const cli_arguments *arguments)
{
    report work = { .arguments = arguments };
    int status = check_arguments(arguments);
    if (status != CLI_FINE) return status;
    status = cli_read_rulings(arguments, &work.rulings);
    if (status == CLI_FINE) status = cli_open_report_files(&work.files, arguments);
    if (status == CLI_FINE && cli_given(arguments, CLI_TRACK))
        status = cli_open_named(arguments, arguments->values[CLI_TRACK], &work.track);
    if (status == CLI_FINE && cli_given(arguments, CLI_LIBRARY))
        status = cli_read(&work.library, arguments->values[CLI_LIBRARY]);
    if (status == CLI_FINE) status = write_page(&work);
    cli_close_report_files(&work.files);
    cli_close_found(&work.track);
    cli_close(&work.library);
    pdk_rulings_close(work.rulings);
    return status;
}

static const cli_option takes[] = { CLI_TITLE,   CLI_ANONYMISE, CLI_JOIN,    CLI_DRIVER,  CLI_HZ,      CLI_TRACK,
                                    CLI_GROUND,  CLI_ALL,       CLI_FAM,     CLI_RULINGS, CLI_RESULTS, CLI_CAR_INFO,
                                    CLI_LIBRARY, CLI_OUTPUTS,   CLI_READING, CLI_HELP };

const cli_verb cli_verb_report = {
    .name = "report",
    .operands = "FILE...",
    .summary = "write one HTML page that shows files and needs nothing else",
    .details =
        "The page holds the data, compressed: results, laps, positions, incidents, tables, surfaces, pictures,\n"
        "findings. It opens in any browser of 2023 or later, without a network, and can be sent to others. A\n"
        "large recording is thinned out until the page has a few megabytes; the page says what was left out.\n\n"
        "A dataset of `paddock ingest` shows what is in it: files, best laps by track and car, drivers, errors.\n"
        "With --library the page can open other files too, on the reader's own machine.",
    .purpose = CLI_LOOK,
    .examples = { "paddock report race.vcr -o race.html", "the race as a page to look at and to send",
                  "paddock report mine.raf best.raf -o laps.html", "two laps, to be compared in the browser" },
    .options = takes,
    .kinds = "html",
    .min_operands = 0,
    .max_operands = -1,
    .run = run_report,
};
