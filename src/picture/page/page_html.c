/* The page put together: policy, style, the main answer, manifest, blocks, scripts. */
#include "page/page_html.h"

#include <stdio.h>

#include "base/base64.h"
#include "base/sha256.h"
#include "codec/codec.h"

enum { HASH = PDK_BASE64_SIZE(PDK_SHA256_SIZE) + 1, AT_ONCE = 3 * 4096 };

/* ---------------------------------------------------------------------------------------------------- policy */

static void put_hash(pdk_output *output, pdk_text text)
{
    uint8_t hash[PDK_SHA256_SIZE];
    char letters[HASH];
    pdk_sha256_of(text.data, text.size, hash);
    pdk_base64(hash, sizeof hash, letters);
    letters[HASH - 1] = '\0';
    pdk_html_put(output, "'sha256-");
    pdk_html_put(output, letters);
    pdk_html_put(output, "'");
}

/* No source but what is in the page. WebAssembly and workers only for a page that has the library. */
static void put_policy(pdk_output *output, const pdk_page_front *front)
{
    bool live = front->library.size > 0;
    pdk_html_put(output, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src ");
    put_hash(output, front->script);
    if (live) pdk_html_put(output, " 'wasm-unsafe-eval'");
    pdk_html_put(output, "; style-src ");
    put_hash(output, front->style);
    pdk_html_put(output, "; img-src data: blob:; ");
    if (live) pdk_html_put(output, "worker-src blob:; ");
    pdk_html_put(output, "base-uri 'none'; form-action 'none'\">\n");
}

/* ---------------------------------------------------------------------------------------------------- blocks */

static void put_base64(pdk_output *output, pdk_bytes bytes)
{
    char letters[PDK_BASE64_SIZE(AT_ONCE)];
    for (size_t at = 0; at < bytes.size; at += AT_ONCE) {
        size_t count = bytes.size - at < AT_ONCE ? bytes.size - at : AT_ONCE;
        pdk_base64(bytes.data + at, count, letters);
        pdk_output_write(output, letters, PDK_BASE64_SIZE(count), NULL);
    }
}

static void put_block(pdk_output *output, const char *id, pdk_bytes bytes)
{
    pdk_html_put(output, "<script type=\"text/plain\" id=\"");
    pdk_html_put(output, id);
    pdk_html_put(output, "\">");
    put_base64(output, bytes);
    pdk_html_put(output, "</script>\n");
}

static void put_blocks(const pdk_page_bundle *bundle, pdk_output *output)
{
    const pdk_page_piece *pieces = bundle->pieces.items;
    for (size_t i = 0; i < bundle->pieces.count; i++) {
        char id[24];
        snprintf(id, sizeof id, "b%zu", i + 1);
        put_block(output, id, pieces[i].packed);
    }
}

/* The library and the worker, packed. */
static pdk_status put_library(const pdk_page_bundle *bundle, const pdk_page_front *front, pdk_output *output,
                              pdk_error *error)
{
    const struct {
        const char *id;
        pdk_bytes bytes;
    } parts[] = { { "paddock-worker", { (const uint8_t *)front->worker.data, front->worker.size } },
                  { "paddock-library", front->library } };
    for (size_t i = 0; i < 2 && front->library.size > 0; i++) {
        pdk_pack_request request = {
            .plain = parts[i].bytes.data, .size = parts[i].bytes.size, .level = 9, .memory = bundle->memory
        };
        pdk_bytes packed;
        pdk_status status = pdk_codec_find("gzip")->encode(&request, &packed, error);
        if (status != PDK_OK) return status;
        put_block(output, parts[i].id, packed);
    }
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- the whole */

pdk_status pdk_page_put_html(const pdk_page_bundle *bundle, const pdk_page_front *front, pdk_output *output,
                             pdk_error *error)
{
    pdk_html_put(output, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    put_policy(output, front);
    pdk_html_put(output, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                         "<meta name=\"referrer\" content=\"no-referrer\">\n"
                         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    pdk_page_put_title(bundle, output);
    pdk_html_put(output, "</title>\n<style>");
    pdk_output_write(output, front->style.data, front->style.size, NULL);
    pdk_html_put(output, "</style>\n</head>\n<body>\n<main>\n");
    pdk_status status = pdk_page_put_static(bundle, output, error);
    if (status != PDK_OK) return status;
    pdk_html_put(output, "</main>\n<script type=\"application/json\" id=\"paddock-bundle\">");
    pdk_html_json(output, pdk_output_bytes(bundle->manifest));
    pdk_html_put(output, "</script>\n");
    put_blocks(bundle, output);
    status = put_library(bundle, front, output, error);
    if (status != PDK_OK) return status;
    pdk_html_put(output, "<script>");
    pdk_output_write(output, front->script.data, front->script.size, NULL);
    pdk_html_put(output, "</script>\n</body>\n");
    return pdk_output_write(output, "</html>\n", 8, error);
}
