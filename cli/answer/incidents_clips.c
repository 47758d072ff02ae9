/* Clips: a part of the recording for each incident, in a separate file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "edited.h"
#include "exit_status.h"
#include "file_names.h"
#include "incidents.h"
#include "messages.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "progress.h"

enum { NAMED_DRIVERS = 3, LETTERS = 24 /* of a name */ };

static const double usual_before = 10, usual_after = 15; /* s */

/* The driver's name in ASCII letters, digits, '.' and '-'; others become '_', one for several in a row. A name without
 * letters and digits gives the slot. */
static size_t add_name(char *text, size_t at, const pdk_incident_party *party)
{
    size_t begin = at;
    bool any = false;
    for (size_t i = 0; i < party->driver.size && at - begin < LETTERS; i++) {
        char letter = party->driver.data[i];
        bool plain =
            (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
        any |= plain;
        if (plain || letter == '.' || letter == '-') text[at++] = letter;
        else if (at > begin && text[at - 1] != '_') text[at++] = '_';
    }
    if (any) return at;
    return begin + (size_t)sprintf(text + begin, "slot%lu", (unsigned long)party->slot);
}

/* "012m34.567s-contact-A._Driver-B._Driver"; malloc'd, with room as cli_file_stem's. */
static char *stem_of(const cli_incidents *told, const pdk_incident *incident)
{
    char text[64 + (NAMED_DRIVERS + 1) * (LETTERS + 16)];
    double time = fabs(incident->time) < 1e9 ? incident->time : 0;
    long long milliseconds = llround(fabs(time) * 1000);
    size_t at = (size_t)sprintf(text, "%s%03lldm%02lld.%03llds-%s", time < 0 ? "minus" : "", milliseconds / 60000,
                                milliseconds / 1000 % 60, milliseconds % 1000, pdk_incident_kind_name(incident->kind));
    for (uint32_t i = 0; i < incident->party_count; i++) {
        text[at++] = '-';
        if (i == NAMED_DRIVERS) {
            at += (size_t)sprintf(text + at, "and_%lu_more", (unsigned long)(incident->party_count - i));
            break;
        }
        at = add_name(text, at, pdk_incident_party_at(told->analysis, (size_t)incident->first_party + i));
    }
    text[at] = '\0';
    return cli_file_stem(text);
}

/* The folder, a slash, the name, and the extension that the recording has. */
static char *path_of(const char *folder, const char *stem, const char *extension)
{
    size_t length = strlen(folder);
    bool slash = length > 0 && folder[length - 1] == '/';
    char *path = malloc(length + strlen(stem) + strlen(extension) + 2);
    if (path != NULL) sprintf(path, "%s%s%s%s", folder, slash ? "" : "/", stem, extension);
    return path;
}

static int name_clips(cli_incidents *told, const char *folder)
{
    char extension[16];
    snprintf(extension, sizeof extension, ".%s", pdk_document_format(told->document)->id);
    char **stems = calloc(told->count + 1, sizeof *stems);
    told->clips = calloc(told->count + 1, sizeof *told->clips);
    bool good = stems != NULL && told->clips != NULL;
    for (size_t i = 0; i < told->count && good; i++)
        good = (stems[i] = stem_of(told, cli_incident_at(told, i))) != NULL;
    good = good && cli_number_repeats(stems, told->count);
    for (size_t i = 0; i < told->count && good; i++)
        good = (told->clips[i] = path_of(folder, stems[i], extension)) != NULL;
    cli_free_names(stems, told->count);
    return good ? CLI_FINE : cli_no_memory("names of clips");
}

static pdk_status write_part(void *user, const pdk_document *document, pdk_output *output, pdk_error *error)
{
    return pdk_cut(document, user, output, error);
}

int cli_write_clips(cli_incidents *told)
{
    const cli_arguments *arguments = told->arguments;
    const char *folder = arguments->values[CLI_CLIPS];
    double before, after;
    int status = cli_seconds_of(arguments, CLI_BEFORE, &before), worst = CLI_FINE;
    if (status == CLI_FINE) status = cli_seconds_of(arguments, CLI_AFTER, &after);
    if (status == CLI_FINE && told->count > 0) status = cli_make_folder(folder, "clips");
    if (status == CLI_FINE) status = name_clips(told, folder);
    if (status != CLI_FINE) return status;
    if (!cli_given(arguments, CLI_BEFORE)) before = usual_before;
    if (!cli_given(arguments, CLI_AFTER)) after = usual_after;
    cli_progress progress;
    cli_progress_begin(&progress, "cutting");
    for (size_t i = 0; i < told->count && worst != CLI_INTERRUPTED; i++) {
        const pdk_incident *incident = cli_incident_at(told, i);
        pdk_cut_options options = PDK_CUT_OPTIONS_INIT;
        options.has_from = options.has_to = true;
        options.from = incident->time - before;
        options.to = incident->end_time + after;
        status = cli_check_clobber(arguments, told->clips[i]);
        if (status == CLI_FINE && !cli_progress_step(&progress, i, told->count)) status = CLI_INTERRUPTED;
        if (status == CLI_FINE)
            status = cli_write_edited(arguments, told->document, told->path, told->clips[i], write_part, &options);
        if (status != CLI_FINE) {
            free(told->clips[i]);
            told->clips[i] = NULL;
        }
        worst = cli_worse(worst, status);
        if (status == CLI_UNKNOWN_FORMAT) break; /* no recording of this format can be cut */
    }
    cli_progress_end(&progress);
    return worst;
}
