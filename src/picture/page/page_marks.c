/* Skid marks and smoke as a block. */
#include "model/skid_marks.h"
#include "json/contract.h"
#include "page/page_data.h"

enum { MOST_POINTS = 100000, MOST_PUFFS = 20000 };

static const double time_step = 0.001, place_step = 0.02, speed_step = 0.05, opacity_step = 1.0 / 64;

/* What of it goes into the page: every n-th point of a mark besides its first and last, every n-th puff. */
typedef struct marks_plan {
    const pdk_skid_marks *marks;
    size_t every_point, every_puff;
    size_t *shown; /* numbers of points ... */
    size_t shown_count, puff_count;
    uint32_t *counts; /*   ... so many of each mark */
    double *room;
} marks_plan;

static bool choose(const pdk_skid_marks *marks, pdk_memory *memory, marks_plan *plan)
{
    size_t most = marks->point_count > marks->puff_count ? marks->point_count : marks->puff_count;
    *plan = (marks_plan){ .marks = marks,
                          .every_point = marks->point_count / MOST_POINTS + 1,
                          .every_puff = marks->puff_count / MOST_PUFFS + 1,
                          .shown = pdk_alloc_array(memory, marks->point_count, sizeof *plan->shown),
                          .counts = pdk_alloc_array(memory, marks->mark_count, sizeof *plan->counts),
                          .room = pdk_alloc_array(memory, most, sizeof *plan->room) };
    if (plan->shown == NULL || plan->counts == NULL || plan->room == NULL) return false;
    plan->puff_count = (marks->puff_count + plan->every_puff - 1) / plan->every_puff;
    for (size_t m = 0; m < marks->mark_count; m++) {
        const pdk_skid_mark *mark = &marks->marks[m];
        for (size_t i = 0; i < mark->count; i++) {
            if (i % plan->every_point != 0 && i + 1 < mark->count) continue;
            plan->shown[plan->shown_count++] = mark->first + i;
            plan->counts[m]++;
        }
    }
    return true;
}

static void put_points(pdk_page_block *block, const marks_plan *plan, const double origin[3])
{
    static const char *const names[] = { "x", "y", "z" };
    size_t count = plan->shown_count;
    const pdk_skid_point *points = plan->marks->points;
    pdk_page_put_exact(block, "count", PDK_UINT32, plan->counts, plan->marks->mark_count, NULL);
    for (size_t i = 0; i < count; i++) plan->room[i] = points[plan->shown[i]].time;
    pdk_page_put_steps(block, "time", PDK_FLOAT64, plan->room, count, (pdk_page_scale){ time_step, 0 });
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < count; i++) plan->room[i] = points[plan->shown[i]].place[k] - origin[k];
        pdk_page_put_steps(block, names[k], PDK_FLOAT32, plan->room, count, (pdk_page_scale){ place_step, 0 });
    }
    for (size_t i = 0; i < count; i++) plan->room[i] = (double)points[plan->shown[i]].opacity;
    pdk_page_put_steps(block, "opacity", PDK_FLOAT32, plan->room, count, (pdk_page_scale){ opacity_step, 0 });
}

static void put_puffs(pdk_page_block *block, const marks_plan *plan, const double origin[3])
{
    static const char *const names[] = { "puff_x", "puff_y", "puff_z", "drift_x", "drift_y", "drift_z" };
    size_t count = plan->puff_count;
    const pdk_smoke_puff *puffs = plan->marks->puffs;
    for (size_t i = 0; i < count; i++) plan->room[i] = puffs[i * plan->every_puff].time;
    pdk_page_put_steps(block, "puff_time", PDK_FLOAT64, plan->room, count, (pdk_page_scale){ time_step, 0 });
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < count; i++) plan->room[i] = puffs[i * plan->every_puff].place[k] - origin[k];
        pdk_page_put_steps(block, names[k], PDK_FLOAT32, plan->room, count, (pdk_page_scale){ place_step, 0 });
        for (size_t i = 0; i < count; i++) plan->room[i] = puffs[i * plan->every_puff].velocity[k];
        pdk_page_put_steps(block, names[3 + k], PDK_FLOAT32, plan->room, count, (pdk_page_scale){ speed_step, 0 });
    }
    for (size_t i = 0; i < count; i++) plan->room[i] = puffs[i * plan->every_puff].lifetime;
    pdk_page_put_steps(block, "lifetime", PDK_FLOAT32, plan->room, count, (pdk_page_scale){ speed_step, 0 });
}

static void put_note(pdk_json *json, const marks_plan *plan)
{
    const char *text = NULL;
    if (plan->every_point > 1 && plan->every_puff > 1)
        text = "There are very many skid marks and puffs of smoke: some of their points and some puffs are shown.";
    else if (plan->every_point > 1) text = "There are very many skid marks: some of their points are shown.";
    else if (plan->every_puff > 1) text = "There is very much smoke: some of the puffs are shown.";
    pdk_member_text(json, PDK_KEY_OF(marks, note), text);
}

bool pdk_page_has_marks(const pdk_document *document)
{
    const pdk_services *services = document->services;
    if (services == NULL || services->marks == NULL) return false;
    const char *const names[] = { services->marks->points, services->marks->smoke };
    for (size_t i = 0; i < 2; i++) {
        const pdk_table *table = pdk_document_own_table(document, names[i]);
        if (table != NULL && pdk_table_rows(table) > 0) return true;
    }
    return false;
}

pdk_status pdk_page_put_marks(const pdk_document *document, const pdk_page_moving *moving, pdk_memory *memory,
                              pdk_output *output, pdk_error *error)
{
    pdk_skid_marks marks;
    marks_plan plan;
    pdk_page_block block;
    if (!pdk_page_has_marks(document))
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "page.marks", "there are no skid marks and no smoke");
    pdk_status status = pdk_skid_marks_read(document, memory, &marks, error);
    if (status == PDK_OK && !choose(&marks, memory, &plan)) status = pdk_fail_memory(error, memory, "skid marks");
    if (status == PDK_OK) status = pdk_page_block_begin(&block, memory, error);
    if (status != PDK_OK) return status;
    put_note(&block.json, &plan);
    put_points(&block, &plan, moving->origin);
    put_puffs(&block, &plan, moving->origin);
    return pdk_page_block_end(&block, output, error);
}
