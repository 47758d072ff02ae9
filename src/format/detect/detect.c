/* Which format is this? First the packing, by its header; then every format scores the plain bytes. */
#include <stdio.h>
#include <string.h>

#include "codec/codec.h"
#include "format/detect/detect.h"

/* With `partial`, what comes out of a damaged packing before the trouble is kept. */
static pdk_status unpack_from(pdk_document *document, const pdk_codec *codec, const pdk_packing *packing,
                              pdk_error *error)
{
    pdk_bytes packed = document->input.bytes;
    pdk_memory *memory = &document->memory;
    if (!document->partial) {
        return pdk_codec_unpack(codec, packed, packing, memory, &document->content, error);
    }
    pdk_error trouble;
    pdk_status status = pdk_codec_salvage(codec, packed, packing, memory, &document->content, &trouble);
    if (status != PDK_OK && document->content.size > 0) {
        document->packing_damaged = true;
        pdk_document_add_finding(document, PDK_ERROR, trouble.code, document->content.size, "",
                                 "unpacking stopped at byte %llu of the packed file, after %llu bytes of content: %s",
                                 (unsigned long long)trouble.offset, (unsigned long long)document->content.size,
                                 trouble.message);
        return PDK_OK;
    }
    if (status != PDK_OK && error != NULL) *error = trouble;
    return status;
}

static pdk_status unpack(pdk_document *document, pdk_error *error)
{
    pdk_packing packing;
    pdk_bytes packed = document->input.bytes;
    const pdk_codec *codec = pdk_codec_of(packed.data, packed.size, &packing);
    document->content = packed;
    if (codec == NULL) return PDK_OK;
    pdk_status status = unpack_from(document, codec, &packing, error);
    if (status != PDK_OK) return status;
    document->packed = codec->info.id;
    pdk_document_add_evidence(document, "packed with %s (%s): %llu bytes became %llu", codec->info.title,
                              packing.variant, (unsigned long long)packed.size,
                              (unsigned long long)document->content.size);
    return PDK_OK;
}

static void extension_of(const char *name, char *extension, size_t capacity)
{
    const char *dot = strrchr(name, '.');
    size_t length = 0;
    for (; dot != NULL && dot[length] != '\0' && length + 1 < capacity; length++) {
        char letter = dot[length];
        extension[length] = letter >= 'A' && letter <= 'Z' ? (char)(letter + 32) : letter;
    }
    extension[length] = '\0';
}

static void choose(pdk_document *document, const pdk_format *format)
{
    document->format = format;
    document->services = format->services;
    document->info = &format->info;
}

static pdk_status fail_unknown(const pdk_document *document, int best, const char *reason, pdk_error *error)
{
    char hex[48];
    pdk_bytes bytes = document->content;
    if (bytes.size == 0) {
        return pdk_fail(error, PDK_E_UNKNOWN_FORMAT, 0, "detect.empty", "the file is empty");
    }
    pdk_hex(hex, bytes.data, bytes.size < 8 ? bytes.size : 8);
    if (best > 0) {
        return pdk_fail(error, PDK_E_UNKNOWN_FORMAT, 0, "detect.doubtful",
                        "Paddock does not know this format: the file begins with %s; the nearest format is %s", hex,
                        reason);
    }
    return pdk_fail(error, PDK_E_UNKNOWN_FORMAT, 0, "detect.unknown",
                    "Paddock does not know this format: the file begins with %s", hex);
}

pdk_status pdk_detect(pdk_document *document, const char *forced, pdk_error *error)
{
    pdk_status status = unpack(document, error);
    if (status != PDK_OK) return status;
    char extension[16];
    extension_of(document->file_name, extension, sizeof extension);
    pdk_probe probe = { document->content, extension, document->packed };
    int best = 0;
    char best_reason[160] = "";
    for (size_t i = 0; i < pdk_formats_count; i++) {
        const pdk_format *format = pdk_formats[i];
        bool wanted = forced != NULL && strcmp(format->info.id, forced) == 0;
        if (forced != NULL && !wanted) continue;
        char reason[120] = "";
        int score = format->probe(&probe, reason, sizeof reason);
        if (wanted) {
            choose(document, format);
            pdk_document_add_evidence(document, "read as %s because the caller asked for it", format->info.id);
            if (score > 0) pdk_document_add_evidence(document, "%s", reason);
            return PDK_OK;
        }
        if (score <= best) continue;
        best = score;
        choose(document, format);
        snprintf(best_reason, sizeof best_reason, "%s: %s", format->info.id, reason);
    }
    if (forced != NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.format", "there is no format \"%s\"", forced);
    }
    if (best < PDK_SCORE_FALLBACK) return fail_unknown(document, best, best_reason, error);
    pdk_document_add_evidence(document, "%s", best_reason);
    if (best < PDK_SCORE_MAGIC && best != PDK_SCORE_FALLBACK) {
        pdk_document_add_evidence(document, "the format is an uncertain guess (%d of 100)", best);
    }
    return PDK_OK;
}
