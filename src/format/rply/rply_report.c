/* Evidence and findings from building the index. */
#include <stdio.h>

#include "format/rply/rply.h"
#include "text/shown_text.h"

static void report_header(const pdk_rply *replay)
{
    bool with = replay->header == &pdk_rply_header;
    pdk_document_add_evidence(
        replay->document,
        "the header has %s: DATA is at %llu, directly after the names of %u cars, whose number is at %u",
        with ? "an interval" : "no interval, as the published page prints it",
        (unsigned long long)replay->first_frame - 4, (unsigned)replay->header_cars, with ? 76u : 72u);
    if (replay->major > 2) {
        pdk_document_add_finding(replay->document, PDK_WARNING, "rply.version",
                                 pdk_record_field(&pdk_rply_header, "version_major")->offset,
                                 "rply.header.version_major",
                                 "version %d.%d is read by the rules of 2.1; what does not fit them is kept unread",
                                 replay->major, replay->minor);
    } else if (replay->minor != 1) {
        pdk_document_add_finding(replay->document, PDK_NOTE, "rply.version",
                                 pdk_record_field(&pdk_rply_header, "version_minor")->offset,
                                 "rply.header.version_minor", "version %d.%d is read like %d.1", replay->major,
                                 replay->minor, replay->major);
    }
}

/* "lambo_murc 4 (5 of 5 frames), ..." for the first cars. */
static void report_wheels(const pdk_rply *replay)
{
    const pdk_rply_car *cars = replay->cars.items;
    char list[320] = "";
    size_t at = 0, named = 0, known = 0;
    for (size_t i = 0; i < replay->cars.count; i++) {
        uint8_t wheels = replay->wheels[cars[i].index];
        if (wheels == PDK_RPLY_HOPELESS) {
            pdk_document_add_finding(
                replay->document, PDK_WARNING, "rply.wheels", PDK_NO_OFFSET, "rply.state",
                "no number of wheels of car %d makes frames end where they should: its states are kept unread",
                (int)cars[i].index);
        }
        if (wheels == PDK_RPLY_HOPELESS || wheels == PDK_RPLY_UNASKED) continue;
        known++;
        if (at + 100 > sizeof list) continue;
        char name[44]; /* whole characters only */
        pdk_text_show(name, sizeof name, cars[i].name.data, cars[i].name.size);
        at +=
            (size_t)snprintf(list + at, sizeof list - at, "%scar %d (%s) has %u by %u frames", named++ > 0 ? ", " : "",
                             (int)cars[i].index, name, (unsigned)wheels, (unsigned)cars[i].votes);
    }
    if (known == 0) return;
    pdk_document_add_evidence(
        replay->document,
        "the file does not store the number of wheels; it follows from frames having to end exactly: %s%s", list,
        known > named ? " ..." : "");
}

static void report_skid_points(const pdk_rply *replay)
{
    unsigned size = replay->payload[PDK_RPLY_SKID_POINT];
    if (size == 0) return;
    if (replay->skid_votes > 0) {
        pdk_document_add_evidence(replay->document,
                                  "skid points have %u bytes, %s transparency: only so do %u frames end exactly", size,
                                  size == pdk_rply_skid_point.size ? "without" : "with", (unsigned)replay->skid_votes);
    } else {
        pdk_document_add_evidence(
            replay->document,
            "skid points are read with %u bytes, as is usual in version %d.1; no frame shows which size is right", size,
            replay->major);
    }
}

static void report_troubles(const pdk_rply *replay)
{
    static const struct {
        pdk_severity severity;
        const char *code, *what;
    } words[PDK_RPLY_STOPS] = {
        [PDK_RPLY_UNKNOWN_ID] = { PDK_NOTE, "rply.command.unknown", "hold a command of unknown size" },
        [PDK_RPLY_CUT_COMMAND] = { PDK_WARNING, "rply.command.cut", "end inside a command" },
        [PDK_RPLY_NO_CAR_SET] = { PDK_WARNING, "rply.state.car", "hold a car state before any car is set" },
        [PDK_RPLY_BAD_CAR] = { PDK_WARNING, "rply.set_car.car", "set a negative car" },
        [PDK_RPLY_NO_WHEELS] = { PDK_WARNING, "rply.state.wheels",
                                 "hold a state of a car whose number of wheels is unknown" },
    };
    for (size_t stop = 1; stop < PDK_RPLY_STOPS; stop++) {
        const pdk_rply_trouble *trouble = &replay->troubles[stop];
        if (trouble->count == 0) continue;
        pdk_document_add_finding(replay->document, words[stop].severity, words[stop].code, trouble->first_offset,
                                 "rply.frame", "%llu frames %s, first this one; the rest of each is kept as raw bytes",
                                 (unsigned long long)trouble->count, words[stop].what);
    }
}

void pdk_rply_tell(pdk_rply *replay)
{
    report_header(replay);
    report_wheels(replay);
    report_skid_points(replay);
    pdk_document_add_evidence(replay->document, "no file written by the game has confirmed this layout");
    report_troubles(replay);
    if (replay->frames == 0) {
        pdk_document_add_finding(replay->document, PDK_WARNING, "rply.empty", replay->first_frame, "rply.frame",
                                 "there are no frames");
    }
}
