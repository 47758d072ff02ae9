/* File names for images: from their paths. */
#include <stdlib.h>
#include <string.h>

#include "file_names.h"
#include "image_frames.h"

char **cli_image_names(const pdk_document *document, const cli_image_frame *frames)
{
    size_t count = pdk_document_image_count(document);
    char **names = calloc(count + 1, sizeof *names);
    bool good = names != NULL;
    for (size_t i = 0; i < count && good; i++) {
        names[i] = cli_file_stem(pdk_document_image_at(document, i)->name); /* "1/frnt" becomes "1-frnt" */
        good = names[i] != NULL;
    }
    good = good && cli_number_repeats(names, count);
    for (size_t i = 0; i < count && good; i++) {
        char suffix[CLI_FRAME_SUFFIX] = "";
        if (frames != NULL) cli_frame_suffix(&frames[i], suffix);
        strcat(strcat(names[i], suffix), ".png");
    }
    if (good) return names;
    cli_free_names(names, count);
    return NULL;
}
