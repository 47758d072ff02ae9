/* Names and units of MoTeC's workbooks. "Tyre Temp" is that of the tread there, and no game's file has it. In the ADL's
 * log yaw velocity and lateral acceleration rise together (correlation 0.93). Sources: a log of an ADL, and what
 * exporters of other games write; that lateral acceleration is positive in left-hand corners is from the manual of
 * MoTeC's Interpreter ("Track map"). */
#include "logger/motec_channels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fixed_number.h"

static const struct {
    const char *name, *short_name, *unit;
    double factor;
    int decimals;
} kinds[PDK_LOG_IDS] = {
    [PDK_LOG_SPEED] = { "Ground Speed", "Speed", "km/h", 3.6, 2 },
    [PDK_LOG_THROTTLE] = { "Throttle Pos", "Thr", "%", 100, 2 },
    [PDK_LOG_BRAKE] = { "Brake Pos", "Brake", "%", 100, 2 },
    [PDK_LOG_CLUTCH] = { "Clutch Pos", "Clutch", "%", 100, 2 },
    [PDK_LOG_HANDBRAKE] = { "Handbrake Pos", "HBrake", "%", 100, 2 },
    [PDK_LOG_STEER_ANGLE] = { "Steered Angle", "Steer", "deg", 180 / 3.141592653589793, 2 },
    [PDK_LOG_STEER] = { "Steering Pos", "Steer", "%", 100, 2 },
    [PDK_LOG_GEAR] = { "Gear", "Gear", "", 1, 0 },
    [PDK_LOG_ENGINE_SPEED] = { "Engine RPM", "RPM", "rpm", 30 / 3.141592653589793, 1 },
    [PDK_LOG_LONGITUDINAL] = { "G Force Long", "G Long", "G", 1, 4 },
    [PDK_LOG_LATERAL] = { "G Force Lat", "G Lat", "G", 1, 4 },
    [PDK_LOG_VERTICAL] = { "G Force Vert", "G Vert", "G", 1, 4 },
    [PDK_LOG_X] = { "Position X", "Pos X", "m", 1, 3 },
    [PDK_LOG_Y] = { "Position Y", "Pos Y", "m", 1, 3 },
    [PDK_LOG_Z] = { "Altitude", "Alt", "m", 1, 3 },
    [PDK_LOG_COURSE] = { "GPS Heading", "GPS Hdg", "deg", 180 / 3.141592653589793, 2 },
    [PDK_LOG_LATITUDE] = { "GPS Latitude", "GPS Lat", "deg", 1, 7 },
    [PDK_LOG_LONGITUDE] = { "GPS Longitude", "GPS Lon", "deg", 1, 7 },
    [PDK_LOG_LAP] = { "Lap Number", "Lap", "", 1, 0 },
    [PDK_LOG_LAP_DISTANCE] = { "Lap Distance", "Lap Dist", "m", 1, 2 },
    [PDK_LOG_LAP_TIME] = { "Lap Time", "Lap Time", "s", 1, 3 },
    [PDK_LOG_RUNNING_TIME] = { "Running Lap Time", "Run Time", "s", 1, 3 },
    [PDK_LOG_WHEEL_SPEED] = { "Wheel Speed", "WSpd", "km/h", 3.6, 2 },
    [PDK_LOG_SUSPENSION] = { "Susp Pos", "SPos", "mm", 1000, 3 },
    [PDK_LOG_WHEEL_LOAD] = { "Wheel Load", "Load", "N", 1, 0 },
    [PDK_LOG_WHEEL_FORWARD] = { "Tyre Force Long", "FLong", "N", 1, 0 },
    [PDK_LOG_WHEEL_RIGHT] = { "Tyre Force Right", "FRight", "N", 1, 0 },
    [PDK_LOG_WHEEL_STEER] = { "Wheel Angle", "WAng", "deg", 180 / 3.141592653589793, 2 },
    [PDK_LOG_WHEEL_LEAN] = { "Wheel Lean", "WLean", "deg", 180 / 3.141592653589793, 2 },
    [PDK_LOG_TYRE_AIR] = { "Tyre Air Temp", "TAir", "C", 1, 0 },
    [PDK_LOG_TYRE_SLIP] = { "Tyre Slip", "TSlip", "%", 100, 1 },
    [PDK_LOG_YAW_RATE] = { "Gyro Yaw Velocity", "Yaw", "deg/s", 180 / 3.141592653589793, 2 },
    [PDK_LOG_BRAKE_BALANCE] = { "Brake Bias Setting", "Bias", "%", 100, 1 },
};

