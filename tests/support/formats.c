#include "formats.h"

#include <stdio.h>
#include <string.h>

#include "support.h"

size_t dialects_of(const pdk_format_info *format, char names[MAX_DIALECTS][16], const char *list[MAX_DIALECTS])
{
    const char *at = format->synth_dialects;
    list[0] = NULL;
    if (at == NULL) return 1;
    size_t count = 0;
    while (*at != '\0') {
        size_t length = strcspn(at, " ");
        assert_true(count < MAX_DIALECTS && length < 16);
        snprintf(names[count], 16, "%.*s", (int)length, at);
        list[count] = names[count];
        count++;
        at += length;
        at += strspn(at, " ");
    }
    return count;
}

size_t formats_that(unsigned ability, const pdk_format_info *list[MAX_FORMATS])
{
    size_t count = 0;
    assert_true(pdk_format_count() <= MAX_FORMATS);
    for (size_t i = 0; i < pdk_format_count(); i++) {
        if ((pdk_format_at(i)->abilities & ability) != 0) list[count++] = pdk_format_at(i);
    }
    assert_true(count > 0);
    return count;
}

bool takes_synth_option(const pdk_format_info *format, const char *option)
{
    size_t length = strlen(option);
    for (const char *at = format->synth_options; at != NULL && *at != '\0';) {
        size_t word = strcspn(at, " ");
        if (word == length && memcmp(at, option, length) == 0) return true;
        at += word;
        at += strspn(at, " ");
    }
    return false;
}
