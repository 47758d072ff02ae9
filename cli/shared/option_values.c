/* Values of options: numbers, times, lengths. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "messages.h"
#include "option_values.h"
#include "options.h"

/* "k", "M", "Gi", "MB" ...; 0 = not a suffix. */
static uint64_t suffix_factor(const char *suffix)
{
    static const char letters[] = "kmg";
    if (*suffix == '\0') return 1;
    const char *found = strchr(letters, *suffix >= 'A' && *suffix <= 'Z' ? *suffix + 32 : *suffix);
    if (found == NULL || *found == '\0') return 0;
    uint64_t base = suffix[1] == 'i' ? 1024 : 1000, factor = base;
    suffix += suffix[1] == 'i' ? 2 : 1;
    if (*suffix == 'B') suffix++;
    for (const char *letter = letters; letter < found; letter++) factor *= base;
    return *suffix == '\0' ? factor : 0;
}

int cli_number_of(const cli_arguments *arguments, cli_option option, uint64_t otherwise, uint64_t *value)
{
    const char *text = arguments->values[option], *name = cli_option_infos[option].name;
    *value = otherwise;
    if (text == NULL) return CLI_FINE;
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    uint64_t factor = end != text ? suffix_factor(end) : 0;
    if (text[0] < '0' || text[0] > '9' || factor == 0) {
        return cli_usage("--%s takes a whole number like 20, 500k, 3M or 2G, not \"%s\"", name, text);
    }
    if (errno != 0 || __builtin_mul_overflow((uint64_t)number, factor, value)) {
        return cli_usage("--%s %s is too large", name, text);
    }
    return CLI_FINE;
}

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/* Digits with a fraction after them, no exponent and no "inf". */
static bool read_decimal(const char **text, double *value)
{
    const char *at = *text;
    while (is_digit(*at)) at++;
    if (*at == '.' && at[1] != '.') {
        at++;
        while (is_digit(*at)) at++;
    }
    bool good = at > *text && (is_digit(**text) || at > *text + 1);
    if (good) *value = strtod(*text, NULL);
    *text = at;
    return good;
}

bool cli_read_time(const char **text, double *seconds)
{
    enum { MAX_PARTS = 3 };
    bool negative = **text == '-';
    double total = 0, part;
    const char *at = *text + (negative || **text == '+');
    for (int parts = 0; parts < MAX_PARTS; parts++) {
        if (!read_decimal(&at, &part) || (parts > 0 && part >= 60)) return false;
        total = total * 60 + part;
        if (*at != ':') break;
        if (parts + 1 < MAX_PARTS && is_digit(at[1])) at++;
        else break;
    }
    *text = at;
    *seconds = negative ? -total : total;
    return true;
}

int cli_seconds_of(const cli_arguments *arguments, cli_option option, double *value)
{
    const char *text = arguments->values[option], *at = text;
    *value = 0;
    if (text == NULL) return CLI_FINE;
    if (!cli_read_time(&at, value) || *at != '\0' || !(*value > 0)) {
        return cli_usage("--%s takes a time above 0, like 90 or 1:30, not \"%s\"", cli_option_infos[option].name, text);
    }
    return CLI_FINE;
}

/* One end of a range in plain seconds; nothing there leaves *value as it is. */
static bool read_end(const char **text, double *value)
{
    if (**text == '\0' || **text == ':' || (**text == '.' && (*text)[1] == '.')) return true;
    const char *at = *text + (**text == '-' || **text == '+');
    double number;
    if (!read_decimal(&at, &number)) return false;
    *value = **text == '-' ? -number : number;
    *text = at;
    return true;
}

