/* The formats there are, for tests over all of them: a format that is added is in these tests at once. */
#ifndef PADDOCK_TESTS_FORMATS_H
#define PADDOCK_TESTS_FORMATS_H

#include "paddock/paddock.h"

enum { MAX_DIALECTS = 8, MAX_FORMATS = 64 };

/* The dialects a format can generate, each as a separate text; returns how many. Where there is only one, that is NULL
 * in a list of one. */
size_t dialects_of(const pdk_format_info *format, char names[MAX_DIALECTS][16], const char *list[MAX_DIALECTS]);

/* The formats with an ability (PDK_CAN_*); returns how many. */
size_t formats_that(unsigned ability, const pdk_format_info *list[MAX_FORMATS]);

/* Does an option of pdk_synth_options mean something for this format? */
bool takes_synth_option(const pdk_format_info *format, const char *option);

#endif
