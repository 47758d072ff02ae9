/* Finding and using a CAR_info.bin. Whether one belongs to a lap, the library decides. */
#include "car_info.h"

#include <string.h>
#include <strings.h>

#include "beside.h"
#include "exit_status.h"
#include "messages.h"
#include "options.h"

static const char whole_name[] = "CAR_info.bin", refused[] = "analysis.car_info";

/* CAR_info.bin, or XXX_CAR_info.bin. */
static int is_car_info(const char *name, const void *user)
{
    (void)user;
    size_t length = strlen(name), end = sizeof whole_name - 1;
    return length >= end && strcasecmp(name + length - end, whole_name) == 0 &&
           (length == end || name[length - end - 1] == '_');
}

static pdk_status analyse(const pdk_document *lap, const char *name, const pdk_document *car, pdk_document **analysis,
                          pdk_error *error)
{
    const char *names[] = { name, "handling", NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = names;
    options.car_info = car;
    cli_progress progress;
    cli_progress_begin(&progress, "reading");
    options.progress = cli_progress_step;
    options.progress_user = &progress;
    pdk_status status = pdk_analyse(lap, &options, analysis, error);
    cli_progress_end(&progress);
    return status;
}

/* "same set-up" or what differs. */
static pdk_text setup_of(const pdk_document *analysis)
{
    const pdk_table *handling = pdk_document_find_table(analysis, "handling");
    pdk_text text = { NULL, 0 };
    size_t column = handling != NULL ? pdk_table_find_column(handling, "car_info") : PDK_NO_COLUMN;
    if (column != PDK_NO_COLUMN) pdk_table_read_column(handling, column, 0, 1, &text, NULL);
    return text.data != NULL ? text : (pdk_text){ "", 0 };
}

static int use_named(const cli_arguments *arguments, const char *lap, const pdk_document *document, const char *name,
                     cli_car_info *car)
{
    const char *path = arguments->values[CLI_CAR_INFO];
    int status = cli_open_named(arguments, path, &car->file);
    if (status != CLI_FINE) return status;
    pdk_error error;
    if (analyse(document, name, car->file.input->document, &car->analysis, &error) == PDK_OK) return CLI_FINE;
    return cli_fail(strcmp(error.code, refused) == 0 ? path : lap, &error);
}

/* How well a file beside the lap fits. */
enum { FITS_CAR = 1, FITS_SETUP };

/* Only then does it belong to the lap. */
static pdk_status judge(const pdk_document *file, const void *user, int *fit, pdk_error *error)
{
    pdk_document *analysis = NULL;
    pdk_status status = analyse(user, "handling", file, &analysis, error);
    if (status == PDK_OK) *fit = strncmp(setup_of(analysis).data, "same", 4) == 0 ? FITS_SETUP : FITS_CAR;
    pdk_close(analysis);
    return status == PDK_E_ARGUMENT && strcmp(error->code, refused) == 0 ? PDK_OK : status;
}

/* The first with the lap's own set-up, otherwise the first of its car. */
static int use_beside(const cli_arguments *arguments, const char *path, const pdk_document *document, const char *name,
                      cli_car_info *car)
{
    const cli_search search = { .arguments = arguments,
                                .recording = path,
                                .rank = is_car_info,
                                .judge = judge,
                                .user = document,
                                .enough = FITS_SETUP,
                                .option = "--car-info" };
    int status = cli_search_beside(&search, &car->file);
    if (status != CLI_FINE || car->file.input == NULL) return status;
    pdk_error error;
    if (analyse(document, name, car->file.input->document, &car->analysis, &error) != PDK_OK)
        return cli_fail(cli_file_name(path), &error);
    pdk_text setup = setup_of(car->analysis);
    cli_note("%s: the car is that of %s beside it (%.*s)", cli_file_name(path), cli_file_name(car->file.path),
             (int)setup.size, setup.data);
    return CLI_FINE;
}

int cli_open_car_info(const cli_arguments *arguments, const char *path, const pdk_document *document, const char *name,
                      cli_car_info *car)
{
    *car = (cli_car_info){ .analysis = NULL };
    bool named = cli_given(arguments, CLI_CAR_INFO);
    if (!named && pdk_answer_available(document, name, NULL) != PDK_OK) return CLI_FINE;
    return named ? use_named(arguments, cli_file_name(path), document, name, car)
                 : use_beside(arguments, path, document, name, car);
}

void cli_close_car_info(cli_car_info *car)
{
    pdk_close(car->analysis);
    cli_close_found(&car->file);
    *car = (cli_car_info){ .analysis = NULL };
}