/* "80:90", "80:", ":90" in seconds; with colons in the times themselves "1:20..1:30", or "1:20:1:30". */
static bool read_times(const char *text, double *from, double *to)
{
    const char *at = text, *dots = strstr(text, "..");
    if (dots != NULL) {
        if (at != dots && (!cli_read_time(&at, from) || at != dots)) return false;
        at = dots + 2;
        return *at == '\0' || (cli_read_time(&at, to) && *at == '\0');
    }
    size_t colons = 0;
    for (const char *letter = text; *letter != '\0'; letter++) colons += *letter == ':';
    double parts[4] = { 0 };
    if (colons == 3) {
        for (int i = 0; i < 4; i++) {
            if (!read_decimal(&at, &parts[i]) || *at != (i < 3 ? ':' : '\0')) return false;
            if (i < 3) at++;
        }
        if (parts[1] >= 60 || parts[3] >= 60) return false;
        *from = parts[0] * 60 + parts[1];
        *to = parts[2] * 60 + parts[3];
        return true;
    }
    if (colons != 1 || !read_end(&at, from) || *at != ':') return false;
    at++;
    return read_end(&at, to) && *at == '\0';
}

int cli_times_of(const cli_arguments *arguments, cli_times *times)
{
    *times = (cli_times){ 0 };
    const char *text = arguments->values[CLI_TIME];
    if (text == NULL) return CLI_FINE;
    double first = -INFINITY, last = INFINITY;
    if (!read_times(text, &first, &last) || (isinf(first) && isinf(last))) {
        return cli_usage("--time takes a range like 80:90, 80: or :90 in seconds, or 1:20..1:30, not \"%s\"", text);
    }
    if (last < first) {
        return cli_usage("--time %s ends before it begins: it goes from %g s to %g s; minutes are written 1:20..1:30",
                         text, first, last);
    }
    times->has_from = isfinite(first);
    times->has_to = isfinite(last);
    if (times->has_from) times->from = first;
    if (times->has_to) times->to = last;
    return CLI_FINE;
}

int cli_metres_of(const cli_arguments *arguments, cli_option option, double *value)
{
    const char *text = arguments->values[option];
    if (text == NULL) return CLI_FINE;
    char *end;
    *value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(*value)) {
        return cli_usage("--%s takes a number of metres, not \"%s\"", cli_option_infos[option].name, text);
    }
    return CLI_FINE;
}

int cli_rate_of(const cli_arguments *arguments, cli_option option, double *value)
{
    const char *text = arguments->values[option];
    if (text == NULL) return CLI_FINE;
    char *end;
    *value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(*value) || *value <= 0)
        return cli_usage("--%s takes a number above 0, not \"%s\"", cli_option_infos[option].name, text);
    return CLI_FINE;
}

int cli_size_of(const cli_arguments *arguments, uint32_t *width, uint32_t *height)
{
    const char *text = arguments->values[CLI_SIZE];
    char *end, *second = NULL;
    if (text == NULL) return CLI_FINE;
    unsigned long across = strtoul(text, &end, 10), down = *end == 'x' ? strtoul(end + 1, &second, 10) : 0;
    bool good = end != text && *end == 'x' && *second == '\0' && text[0] != '-' && end[1] != '-';
    if (!good || across == 0 || down == 0 || across > 1000000 || down > 1000000) {
        return cli_usage("--size takes WIDTHxHEIGHT in pixels, like 1920x1080 and at most a million each, not \"%s\"%s",
                         text, cli_takes(arguments->verb, CLI_CELL) ? "; --cell takes metres" : "");
    }
    *width = (uint32_t)across;
    *height = (uint32_t)down;
    return CLI_FINE;
}

bool cli_is_projected(uint64_t epsg)
{
    return epsg >= 1024 && epsg <= 32766 && !(epsg >= 4000 && epsg < 5000);
}

int cli_crs_of(const cli_arguments *arguments, uint64_t *epsg)
{
    static const char prefix[] = "EPSG:";
    const char *text = arguments->values[CLI_CRS];
    *epsg = 0;
    if (text == NULL) return CLI_FINE;
    const char *number = text + (strncmp(text, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0);
    bool good = number[0] != '\0' && number[strspn(number, "0123456789")] == '\0' && strlen(number) < 8;
    *epsg = good ? strtoul(number, NULL, 10) : 0;
    if (*epsg >= 4000 && *epsg < 5000)
        return cli_usage("--crs: EPSG:%u is in degrees; give a projected coordinate system like EPSG:32632",
                         (unsigned)*epsg);
    if (cli_is_projected(*epsg)) return CLI_FINE;
    return cli_usage("--crs takes the number of a projected coordinate system like EPSG:32632, not \"%s\"", text);
}
