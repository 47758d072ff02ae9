/* Values of options. */
#ifndef PADDOCK_CLI_OPTION_VALUES_H
#define PADDOCK_CLI_OPTION_VALUES_H

#include "arguments.h"
#include "options.h"
#include "paddock/paddock.h"

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
/* A number above zero, such as how many a second; *value stays as it is when not given. */
int cli_rate_of(const cli_arguments *arguments, cli_option option, double *value);
/* A height or length; *value stays as it is when not given. */
int cli_metres_of(const cli_arguments *arguments, cli_option option, double *value);
/* --size WxH; both stay as they are when it is not given. */
int cli_size_of(const cli_arguments *arguments, uint32_t *width, uint32_t *height);
/* Can EPSG's list have a projected coordinate system of this number? Those from 4000 to 4999 are in degrees. */
bool cli_is_projected(uint64_t epsg);
/* --crs EPSG:N, the number of a projected coordinate system; 0 when not given. */
int cli_crs_of(const cli_arguments *arguments, uint64_t *epsg);
/* 80, 80.5, 1:20.5, 1:02:03.5, with a sign before it; moves *text past it. */
bool cli_read_time(const char **text, double *seconds);

#endif
