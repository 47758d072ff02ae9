/* Finding and using a CAR_info.bin. Whether one belongs to a lap, the library decides. */
#include "car_info.h"

#include <string.h>
#include <strings.h>

#include "beside.h"
#include "exit_status.h"
#include "messages.h"
#include "options.h"

static const char whole_name[] = "CAR_info.bin", refused[] = "analysis.car_info";

static bool takes_car_info(const char *table)
{
    return strcmp(table, "dynamics") == 0 || strcmp(table, "handling") == 0;
}

/* CAR_info.bin, or XXX_CAR_info.bin. */
static bool is_car_info(const char *name, const void *user)
{
    (void)user;
    size_t length = strlen(name), end = sizeof whole_name - 1;
    return length >= end && strcasecmp(name + length - end, whole_name) == 0 &&
           (length == end || name[length - end - 1] == '_');
}

static pdk_status analyse(const pdk_document *lap, const char *name, cli_car_info *car, pdk_error *error)
{
    const char *names[] = { name, "handling", NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = names;
    options.car_info = car->input.document;
    cli_progress progress;
    cli_progress_begin(&progress, "reading");
    options.progress = cli_progress_step;
    options.progress_user = &progress;
    pdk_status status = pdk_analyse(lap, &options, &car->analysis, error);
    cli_progress_end(&progress);
    return status;
}

/* "same set-up" or what differs. */
static pdk_text setup_of(const cli_car_info *car)
{
    const pdk_table *handling = pdk_document_find_table(car->analysis, "handling");
    pdk_text text = { NULL, 0 };
    size_t column = handling != NULL ? pdk_table_find_column(handling, "car_info") : PDK_NO_COLUMN;
    if (column != PDK_NO_COLUMN) pdk_table_read_column(handling, column, 0, 1, &text, NULL);
    return text.data != NULL ? text : (pdk_text){ "", 0 };
}

static int open_car_info(const cli_arguments *arguments, const char *path, cli_car_info *car)
{
    cli_arguments detected = *arguments;
    detected.values[CLI_AS] = NULL; /* that is about the lap */
    int status = cli_open(&car->input, &detected, path);
    car->open = true; /* what could not be opened is closed, too */
    return status;
}

static int use_named(const cli_arguments *arguments, const char *lap, const pdk_document *document, const char *name,
                     cli_car_info *car)
{
    const char *path = arguments->values[CLI_CAR_INFO];
    int status = open_car_info(arguments, path, car);
    if (status != CLI_FINE) return status;
    pdk_error error;
    if (analyse(document, name, car, &error) == PDK_OK) return CLI_FINE;
    return cli_fail(strcmp(error.code, refused) == 0 ? path : lap, &error);
}

/* How well a file beside the lap fits. */
typedef enum fit { FITS_NOT, FITS_CAR, FITS_SETUP } fit;

/* One that cannot be read, or is of another car, is as if it were not there, and is said. */
static int try_one(const cli_arguments *arguments, const char *lap, const pdk_document *document, const char *path,
                   fit *fits)
{
    cli_car_info one = { .open = false };
    pdk_error error;
    *fits = FITS_NOT;
    int status = CLI_FINE;
    if (open_car_info(arguments, path, &one) == CLI_FINE) {
        pdk_status analysed = analyse(document, "handling", &one, &error);
        if (analysed == PDK_OK) *fits = strncmp(setup_of(&one).data, "same", 4) == 0 ? FITS_SETUP : FITS_CAR;
        else if (analysed == PDK_E_ARGUMENT && strcmp(error.code, refused) == 0)
            cli_note("%s: %s beside it is not used: %s", lap, cli_file_name(path), error.message);
        else status = cli_fail(lap, &error);
    }
    cli_close_car_info(&one);
    return status;
}

/* The first with the lap's own set-up, else the first of its car. */
static int use_found(const cli_arguments *arguments, const char *lap, const pdk_document *document, const char *name,
                     const cli_beside *found, cli_car_info *car)
{
    size_t taken = 0;
    fit best = FITS_NOT;
    for (size_t i = 0; i < found->count && best != FITS_SETUP; i++) {
        fit fits;
        int status = try_one(arguments, lap, document, found->paths[i], &fits);
        if (status != CLI_FINE) return status;
        if (fits <= best) continue;
        best = fits;
        taken = i;
    }
    if (best == FITS_NOT) return CLI_FINE;
    int status = open_car_info(arguments, found->paths[taken], car);
    pdk_error error;
    if (status != CLI_FINE) return status;
    if (analyse(document, name, car, &error) != PDK_OK) return cli_fail(lap, &error);
    pdk_text setup = setup_of(car);
    cli_note("%s: the car is that of %s beside it (%.*s)", lap, cli_file_name(found->paths[taken]), (int)setup.size,
             setup.data);
    return CLI_FINE;
}

static int use_beside(const cli_arguments *arguments, const char *path, const pdk_document *document, const char *name,
                      cli_car_info *car)
{
    if (strcmp(path, "-") == 0) return CLI_FINE;
    cli_beside found;
    if (!cli_list_beside(path, is_car_info, NULL, &found)) return cli_no_memory("the folder of a lap");
    int status = use_found(arguments, cli_file_name(path), document, name, &found, car);
    cli_forget_beside(&found);
    return status;
}

int cli_find_table_of_car(const cli_arguments *arguments, const char *path, const pdk_document *document,
                          const char *name, cli_car_info *car, const pdk_table **table)
{
    *car = (cli_car_info){ .open = false };
    bool named = cli_given(arguments, CLI_CAR_INFO), wanted = takes_car_info(name);
    if (named && !wanted) return cli_usage("--car-info is for the tables dynamics and handling, not for %s", name);
    if (wanted && (named || pdk_answer_available(document, name, NULL) == PDK_OK)) {
        int status = named ? use_named(arguments, cli_file_name(path), document, name, car)
                           : use_beside(arguments, path, document, name, car);
        if (status != CLI_FINE) return status;
    }
    return cli_find_table(car->analysis != NULL ? car->analysis : document, cli_file_name(path), name, table);
}

void cli_close_car_info(cli_car_info *car)
{
    pdk_close(car->analysis);
    if (car->open) cli_close(&car->input);
    *car = (cli_car_info){ .open = false };
}
