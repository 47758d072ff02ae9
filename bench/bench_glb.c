/* A track with its art to GLB in memory, beside encoding its pictures alone and beside copying what comes out. A real
 * track where there is one, otherwise a generated one, plain. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "bench.h"
#include "png/png.h"
#include "paddock/paddock.h"

typedef struct job {
    pdk_document *track, *art;
    pdk_bytes result;
    pdk_output *kept;
    const char *target;
    bool quantize, compress;
    unsigned seen; /* so that copying is not left out */
} job;

static void convert(void *user)
{
    job *all = user;
    pdk_error error;
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    const pdk_scene_options scene = { .struct_size = sizeof scene, .art = all->art };
    const pdk_glb_options glb = { .struct_size = sizeof glb, .quantize = all->quantize, .compress = all->compress };
    options.scene = &scene;
    if (strcmp(all->target, "glb") == 0) options.glb = &glb;
    pdk_output_close(all->kept);
    bench_must(pdk_output_memory(&all->kept, &error), &error);
    bench_must(pdk_convert(all->track, all->target, &options, NULL, all->kept, &error), &error);
    all->result = pdk_output_bytes(all->kept);
}

static void copy(void *user)
{
    job *all = user;
    void *to = malloc(all->result.size);
    if (to == NULL) exit(1);
    memcpy(to, all->result.data, all->result.size);
    all->seen += ((volatile uint8_t *)to)[all->result.size / 2];
    free(to);
}

/* The pictures a scene shows: those of full size. */
static bool is_shown(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && (strcmp(name + length - 4, "0000") == 0 || strcmp(name + length - 3, "000") == 0 ||
                          strcmp(name, "2/horz") == 0);
}

static void encode_some(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const pdk_document *art = user;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        const pdk_image_info *info = pdk_document_image_at(art, (size_t)i);
        if (!is_shown(info->name)) continue;
        pdk_error error;
        pdk_memory memory;
        pdk_output *output = NULL;
        pdk_memory_init(&memory, NULL, 0);
        size_t size = (size_t)info->width * info->height * 4;
        uint8_t *rgba = pdk_alloc_raw(&memory, size);
        bench_must(pdk_output_memory(&output, &error), &error);
        bench_must(pdk_document_image_read(art, (size_t)i, rgba, size, &error), &error);
        bench_must(
            pdk_png_write(PDK_PNG_RGBA, rgba, (pdk_png_shape){ info->width, info->height, 2 }, &memory, output, &error),
            &error);
        pdk_output_close(output);
        pdk_memory_destroy(&memory);
    }
}

static void encode(void *user)
{
    pdk_document *art = ((job *)user)->art;
    pdk_parallel_run(
        &(pdk_parallel){ .count = pdk_document_image_count(art), .piece = 1, .work = encode_some, .user = art });
}

static pdk_document *generate(void)
{
    static pdk_output *output;
    pdk_document *document = NULL;
    pdk_error error;
    bench_must(pdk_output_memory(&output, &error), &error);
    bench_must(pdk_synth("tri", NULL, output, &error), &error);
    bench_must(pdk_open_memory(pdk_output_bytes(output).data, pdk_output_bytes(output).size, NULL, &document, &error),
               &error);
    return document;
}

static bool open_real(const char *name, pdk_document **document)
{
    const char *root = getenv("PADDOCK_REAL");
    char path[1024];
    snprintf(path, sizeof path, "%s/nfs/%s", root != NULL && root[0] != '\0' ? root : REAL_FILES, name);
    return pdk_open_file(path, NULL, document, NULL) == PDK_OK;
}

int main(void)
{
    job all = { .target = "glb" };
    bool real = open_real("AL1.TRI", &all.track) && open_real("AL1_001.FAM", &all.art);
    if (!real) {
        pdk_close(all.track);
        all.track = generate();
    }
    printf("%s\n", real ? "AL1.TRI with AL1_001.FAM" : "a generated track without pictures");
    convert(&all);
    uint64_t size = all.result.size;
    double copying = bench_time(copy, &all, 21);
    bench_row("copy of the GLB", copying, size, NULL, 0);
    double pictures = all.art != NULL ? bench_time(encode, &all, 11) : copying;
    if (all.art != NULL) bench_row("its pictures as PNG, RGBA", pictures, size, NULL, 0);
    const char *yardstick = all.art != NULL ? "pictures" : "copy";
    bench_row("track to GLB", bench_time(convert, &all, 21), size, yardstick, pictures);
    all.quantize = all.compress = true;
    convert(&all);
    bench_row("  quantised and packed", bench_time(convert, &all, 11), all.result.size, yardstick, pictures);
    all.target = "obj";
    convert(&all);
    bench_row("track to OBJ, without pictures", bench_time(convert, &all, 11), all.result.size, yardstick, pictures);
    printf("peak memory %.1f MiB\n", bench_peak_memory());
    pdk_output_close(all.kept);
    pdk_close(all.art);
    pdk_close(all.track);
    return 0;
}
