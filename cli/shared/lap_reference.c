/* FILE, FILE#DRIVER and FILE#DRIVER#LAP. */
#include "lap_reference.h"

#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "platform/files.h"

/* A file's own name may have a #: the longest beginning that is a file is the file. */
static char *end_of_file(char *text)
{
    if (pdk_file_exists(text)) return text + strlen(text);
    for (char *at = text + strlen(text); at > text; at--) {
        if (*at != '#') continue;
        *at = '\0';
        bool is_file = pdk_file_exists(text);
        *at = '#';
        if (is_file) return at;
    }
    char *first = strchr(text, '#');
    return first != NULL && first > text ? first : text + strlen(text);
}

int cli_lap_of(cli_lap *lap, const char *reference)
{
    *lap = (cli_lap){ .text = malloc(strlen(reference) + 1) };
    if (lap->text == NULL) return cli_no_memory("a lap reference");
    strcpy(lap->text, reference);
    lap->file = lap->text;
    char *at = end_of_file(lap->text);
    if (*at == '\0') return CLI_FINE;
    *at++ = '\0';
    lap->driver = at;
    at = strrchr(at, '#');
    if (at == NULL) return CLI_FINE;
    *at++ = '\0';
    lap->lap = at;
    return CLI_FINE;
}

void cli_forget_lap(cli_lap *lap)
{
    free(lap->text);
    lap->text = NULL;
}