void pdk_motec_title(char *to, size_t capacity, const char *name)
{
    size_t length = 0;
    for (size_t i = 0; name[i] != '\0' && length + 1 < capacity; i++) {
        bool begins = i == 0 || name[i - 1] == '_';
        char letter = name[i] == '_' ? ' ' : name[i];
        to[length++] = begins && letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    }
    to[length] = '\0';
}

/* Five digits of what there is; none after the point of whole numbers. */
static int own_decimals(const double *values, uint64_t count)
{
    double most = 0;
    bool whole = true;
    for (uint64_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) continue;
        most = fmax(most, fabs(values[i]));
        whole = whole && fabs(values[i] - round(values[i])) <= 0;
    }
    if (whole) return 0;
    int digits = 0;
    for (; most >= 1 && digits < 5; digits++) most /= 10;
    return 5 - digits;
}

static void name_channel(const pdk_log_channel *from, uint64_t count, pdk_motec_channel *to)
{
    if (from->id == PDK_LOG_OTHER) {
        pdk_motec_title(to->name, sizeof to->name, from->name);
        pdk_motec_title(to->short_name, sizeof to->short_name, from->name);
        to->unit = from->unit != NULL ? from->unit : "";
        to->decimals = own_decimals(from->values, count);
        return;
    }
    const char *blank = from->wheel != NULL ? " " : "", *wheel = from->wheel != NULL ? from->wheel : "";
    snprintf(to->name, sizeof to->name, "%s%s%s", kinds[from->id].name, blank, wheel);
    snprintf(to->short_name, sizeof to->short_name, "%s%s", kinds[from->id].short_name, wheel);
    to->unit = kinds[from->id].unit;
    to->decimals = kinds[from->id].decimals;
}

pdk_status pdk_motec_channels(const pdk_log *log, pdk_motec_channel **channels, pdk_error *error)
{
    pdk_memory *memory = log->recording->job->memory;
    const pdk_log_channel *own = log->channels.items;
    *channels = pdk_alloc_array(memory, log->channels.count, sizeof **channels);
    if (*channels == NULL) return pdk_fail_memory(error, memory, "channels");
    for (size_t c = 0; c < log->channels.count; c++) {
        pdk_motec_channel *channel = &(*channels)[c];
        double factor = own[c].id != PDK_LOG_OTHER ? kinds[own[c].id].factor : 1;
        channel->values = own[c].values;
        pdk_log_hold(channel->values, log->count);
        for (uint64_t i = 0; i < log->count && (factor < 1 || factor > 1); i++) channel->values[i] *= factor;
        name_channel(&own[c], log->count, channel);
    }
    return PDK_OK;
}

const char *pdk_motec_comment(const pdk_log *log, const pdk_recorded_facts *facts)
{
    pdk_memory *memory = log->recording->job->memory;
    double before = log->seen_start - log->start, behind = pdk_log_time(log, log->count - 1) - log->seen_end;
    char lead[256] = "", held[160] = "", first[PDK_NUMBER_SPACE], last[PDK_NUMBER_SPACE];
    if (before > 0 || behind > 0.5 / (double)log->rate) {
        snprintf(lead, sizeof lead,
                 " The first %s s and the last %s s hold the values beside them, so that beacons are inside.",
                 pdk_decimal_text(first, fmax(before, 0), 2), pdk_decimal_text(last, fmax(behind, 0), 2));
    }
    if (log->held > 0)
        snprintf(held, sizeof held, " %s s without a recording hold the values before them.",
                 pdk_decimal_text(first, log->held, 1));
    return pdk_keep_printf(memory, "Written by Paddock %s from %s. Date and time are not recorded. %s%s%s",
                           pdk_version(), facts->file, pdk_recorded_origin_text, lead, held);
}
