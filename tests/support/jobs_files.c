/* Calls that make files themselves: conversions with what goes beside them, and pictures. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jobs.h"

enum { MAX_PICTURES = 16 };

static pdk_status write_pictures(const pdk_document *document, const char *folder, pdk_error *error)
{
    static char paths[MAX_PICTURES][128];
    pdk_image_file files[MAX_PICTURES];
    size_t count = pdk_document_image_count(document);
    for (size_t i = 0; i < count && i < MAX_PICTURES; i++) {
        snprintf(paths[i], sizeof paths[i], "%s/%zu.png", folder, i);
        files[i] = (pdk_image_file){ .image = i, .path = paths[i] };
    }
    pdk_status status =
        pdk_images_write_png(document, files, count < MAX_PICTURES ? count : MAX_PICTURES, NULL, NULL, error);
    if (status == PDK_E_UNSUPPORTED) return status;
    for (size_t i = 0; i < count && i < MAX_PICTURES;
         i++) { /* each reports the truth, and the first failure is the call's */
        assert_int_equal(access(paths[i], F_OK) == 0, files[i].error.status == PDK_OK);
        assert_true(status != PDK_OK || files[i].error.status == PDK_OK);
    }
    return status;
}

pdk_status run_filing(const filing_job *job, const pdk_allocator *allocator, const char *folder, pdk_error *error)
{
    pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    opening.allocator = options.allocator = job_allocator(allocator);
    pdk_document *document = NULL;
    pdk_status status = pdk_open_memory(job->data, job->size, &opening, &document, error);
    /* cars that move have no origin, and files of recordings none either */
    bool is_mesh = job->target == NULL || !pdk_target_find(job->target)->recordings_only;
    if (status == PDK_OK && is_mesh && pdk_document_surface_count(document) > 0) options.origin = PDK_ORIGIN_AUTO;
    if (status == PDK_OK && job->target == NULL) {
        status = write_pictures(document, folder, error);
    } else if (status == PDK_OK) {
        char path[128];
        snprintf(path, sizeof path, "%s/out.%s", folder, job->target);
        status = pdk_convert_file(document, path, job->target, &options, NULL, error);
    }
    pdk_close(document);
    return status;
}

static void add(filing_jobs *all, const char *what, const uint8_t *data, size_t size, const char *target)
{
    assert_true(all->count < sizeof all->list / sizeof all->list[0]);
    filing_job *place = &all->list[all->count++];
    *place = (filing_job){ .data = data, .size = size, .target = target, .together = target != NULL };
    snprintf(place->name, sizeof place->name, "%s as files: %s", what, target != NULL ? target : "png");
    char folder[] = "/tmp/paddock-files-XXXXXX";
    assert_non_null(mkdtemp(folder));
    pdk_error error = { 0 };
    pdk_status status = run_filing(place, NULL, folder, &error);
    if (status == PDK_E_UNSUPPORTED) all->count--; /* by this build, or of this document */
    else assert_ok(status, error);
    empty_folder(folder, NULL);
    assert_int_equal(rmdir(folder), 0);
}

filing_jobs *make_filing_jobs(void)
{
    static const char *const formats[] = { "rld", "tri", "wwww", "shpi", "raf" };
    filing_jobs *all = calloc(1, sizeof *all);
    assert_non_null(all);
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        size_t size;
        if (f == 0) options.points = 100;
        if (strcmp(formats[f], "raf") == 0) options.seconds = 2;
        if (strcmp(formats[f], "wwww") == 0) options.dialect = "car";
        uint8_t *data = all->kept[all->kept_count++] = synth_or_fail(formats[f], &options, &size);
        pdk_document *document = open_bytes_or_fail(data, size);
        size_t images = pdk_document_image_count(document), surfaces = pdk_document_surface_count(document);
        pdk_close(document);
        if (images > 0) add(all, formats[f], data, size, NULL);
        for (size_t i = 0; i < pdk_target_count(); i++) {
            bool moves = strcmp(formats[f], "raf") == 0;
            if (surfaces > 0 || (moves && pdk_target_at(i)->recordings))
                add(all, formats[f], data, size, pdk_target_at(i)->id);
        }
    }
    return all;
}

void free_filing_jobs(filing_jobs *all)
{
    for (size_t i = 0; i < all->kept_count; i++) free(all->kept[i]);
    free(all);
}

/* ------------------------------------------------------------------------------------------------- folders */

void read_folder(const char *folder, folder_files *files)
{
    *files = (folder_files){ .count = 0 };
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        assert_true(files->count < 16 && strlen(entry->d_name) < sizeof files->names[0]);
        char path[256];
        snprintf(path, sizeof path, "%s/%.200s", folder, entry->d_name);
        snprintf(files->names[files->count], sizeof files->names[0], "%.63s", entry->d_name);
        files->data[files->count] = read_file(path, &files->sizes[files->count]);
        files->count++;
    }
    closedir(entries);
}

void free_folder(folder_files *files)
{
    for (size_t i = 0; i < files->count; i++) free(files->data[i]);
    files->count = 0;
}

static bool is_among(const folder_files *all, const folder_files *files, size_t number)
{
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->names[i], files->names[number]) != 0) continue;
        return all->sizes[i] == files->sizes[number] && memcmp(all->data[i], files->data[number], all->sizes[i]) == 0;
    }
    return false;
}

size_t empty_folder(const char *folder, const folder_files *wanted)
{
    folder_files files;
    read_folder(folder, &files);
    size_t count = files.count;
    for (size_t i = 0; i < count; i++) {
        if (wanted != NULL && !is_among(wanted, &files, i))
            fail_msg("%s is there, and not as it should be", files.names[i]);
        char path[256];
        snprintf(path, sizeof path, "%s/%s", folder, files.names[i]);
        assert_int_equal(unlink(path), 0);
    }
    free_folder(&files);
    return count;
}
