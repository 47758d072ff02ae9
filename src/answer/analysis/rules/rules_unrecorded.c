/* What a recording cannot show a steward, in words. */
#include "analysis/rules/rules.h"

typedef struct gap {
    bool applies;
    const char *text;
} gap;

static pdk_status make(pdk_answers *answers, void *made, pdk_error *error)
{
    const pdk_rules *rules;
    const pdk_incidents *incidents;
    pdk_text *unrecorded = made;
    pdk_status status = pdk_answers_rules_base(answers, &rules, error);
    if (status == PDK_OK) status = pdk_answers_incidents(answers, &incidents, error);
    if (status != PDK_OK) return status;
    const pdk_race_view *race = &rules->race;
    const bool is_race = race->laps->is_race, green = isfinite(race->laps->green);
    const pdk_analysis_options *options = &answers->options;
    const gap gaps[] = {
        { !is_race, "jump starts and blue flags: this is no race" },
        { is_race && !green, "jump starts: nothing records when the race began" },
        { rules->is_rolling, "jump starts: most cars were moving when the race began (a rolling start)" },
        { is_race && (race->stations == NULL || !race->stations->model->closed),
          "blue flags: there is no lap to make a track of" },
        { is_race, "blue flags: whether one was shown" },
        { incidents->judged_by == NULL, "track limits and rejoins: the edges of the track are unknown" },
        { !race->session->has_penalties && race->session->cut_count == 0,
          "track limits: what the game reported, and penalties" },
        { !(options->min_stop > 0), "pit stops: how long one must be (--min-stop)" },
        { !(options->pit_limit > 0), "pit lane: its speed limit (--pit-limit)" },
        { true, "pit lane: when it was closed" },
    };
    pdk_memory scratch;
    pdk_text_pool pool;
    pdk_memory_init_within(&scratch, answers->memory);
    pdk_text_pool_begin(&pool, answers->memory, &scratch);
    for (size_t i = 0, count = 0; i < sizeof gaps / sizeof gaps[0]; i++) {
        if (gaps[i].applies) pdk_pool_print(&pool, "%s%s", count++ > 0 ? "; " : "", gaps[i].text);
    }
    *unrecorded = pdk_pool_take(&pool);
    bool good = !pool.failed;
    pdk_text_pool_end(&pool);
    pdk_memory_destroy(&scratch);
    return good ? PDK_OK : pdk_fail_memory(error, answers->memory, "what is not recorded");
}

const pdk_step pdk_step_rules_unrecorded = { .name = "rules_unrecorded",
                                             .needs = PDK_NEEDS(rules_base) | PDK_NEEDS(incidents),
                                             .size = sizeof(pdk_text),
                                             .make = make };
