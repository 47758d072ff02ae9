#include "plot/plot_facts.h"

#include <stdio.h>
#include <string.h>

#include "analysis/corner/corner_numbering.h"
#include "analysis/driven_track.h"

typedef struct facts {
    char game[96], track[80], car[80]; /* "" = not known */
} facts;

static void read_property(const pdk_document *document, const char *name, char *text, size_t size)
{
    const pdk_property *property = pdk_document_find_property(document, name);
    text[0] = '\0';
    if (property != NULL && property->value.type == PDK_TEXT)
        pdk_draw_clean(text, size, property->value.as.text.data, property->value.as.text.size);
}

static void read_facts(const pdk_document *document, facts *read)
{
    snprintf(read->game, sizeof read->game, "%s", pdk_document_format(document)->title);
    read_property(document, "track", read->track, sizeof read->track);
    read_property(document, "car", read->car, sizeof read->car);
    if (read->car[0] == '\0') read_property(document, "mod_name", read->car, sizeof read->car);
    for (char *at = read->track; *at != '\0'; at++) {
        if (*at == '\\') *at = ' '; /* a folder and a name, in some games */
    }
}

static void share(char *text, size_t size, const char *other, const char *several)
{
    if (strcmp(text, other) != 0) snprintf(text, size, "%s", several);
}

static void write_facts(const facts *read, char *text, size_t size)
{
    snprintf(text, size, "%s%s%s%s%s", read->game, read->track[0] != '\0' ? "; " : "", read->track,
             read->car[0] != '\0' ? "; " : "", read->car);
}

void pdk_plot_describe(const pdk_plot_work *work, char *text, size_t size)
{
    facts all, other;
    read_facts(work->laps[0].document, &all);
    for (size_t i = 1; i < work->count; i++) {
        read_facts(work->laps[i].document, &other);
        share(all.game, sizeof all.game, other.game, "several formats");
        share(all.track, sizeof all.track, other.track, "several tracks");
        share(all.car, sizeof all.car, other.car, "several cars");
    }
    write_facts(&all, text, size);
}

/* ------------------------------------------------------------------------------------------------ one track */

typedef struct track_of {
    const char *file;
    char name[96];                /* "" = the file has none */
    const pdk_track_model *model; /* NULL = no whole lap was driven */
} track_of;

static pdk_status read_track(const pdk_plot_work *work, size_t file, track_of *of, pdk_error *error)
{
    const pdk_driven_track *track;
    const pdk_document *document = work->laps[file].document;
    of->file = work->laps[file].name != NULL ? pdk_plot_file_name(work->laps[file].name) : "a file";
    of->model = NULL;
    if (pdk_document_track_name(document, of->name, sizeof of->name) == 0) of->name[0] = '\0';
    pdk_status status = pdk_driven_track_of(document, &track, error);
    if (status == PDK_OK) of->model = track->model;
    return status == PDK_E_UNSUPPORTED ? PDK_OK : status;
}

static void put_track(const track_of *of, char *text, size_t size)
{
    char length[32] = "";
    if (of->model != NULL) snprintf(length, sizeof length, ", %.0f m", of->model->length);
    snprintf(text, size, "%.60s (%s%s)", of->file, of->name[0] != '\0' ? of->name : "no name", length);
}

pdk_status pdk_plot_check_tracks(const pdk_plot_work *work, pdk_error *error)
{
    track_of first, other;
    pdk_line_point witnesses[PDK_WITNESSES];
    char texts[2][200];
    pdk_status status = work->count > 1 ? read_track(work, 0, &first, error) : PDK_OK;
    if (status == PDK_OK && work->count > 1 && first.model != NULL) pdk_witness_track(first.model, witnesses);
    for (size_t i = 1; i < work->count && status == PDK_OK; i++) {
        status = read_track(work, i, &other, error);
        if (status != PDK_OK) break;
        bool is_same = strcmp(first.name, other.name) == 0;
        if (is_same && first.model != NULL && other.model != NULL)
            is_same = pdk_is_same_track(first.model->length, witnesses, other.model);
        if (is_same) continue;
        put_track(&first, texts[0], sizeof texts[0]);
        put_track(&other, texts[1], sizeof texts[1]);
        status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.track",
                          "these files are of several tracks, and a picture shows one: %s, %s", texts[0], texts[1]);
    }
    return status;
}
