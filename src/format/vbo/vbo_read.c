/* Racelogic's VBO: logs of VBOX and Video VBOX, and of programs that write them. Text in sections. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/nocase.h"
#include "format/format.h"
#include "format/vbo/vbo.h"

enum { LOOK = 65536 };

/* Whether the beginning of the text has this word, in whatever case. */
static bool has_word(pdk_bytes bytes, const char *word)
{
    size_t size = strlen(word), end = bytes.size < LOOK ? bytes.size : LOOK;
    for (size_t i = 0; i + size <= end; i++)
        if (bytes.data[i] == (uint8_t)word[0] && pdk_compare_nocase_n((const char *)bytes.data + i, word, size) == 0)
            return true;
    return false;
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    static const char begins[] = "File created on";
    pdk_bytes bytes = probe->bytes;
    bool named = strcmp(probe->extension, ".vbo") == 0,
         marked = bytes.size >= sizeof begins - 1 && memcmp(bytes.data, begins, sizeof begins - 1) == 0;
    if (!named && !marked) return 0;
    bool sections = has_word(bytes, "[header]") || has_word(bytes, "[column names]");
    snprintf(reason, capacity, "%s; %s", marked ? "it begins with \"File created on\"" : "the name ends in .vbo",
             sections ? "there are sections with names of columns" : "no section names columns");
    if (!sections) return named ? PDK_SCORE_EXTENSION : 0;
    return marked ? PDK_SCORE_CERTAIN : PDK_SCORE_DOUBTFUL;
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_vbo *vbo = pdk_document_new_state(document, sizeof *vbo);
    if (vbo == NULL) return pdk_document_built(document, error);
    vbo->document = vbo->log.document = document;
    vbo->bytes = document->content;
    pdk_status status = pdk_vbo_read_sections(vbo, error);
    if (status == PDK_OK) status = pdk_vbo_read_rows(vbo, error);
    if (status == PDK_OK) status = pdk_vbo_place(vbo, error);
    if (status == PDK_OK) status = pdk_vbo_find_laps(vbo, error);
    if (status != PDK_OK) return status;
    pdk_document_set_dialect(document, vbo->log.x == NULL ? "without positions"
                                       : vbo->minutes     ? "minutes, positive to the west"
                                                          : "degrees, positive to the east");
    if (vbo->log.rows > 0)
        pdk_document_add_number(document, "duration", vbo->log.times[vbo->log.rows - 1], "s",
                                "from the first row to the last", PDK_LIKELY);
    if (vbo->log.rows > 0 && isfinite(vbo->columns[vbo->time].values[0]))
        pdk_document_add_number(document, "first_clock", vbo->columns[vbo->time].values[0], NULL,
                                "HHMMSS of the first row, UTC where it comes from a satellite", PDK_LIKELY);
    pdk_vbo_add_table(vbo);
    if (vbo->log.x == NULL) pdk_document_add_unrecorded(document, "top_speed; distance");
    return pdk_document_built(document, error);
}

static pdk_status read_session(const pdk_document *document, pdk_memory *memory, pdk_session *session, pdk_error *error)
{
    const pdk_vbo *vbo = document->state;
    return pdk_logged_session(&vbo->log, memory, session, error);
}

static const pdk_record *const no_records[] = { NULL };
static const pdk_motion_tables motion = { .rows = "telemetry", .name = "driver" };
static const pdk_services services = { .motion = &motion, .session = read_session, .session_has = PDK_HAS_CROSSINGS };

const pdk_format pdk_format_vbo = {
    .info = { .id = "vbo",
              .title = "Racelogic VBO",
              .extensions = ".vbo",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK,
              .certainty = PDK_LIKELY,
              .basis = "its maker's two pages, and notes on a file of a Video VBOX; we have not opened one",
              .records = no_records },
    .probe = probe,
    .open = open_document,
    .services = &services,
};
