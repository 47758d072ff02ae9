/* CRP: the models of Need for Speed: Porsche Unleashed, opened for their pictures. */
#include "format/fam/crp.h"

#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "format/fam/crp_layout.h"
#include "format/fam/fam_layout.h"
#include "format/format.h"

static bool is_tag(pdk_bytes bytes, uint64_t at, const char *tag)
{
    return at <= bytes.size && bytes.size - at >= 4 && memcmp(bytes.data + at, tag, 4) == 0;
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    if (!is_tag(bytes, 0, " raC") && !is_tag(bytes, 0, "karT")) {
        if (strcmp(probe->extension, ".crp") != 0) return 0;
        snprintf(reason, capacity, "the name ends in .crp, but the tags \" raC\" and \"karT\" are missing");
        return PDK_SCORE_EXTENSION;
    }
    snprintf(reason, capacity, "the tag \"%.4s\" at 0", (const char *)bytes.data);
    if (bytes.size < pdk_crp_header.size ||
        (pdk_load_u32(bytes.data + PDK_CRP_COUNT) & ((1u << PDK_CRP_COUNT_BIT) - 1)) != PDK_CRP_KIND)
        return PDK_SCORE_MAGIC;
    uint64_t first = (uint64_t)PDK_CRP_UNIT * pdk_load_u32(bytes.data + PDK_CRP_ARTICLES);
    if (!is_tag(bytes, first, "itrA")) return PDK_SCORE_MAGIC;
    snprintf(reason, capacity,
             "the tag \"%.4s\" at 0, and the tag \"itrA\" where its first article should be, at 0x%llX",
             (const char *)bytes.data, (unsigned long long)first);
    return PDK_SCORE_CERTAIN;
}

static void add_properties(pdk_document *document)
{
    const pdk_crp *crp = document->state;
    const pdk_fam *fam = &crp->pictures;
    uint64_t bitmaps = 0;
    for (size_t i = 0; i < fam->entries.count; i++) bitmaps += pdk_fam_entry_at(fam, i)->use == PDK_FAM_BITMAP;
    pdk_document_add_count(document, "articles", crp->articles.count, "models and what else has parts of its own");
    pdk_document_add_count(document, "picture_sets", fam->parts.count > 0 ? fam->parts.count - 1 : 0,
                           "SHPI directories");
    pdk_document_add_count(document, "bitmaps", bitmaps, "in all sets");
}

static pdk_status open_crp(pdk_document *document, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    if (!is_tag(bytes, 0, " raC") && !is_tag(bytes, 0, "karT")) {
        char hex[48];
        pdk_hex(hex, bytes.data, bytes.size < 4 ? bytes.size : 4);
        return pdk_fail(error, PDK_E_CORRUPT, 0, "crp.magic", "expected the tag \" raC\" or \"karT\", found %s",
                        bytes.size > 0 ? hex : "nothing");
    }
    pdk_status status = pdk_crp_walk(document, error);
    if (status != PDK_OK) return status;
    bool car = is_tag(bytes, 0, " raC");
    pdk_document_set_dialect(document, car ? "models of a car" : "models of a track");
    pdk_document_add_evidence(document,
                              car ? "its tag is \" raC\", Car backwards"
                                  : "its tag is \"karT\", Trak backwards; no real file of this kind was seen");
    pdk_document_add_evidence(
        document, "its sets of pictures (sf) are read; points, corners and materials are listed in the table "
                  "parts, and not read");
    add_properties(document);
    pdk_crp_add_tables(document);
    pdk_crp_add_regions(document);
    pdk_fam_add_images(document);
    return pdk_document_built(document, error);
}

static const pdk_services services = { .picture_entry = pdk_fam_find_entry };

const pdk_format pdk_format_crp = {
    .info = { .id = "crp",
              .title = "Need for Speed: Porsche Unleashed models (CRP), read for their pictures",
              .extensions = ".crp",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_GENERATES | PDK_CAN_WRITE,
              .certainty = PDK_CONFIRMED,
              .basis = "checked on one real file, a car in a showroom; its 3D shapes are not read",
              .records = pdk_crp_records,
              .synth_options = "dialect size",
              .synth_dialects = "car track" },
    .probe = probe,
    .open = open_crp,
    .check = pdk_fam_check,
    .synth = PDK_GENERATOR(pdk_crp_synth),
    .services = &services,
};
