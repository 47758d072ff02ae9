/* How values that were read are kept in a path: small, with a mark for missing values. */
#include <math.h>

#include "base/trigonometry.h"
#include "motion/paths_parts.h"

static uint8_t to_byte(double share)
{
    return share > 0 ? (uint8_t)((share < 1 ? share : 1) * 255 + 0.5) : 0;
}

pdk_path_sample pdk_path_sample_of(const pdk_path_reading *reading)
{
    if (!(fabs(reading->time) < INFINITY)) return (pdk_path_sample){ .time = NAN };
    return (pdk_path_sample){
        .time = reading->time,
        .x = (float)reading->x,
        .y = (float)reading->y,
        .z = (float)reading->z,
        .speed = fabs(reading->speed) < 1e6 ? (float)reading->speed : NAN,
        .heading = (float)(fabs(reading->heading) < 1e6 ? pdk_wrap_angle(reading->heading) : NAN),
        .throttle = to_byte(reading->throttle),
        .brake = to_byte(reading->brake),
        .gear = fabs(reading->gear) < 100 ? (int8_t)reading->gear : PDK_PATH_NO_GEAR,
    };
}
