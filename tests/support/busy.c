#include "busy.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"

enum { BANNER = 49, POSE = 65, CROSSING = 21, CONTACT = 33, PIT = 1 };
enum { TYPE_POSE = 15, TYPE_CROSSING = 6, TYPE_CONTACT = 17, TYPE_PIT = 2 };

typedef struct writer {
    const busy *wanted;
    uint8_t *bytes;
    size_t fill, room, count_at; /* where the slice has its number of events */
    uint32_t slices, events, in_slice;
} writer;

/* Room for `size` bytes more, all 0. */
static uint8_t *more(writer *to, size_t size)
{
    if (to->room - to->fill < size) {
        to->room = 2 * (to->room + size) + 4096;
        to->bytes = realloc(to->bytes, to->room);
        assert(to->bytes != NULL);
    }
    uint8_t *at = to->bytes + to->fill;
    to->fill += size;
    return memset(at, 0, size);
}

static void put_text(writer *to, const char *text, size_t prefix)
{
    uint8_t *at = more(to, prefix + strlen(text));
    at[0] = (uint8_t)strlen(text);
    memcpy(at + prefix, text, strlen(text));
}

static uint8_t *event(writer *to, unsigned slot, unsigned size, unsigned type, unsigned flag)
{
    pdk_store_u32(more(to, 5), slot | size << 8 | type << 17 | 10u << 26 | flag << 30);
    to->events++;
    to->in_slice++;
    return more(to, size);
}

/* The first crosses the line, at angle 0, when the recording begins; the others a little later. */
static double angle_of(const busy *wanted, unsigned slot, double time)
{
    return 6.283185307179586 * (time - 0.004 * slot) / wanted->lap;
}

static void put_pose(writer *to, unsigned slot, double time)
{
    double angle = angle_of(to->wanted, slot, time), radius = 40 + 0.02 * slot;
    uint8_t *at = event(to, slot, POSE, TYPE_POSE, 0);
    pdk_store_f32(at + 41, (float)(radius * cos(angle)));
    pdk_store_f32(at + 49, (float)(radius * sin(angle)));
    pdk_store_f32(at + 57, (float)(-angle - 1.5707963267948966));
}

static void put_crossing(writer *to, unsigned slot, unsigned lap)
{
    uint8_t *at = event(to, slot, CROSSING, TYPE_CROSSING, 3);
    pdk_store_f32(at, lap > 0 ? (float)to->wanted->lap + 0.001F * (float)((lap + 6) % 7) : -1); /* -1 begins a lap */
    pdk_store_f32(at + 4, (float)(to->wanted->lap * lap) + 0.004F * (float)slot);
    pdk_store_u16(at + 8, (uint16_t)(lap << 2));
}

static void put_contact(writer *to, unsigned slot, unsigned other, unsigned id)
{
    uint8_t *at = event(to, slot, CONTACT, TYPE_CONTACT, 3);
    pdk_store_f32(at + 8, 100);
    pdk_store_u32(at + 28, id);
    at[32] = (uint8_t)other;
}

static void put_pit(writer *to, unsigned code)
{
    event(to, 0, PIT, TYPE_PIT, 0)[0] = (uint8_t)code;
}

/* What happens in a second beside the crossings. */
static void put_second(writer *to, unsigned second)
{
    const busy *wanted = to->wanted;
    if (wanted->apart > 0 && second % wanted->apart == wanted->apart - 1) {
        unsigned id = second / wanted->apart, one = id % wanted->drivers, two = (id + 1) % wanted->drivers;
        put_contact(to, one, two, id);
        put_contact(to, two, one, id);
    }
    if (wanted->every_visit > 0 && second % wanted->every_visit == 0) put_pit(to, 34);
    if (wanted->every_visit > 0 && second % wanted->every_visit == 1) put_pit(to, 32);
}

static void begin_slice(writer *to, double time)
{
    to->count_at = to->fill + 4;
    to->in_slice = 0;
    to->slices++;
    pdk_store_f32(more(to, 6), (float)time);
}

static void put_slices(writer *to)
{
    const busy *wanted = to->wanted;
    for (uint32_t i = 0, lap = wanted->lap * wanted->poses; i <= wanted->laps * lap; i++) {
        double time = (double)i / wanted->poses;
        begin_slice(to, time);
        for (unsigned slot = 0; slot < wanted->drivers; slot++) put_pose(to, slot, time);
        for (unsigned slot = 0; slot < wanted->drivers && i % lap == 0; slot++) put_crossing(to, slot, i / lap);
        if (i % wanted->poses == 0) put_second(to, i / wanted->poses);
        pdk_store_u16(to->bytes + to->count_at, (uint16_t)to->in_slice);
    }
}

static void put_driver(writer *to, unsigned slot)
{
    char name[] = "Driver 000";
    for (size_t i = 0, number = slot; i < 3; i++, number /= 10) name[sizeof name - 2 - i] = (char)('0' + number % 10);
    if (slot > 0) more(to, 3);
    more(to, 1)[0] = (uint8_t)slot;
    put_text(to, name, 1);
    for (int i = 0; i < 4; i++) put_text(to, "", 1);
    pdk_store_f32(more(to, 24) + 20, (float)(to->wanted->lap * to->wanted->laps));
}

static void put_metadata(writer *to)
{
    static const char *const texts[] = {
        "{\"sceneDesc\":\"X\",\"session\":\"RACE\"}", "x.scn", "x.aiw", "X", "1.0", "beef", "C:/g"
    };
    pdk_store_u32(to->bytes + BANNER + 4, (uint32_t)to->fill);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) put_text(to, texts[i], 4);
    more(to, 2)[1] = 10;
    more(to, 67);
    pdk_store_u32(more(to, 4), to->wanted->drivers);
    for (unsigned slot = 0; slot < to->wanted->drivers; slot++) put_driver(to, slot);
    uint8_t *at = more(to, 28);
    pdk_store_u32(at + 4, to->slices);
    pdk_store_u32(at + 8, to->events);
    pdk_store_f32(at + 16, (float)(to->wanted->lap * to->wanted->laps));
}

uint8_t *busy_replay(const busy *wanted, size_t *size)
{
    writer to = { .wanted = wanted };
    memcpy(more(&to, BANNER), "//[[gMb1.002f (c)2016    ]] [[            ]]\nIRSR", BANNER);
    pdk_store_u32(more(&to, 12), 0x80000008U);
    put_slices(&to);
    put_metadata(&to);
    *size = to.fill;
    return to.bytes;
}
