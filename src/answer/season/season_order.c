/* The order of the standings, of drivers or teams. */
#include "base/merge_sort.h"
#include "season/season.h"

typedef struct ordering {
    size_t rounds;
    uint32_t places;
} ordering;

static uint32_t places_of(const pdk_season_row *row, size_t rounds, uint32_t place)
{
    uint32_t count = 0;
    for (size_t r = 0; r < rounds; r++) count += row->cells[r].scores && row->cells[r].position == place;
    return count;
}

static int by_points(const void *a, const void *b, void *user)
{
    const pdk_season_row *one = a, *other = b;
    const ordering *how = user;
    if (one->points > other->points || one->points < other->points) return one->points > other->points ? -1 : 1;
    for (uint32_t place = 1; place <= how->places; place++) {
        uint32_t first = places_of(one, how->rounds, place), second = places_of(other, how->rounds, place);
        if (first != second) return first > second ? -1 : 1;
    }
    for (size_t r = how->rounds; r-- > 0;) {
        uint32_t first = one->cells[r].position, second = other->cells[r].position; /* UINT32_MAX: was not there */
        if (first != second) return first < second ? -1 : 1;
    }
    return 0;
}

pdk_status pdk_season_sort(pdk_season *season, pdk_season_standings *standings, pdk_error *error)
{
    ordering how = { .rounds = season->races.count };
    const pdk_season_entry *entries = season->entries.items;
    for (size_t i = 0; i < season->entries.count; i++) {
        bool further = entries[i].result.has_position && entries[i].result.position > how.places;
        if (further) how.places = entries[i].result.position;
    }
    if (!pdk_merge_sort(pdk_season_memory(season), standings->rows, standings->count, standings->row_size, by_points,
                        &how))
        return pdk_fail_memory(error, pdk_season_memory(season), "the standings");
    for (size_t i = 0; i < standings->count; i++) pdk_season_row_at(standings, i)->position = (uint32_t)i + 1;
    return PDK_OK;
}
