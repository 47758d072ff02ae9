/* L: the JSON that a file begins its texts with, as properties. A text that is not JSON stays the one property it is.
 */
#include "format/vcr/vcr.h"
#include "json/json_read.h"

/* The keys that are reported, in the order in which properties are listed; others stay in event_info. */
static const struct {
    const char *key, *name, *meaning;
} keys[] = {
    { "sceneDesc", "scene_description", "the track, in the game's own word" },
    { "session", "session_word", "RACE, QUALIFY or PRACTICE; compare session" },
    { "eventId", "event_id", "of the event; from format 8 on" },
    { "eventTitle", "event_title", "of the event; from format 8 on" },
    { "eventType", "event_type", "of the event; from format 8 on" },
    { "seriesId", "series_id", "of the series; from format 8 on" },
    { "splitNo", "split_number", "which of the grids that an event was divided into; from format 8 on" },
};

static void add_value(pdk_document *document, const char *name, const char *meaning, pdk_json_found found)
{
    double number;
    pdk_text text = pdk_json_as_text(found);
    if (text.data != NULL) {
        const pdk_value value = { .type = PDK_TEXT, .as.text = text };
        pdk_document_add_property(document, name, value, NULL, meaning, PDK_LIKELY);
    } else if (pdk_json_as_number(found, &number)) {
        pdk_document_add_number(document, name, number, NULL, meaning, PDK_LIKELY);
    }
}

void pdk_vcr_add_event_info(pdk_document *document, const pdk_vcr_state *state)
{
    if (state->layout->dialect != PDK_VCR_L || !state->head->has_info) return;
    const pdk_place *place = pdk_vcr_place_of(state->layout->info, state->head->info, "event_info");
    pdk_json_tree *tree = pdk_alloc(&document->memory, sizeof *tree); /* its texts stay as long as the document */
    pdk_json_trouble trouble = { .what = NULL };
    if (tree == NULL) {
        document->failed = true;
        return;
    }
    const char *text = (const char *)document->content.data + place->offset;
    if (!pdk_json_parse(tree, &document->memory, text, (size_t)place->size, &trouble)) {
        if (trouble.what == NULL) document->failed = true;
        else pdk_document_add_evidence(document, "event_info is no JSON (%s), so it is one text", trouble.what);
        return;
    }
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        add_value(document, keys[i].name, keys[i].meaning, pdk_json_member(pdk_json_root(tree), keys[i].key));
}
