#include "laz_pack_items.h"

int32_t laz_median_of(const laz_median *median)
{
    return median->values[2];
}

void laz_median_push(laz_median *median, int32_t value)
{
    int32_t middle = median->values[2], *v = median->values;
    int at;
    if (!median->not_high) {
        for (at = 4; at > 0 && v[at - 1] > value; at--) v[at] = v[at - 1];
        v[at] = value;
        if (value >= middle) median->not_high = true;
    } else {
        for (at = 0; at < 4 && v[at + 1] < value; at++) v[at] = v[at + 1];
        v[at] = value;
        if (value <= middle) median->not_high = false;
    }
}

static bool is_near(uint64_t from, uint64_t to)
{
    int64_t change = (int64_t)(to - from);
    return change >= INT32_MIN && change <= INT32_MAX;
}

static void put_multiple(laz_stream *stream, laz_time *time, uint64_t value, uint32_t symbols)
{
    uint32_t i = time->current, symbol, context;
    int32_t change = (int32_t)(uint32_t)(value - time->last[i]);
    int64_t factor = ((int64_t)change * 2 + time->step[i]) / ((int64_t)2 * time->step[i]);
    if (factor > 500) factor = 500;
    if (factor < -10) factor = -10;
    symbol = factor >= 0 ? (uint32_t)factor : (uint32_t)(500 - factor);
    context = symbol == 0     ? 7
              : symbol == 1   ? 1
              : symbol < 10   ? 2
              : symbol < 500  ? 3
              : symbol == 500 ? 4
              : symbol < 510  ? 5
                              : 6;
    laz_put_symbol(stream, &time->multiple, symbols, symbol);
    laz_put_number(stream, &time->number, 32, context, (uint32_t)(factor * time->step[i]), (uint32_t)change);
    if (symbol == 1) time->far[i] = 0;
    if (symbol == 0 || symbol == 500 || symbol == 510) {
        if (++time->far[i] > 3) {
            time->step[i] = change;
            time->far[i] = 0;
        }
    }
    time->last[i] = value;
}

/* Another sequence where only that is near; otherwise a new one. */
static void put_jump(laz_stream *stream, laz_time *time, uint64_t value, bool layered)
{
    bool none = time->step[time->current] == 0;
    laz_model *model = none ? &time->same : &time->multiple;
    uint32_t symbols = none ? (layered ? 5 : 6) : (layered ? 515 : 516),
             base = none ? (layered ? 1 : 2) : (layered ? 511 : 512);
    for (uint32_t more = 1; more < 4; more++) {
        if (!is_near(time->last[(time->current + more) % 4], value)) continue;
        laz_put_symbol(stream, model, symbols, base + more);
        time->current = (time->current + more) % 4;
        laz_put_time(stream, time, value, layered);
        return;
    }
    laz_put_symbol(stream, model, symbols, base);
    laz_put_number(stream, &time->number, 32, 8, (uint32_t)(time->last[time->current] >> 32), (uint32_t)(value >> 32));
    laz_put_raw(stream, 32, (uint32_t)value);
    time->next = (time->next + 1) % 4;
    time->current = time->next;
    time->last[time->current] = value;
    time->step[time->current] = 0;
    time->far[time->current] = 0;
}

void laz_put_time(laz_stream *stream, laz_time *time, uint64_t value, bool layered)
{
    uint32_t i = time->current;
    if (!is_near(time->last[i], value)) {
        put_jump(stream, time, value, layered);
    } else if (!layered && time->last[i] == value) {
        if (time->step[i] == 0) laz_put_symbol(stream, &time->same, 6, 0);
        else laz_put_symbol(stream, &time->multiple, 516, 511);
    } else if (time->step[i] == 0) {
        laz_put_symbol(stream, &time->same, layered ? 5 : 6, layered ? 0 : 1);
        time->step[i] = (int32_t)(uint32_t)(value - time->last[i]);
        laz_put_number(stream, &time->number, 32, 0, 0, (uint32_t)time->step[i]);
        time->last[i] = value;
        time->far[i] = 0;
    } else {
        put_multiple(stream, time, value, layered ? 515 : 516);
    }
}

void laz_time_free(laz_time *time)
{
    laz_model_free(&time->same);
    laz_model_free(&time->multiple);
    laz_number_free(&time->number);
}

static int clamped(int value)
{
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

/* Bytes of colours: red low, red high, green low ... */
void laz_put_color(laz_stream *stream, laz_color *color, const uint8_t *last, const uint8_t *now)
{
    uint32_t used = (last[0] != now[0] ? 1U : 0U) | (last[1] != now[1] ? 2U : 0U) | (last[2] != now[2] ? 4U : 0U) |
                    (last[3] != now[3] ? 8U : 0U) | (last[4] != now[4] ? 16U : 0U) | (last[5] != now[5] ? 32U : 0U);
    bool gray = memcmp(now, now + 2, 2) == 0 && memcmp(now, now + 4, 2) == 0;
    if (!gray) used |= 64;
    else used &= 3;
    laz_put_symbol(stream, &color->used, 128, used);
    for (int half = 0; half < 2; half++) {
        if (used & (1U << half)) laz_put_symbol(stream, &color->halves[half], 256, (uint8_t)(now[half] - last[half]));
    }
    for (int half = 0; half < 2 && !gray; half++) {
        int change = now[half] - last[half];
        if (used & (4U << half)) {
            laz_put_symbol(stream, &color->halves[2 + half], 256,
                           (uint8_t)(now[2 + half] - clamped(change + last[2 + half])));
        }
        change = (change + now[2 + half] - last[2 + half]) / 2;
        if (used & (16U << half)) {
            laz_put_symbol(stream, &color->halves[4 + half], 256,
                           (uint8_t)(now[4 + half] - clamped(change + last[4 + half])));
        }
    }
}

void laz_color_free(laz_color *color)
{
    laz_model_free(&color->used);
    for (int i = 0; i < 6; i++) laz_model_free(&color->halves[i]);
}

void laz_put_wave(laz_stream *stream, laz_wave *wave, laz_wave_last *memory, const uint8_t *last, const uint8_t *now)
{
    uint64_t offset = pdk_load_u64(now + 1), before = pdk_load_u64(last + 1);
    uint32_t size = pdk_load_u32(last + 9);
    uint32_t kind = offset == before ? 0 : offset == before + size ? 1 : is_near(before, offset) ? 2 : 3;
    laz_put_symbol(stream, &wave->index, 256, now[0]);
    laz_put_symbol(stream, &wave->kinds[memory->kind], 4, kind);
    memory->kind = kind;
    if (kind == 2) {
        uint32_t difference = (uint32_t)(offset - before);
        laz_put_number(stream, &wave->offset, 32, 0, memory->difference, difference);
        memory->difference = difference;
    } else if (kind == 3) {
        laz_put_raw_long(stream, offset);
    }
    laz_put_number(stream, &wave->size, 32, 0, size, pdk_load_u32(now + 9));
    laz_put_number(stream, &wave->point, 32, 0, pdk_load_u32(last + 13), pdk_load_u32(now + 13));
    for (uint32_t k = 0; k < 3; k++)
        laz_put_number(stream, &wave->xyz, 32, k, pdk_load_u32(last + 17 + 4 * k), pdk_load_u32(now + 17 + 4 * k));
}

void laz_wave_free(laz_wave *wave)
{
    laz_model_free(&wave->index);
    for (int i = 0; i < 4; i++) laz_model_free(&wave->kinds[i]);
    laz_number_free(&wave->offset);
    laz_number_free(&wave->size);
    laz_number_free(&wave->point);
    laz_number_free(&wave->xyz);
}
