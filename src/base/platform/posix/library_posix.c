#define _GNU_SOURCE /* dl_iterate_phdr */
#include "platform/library.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A pdk_library is what dlopen returned. */
pdk_library *pdk_library_open(const char *path, char *reason, size_t size)
{
    reason[0] = '\0';
    return access(path, F_OK) == 0 ? pdk_library_find(path, reason, size) : NULL;
}

pdk_library *pdk_library_find(const char *name, char *reason, size_t size)
{
    reason[0] = '\0';
    /* Stays loaded: libraries that a part uses (fontconfig) keep memory and threads for good. */
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == NULL) {
        const char *said = dlerror();
        snprintf(reason, size, "%s", said != NULL ? said : "the system does not say why");
    }
    return library;
}

const void *pdk_library_object(pdk_library *library, const char *name)
{
    return dlsym(library, name);
}

void pdk_library_close(pdk_library *library)
{
    if (library != NULL) dlclose(library);
}

typedef struct search {
    uintptr_t wanted;
    char *path;
    size_t size;
    bool found;
} search;

static bool contains(const struct dl_phdr_info *object, uintptr_t address)
{
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && address - (object->dlpi_addr + segment->p_vaddr) < segment->p_memsz)
            return true;
    }
    return false;
}

static int look_at(struct dl_phdr_info *object, size_t size, void *user)
{
    (void)size;
    search *all = user;
    if (!contains(object, all->wanted)) return 0;
    size_t length = object->dlpi_name != NULL ? strlen(object->dlpi_name) : 0;
    if (length > 0) {
        all->found = length < all->size;
        if (all->found) memcpy(all->path, object->dlpi_name, length + 1);
        return 1;
    }
    ssize_t got = readlink("/proc/self/exe", all->path, all->size); /* the program itself has no name in the list */
    all->found = got > 0 && (size_t)got < all->size;
    if (all->found) all->path[got] = '\0';
    return 1;
}

bool pdk_library_path_of(const void *code, char *path, size_t size)
{
    search all = { .wanted = (uintptr_t)code, .path = path, .size = size };
    dl_iterate_phdr(look_at, &all);
    return all.found;
}
