/* Which tyres a car has, from the choices of tyres. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/vcr/vcr_session.h"
#include "model/compound.h"

static void take_choice(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    char numbers[4][16];
    pdk_text wheels[4];
    if (!isfinite(row->values[0]) || isnan(row->values[1])) return;
    for (int i = 0; i < 4; i++) {
        if (isnan(row->values[2 + i])) return;
        snprintf(numbers[i], sizeof numbers[i], "%.0f", row->values[2 + i]);
        wheels[i] = (pdk_text){ numbers[i], strlen(numbers[i]) };
    }
    pdk_session_tyres *tyres = pdk_vector_push(&to->tyres);
    if (tyres == NULL) {
        to->failed = true;
        return;
    }
    *tyres = (pdk_session_tyres){ .time = row->values[0], .slot = (uint32_t)row->values[1] };
    to->failed |= !pdk_compound_text(to->memory, wheels, &tyres->compound);
}

pdk_status pdk_vcr_gather_tyres(pdk_vcr_gathering *to)
{
    static const char *const columns[] = {
        "time", "driver", "front_left_compound", "front_right_compound", "rear_left_compound", "rear_right_compound",
        NULL
    };
    static const char *const texts[] = { NULL };
    pdk_status status = pdk_vcr_each_row(to, "tyres", columns, texts, take_choice);
    if (status == PDK_OK && to->failed) status = pdk_fail_memory(to->error, to->memory, "the session");
    return status;
}
