#include "base/markdown_text.h"

#include <string.h>

typedef struct escaping {
    pdk_put_shown put;
    void *user;
} escaping;

static void put_escaped(void *user, const char *bytes, size_t size)
{
    const escaping *work = user;
    for (size_t i = 0; i < size; i++) {
        char letter = bytes[i];
        if (letter == '<') work->put(work->user, "&lt;", 4);
        else if (letter == '&') work->put(work->user, "&amp;", 5);
        else {
            if (letter != '\0' && strchr("\\`*_{}[]()#+!|~>$", letter) != NULL) work->put(work->user, "\\", 1);
            work->put(work->user, &letter, 1);
        }
    }
}

void pdk_show_markdown(const char *text, size_t size, pdk_put_shown put, void *user)
{
    escaping work = { put, user };
    pdk_show_text(text, size, put_escaped, &work);
}
