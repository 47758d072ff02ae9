/* How hard it rains, from the reports of the weather: Le Mans Ultimate has it, for the whole track. */
#include <math.h>

#include "format/vcr/vcr_session.h"

static void take_report(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    double time = row->values[0], rain = row->values[1];
    const double *times = to->rain_times.items;
    if (!isfinite(time) || isnan(rain)) return;
    if (to->rain_times.count > 0 && !(time > times[to->rain_times.count - 1])) return; /* the clock went back */
    double *own_time = pdk_vector_push(&to->rain_times), *own_rain = pdk_vector_push(&to->rain);
    if (own_time == NULL || own_rain == NULL) {
        to->failed = true;
        return;
    }
    *own_time = time;
    *own_rain = rain;
}

static const char *const columns[] = { "time", "rain", NULL };
const pdk_vcr_reading pdk_vcr_rain_reading = { .table = "weather", .numbers = columns, .take = take_report };
