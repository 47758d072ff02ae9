#include "laz_scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "random.h"

enum { HEADER = 375 };

static const uint8_t bases[] = { 20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67 };
static const uint8_t times[] = { 0, 20, 0, 20, 20, 20, 22, 22, 22, 22, 22 };

static uint64_t one_in(uint64_t *seed, uint64_t many)
{
    return (random_next(seed) >> 32) % many == 0;
}

static uint8_t byte(uint64_t *seed)
{
    return (uint8_t)(random_next(seed) >> 40);
}

static void step_time(uint8_t *time, uint64_t *seed)
{
    uint64_t value = pdk_load_u64(time), chance = random_next(seed) >> 40;
    if (chance % 50 == 0) value = chance % 5 << 52 | chance % 7; /* another sequence, or a new one */
    else if (chance % 20 == 1) value -= chance % 60000 * 37;
    else value += 1000 + (chance % 3 > 0 ? 0 : chance % 40);
    pdk_store_u64(time, value);
}

/* From the last point to the next: small steps, seldom large ones, values that come in runs. */
static void step(const laz_scan_options *options, uint8_t *point, uint64_t *seed)
{
    bool newer = options->format >= 6;
    for (size_t k = 0; k < 3; k++) {
        uint32_t far = one_in(seed, 997) ? UINT32_C(1) << 31 : 0;
        uint32_t by = (uint32_t)((random_next(seed) >> 40) % 2000) - 900 + far;
        pdk_store_u32(point + 4 * k, pdk_load_u32(point + 4 * k) + by);
    }
    if (one_in(seed, 3)) pdk_store_u16(point + 12, (uint16_t)(random_next(seed) >> 50));
    if (one_in(seed, 2)) point[14] = newer ? byte(seed) : (uint8_t)((1 + byte(seed) % 5) | (1 + byte(seed) % 5) << 3);
    for (size_t at = 15; at < (newer ? 22U : 20U); at++) {
        if (one_in(seed, 7)) point[at] = byte(seed);
    }
    if (times[options->format] != 0 && !one_in(seed, 4)) step_time(point + times[options->format], seed);
    size_t beside = times[options->format] != 0 ? times[options->format] + 8U : bases[options->format];
    if (options->format == 2) beside = 20;
    for (size_t at = beside; at < bases[options->format] + options->extra; at++) {
        if (one_in(seed, 6)) point[at] = (uint8_t)(point[at] + byte(seed) % 8);
    }
}

static void choose_channel(const laz_scan_options *options, uint8_t *point, uint64_t *seed)
{
    if (options->format < 6 || options->channels == 0) return;
    unsigned channel = point[15] >> 4 & 3;
    while ((options->channels >> channel & 1) == 0) channel = byte(seed) & 3;
    point[15] = (uint8_t)((point[15] & 0xCF) | channel << 4);
}

static void put_doubles(uint8_t *bytes, size_t at, double value)
{
    for (size_t k = 0; k < 3; k++) pdk_store_f64(bytes + at + 8 * k, value);
}

/* Least and greatest places, of the points as they are scaled. */
static void put_bounds(const laz_scan *scan, uint32_t points)
{
    for (size_t k = 0; k < 3; k++) {
        double least = INFINITY, most = -INFINITY;
        for (uint32_t i = 0; i < points; i++) {
            double place = pdk_load_i32(scan->bytes + scan->points_at + (size_t)i * scan->point_size + 4 * k) / 100.0;
            least = fmin(least, place);
            most = fmax(most, place);
        }
        pdk_store_f64(scan->bytes + 179 + 16 * k, most);
        pdk_store_f64(scan->bytes + 187 + 16 * k, least);
    }
}

laz_scan laz_scan_make(const laz_scan_options *options)
{
    uint64_t seed = options->seed + UINT64_C(88172645463325252);
    laz_scan scan = { .points_at = HEADER, .point_size = bases[options->format] + options->extra };
    scan.size = HEADER + (size_t)options->points * scan.point_size;
    scan.bytes = calloc(1, scan.size);
    if (scan.bytes == NULL) abort();
    memcpy(scan.bytes, "LASF", 4);
    scan.bytes[24] = 1;
    scan.bytes[25] = 4;
    pdk_store_u16(scan.bytes + 94, HEADER);
    pdk_store_u32(scan.bytes + 96, HEADER);
    scan.bytes[104] = (uint8_t)options->format;
    pdk_store_u16(scan.bytes + 105, (uint16_t)scan.point_size);
    pdk_store_u64(scan.bytes + 247, options->points);
    put_doubles(scan.bytes, 131, 0.01);
    for (uint32_t i = 0; i < options->points; i++) {
        uint8_t *point = scan.bytes + HEADER + (size_t)i * scan.point_size;
        if (i == 0 || options->random) random_bytes(&seed, point, scan.point_size);
        else memcpy(point, point - scan.point_size, scan.point_size);
        if (i == 0 && !options->random) memset(point, 0, 12);
        if (i > 0 && !options->random) step(options, point, &seed);
        choose_channel(options, point, &seed);
    }
    put_bounds(&scan, options->points);
    return scan;
}
