/* Packed files whose inside is no format we know: they open all the same, as bytes with a size. */
#include <stdio.h>

#include "codec/packing_layout.h"
#include "format/format.h"

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    if (probe->packed == NULL) return 0;
    char hex[48];
    pdk_hex(hex, probe->bytes.data, probe->bytes.size < 8 ? probe->bytes.size : 8);
    snprintf(reason, capacity, "inside: %zu bytes of a format that Paddock does not know%s%s", probe->bytes.size,
             probe->bytes.size > 0 ? ", beginning " : "", hex);
    return PDK_SCORE_FALLBACK;
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    if (document->packed == NULL) {
        return pdk_fail(error, PDK_E_UNKNOWN_FORMAT, 0, "packed.none",
                        "the bytes are not packed with a codec that Paddock knows");
    }
    pdk_document_set_dialect(document, "%s", document->packed);
    pdk_document_add_count(document, "unpacked_size", document->content.size, "bytes after unpacking");
    return pdk_document_built(document, error);
}

const pdk_format pdk_format_packed = {
    .info = { .id = "packed",
              .title = "packed file of unknown content",
              .extensions = ".qfs .pbs .pdn .gz",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_CAN_WRITE,
              .certainty = PDK_CONFIRMED,
              .basis =
                  "the packing is checked on real files of RefPack, Huffman and byte pairs; the content is unknown",
              .records = pdk_packed_records },
    .probe = probe,
    .open = open_document,
};
