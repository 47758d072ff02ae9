/*
 * meshoptimizer is C++ and asks for memory with no way to be told that there is none, but for an exception, which C
 * would not survive. So its memory comes from here, and where there is none the call is left: its frames are unwound as
 * when a thread ends, which gives back what they hold, up to the frame that called it.
 */
#include "base/meshopt.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

/* A call under way. */
typedef struct shield {
    pdk_memory *memory;
    _Unwind_Word frame; /* of the caller */
    struct _Unwind_Exception leaving;
    jmp_buf out;
} shield;

static _Thread_local shield *current;

static _Unwind_Reason_Code stop(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                struct _Unwind_Exception *leaving, struct _Unwind_Context *context, void *user)
{
    shield *own = user;
    (void)version;
    (void)kind;
    (void)leaving;
    bool there = (actions & _UA_END_OF_STACK) != 0 || _Unwind_GetCFA(context) > own->frame;
    if (there) longjmp(own->out, 1);
    return _URC_NO_REASON;
}

static void *allocate(size_t size)
{
    shield *own = current;
    void *room = own != NULL ? pdk_alloc_raw(own->memory, size) : malloc(size > 0 ? size : 1);
    if (room != NULL || own == NULL)
        return room; /* without a call of ours: the program's own, which is as safe as it ever was */
    memset(&own->leaving, 0, sizeof own->leaving);
    _Unwind_ForcedUnwind(&own->leaving, stop, own);
    longjmp(own->out, 1); /* where frames cannot be unwound; what they hold goes with the memory */
}

static void deallocate(void *room)
{
    if (current != NULL) pdk_free(current->memory, room);
    else free(room);
}

static bool installed;

static void install(void)
{
    meshopt_setAllocator(allocate, deallocate);
    installed = true;
}

/* When this library goes and the other stays. */
__attribute__((destructor)) static void leave(void)
{
    if (installed) meshopt_setAllocator(malloc, free);
}

bool pdk_meshopt_call(pdk_memory *memory, void (*call)(void *user), void *user)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    shield own = { .memory = memory, .frame = (_Unwind_Word)(uintptr_t)__builtin_frame_address(0) };
    current = &own;
    bool left = setjmp(own.out) != 0;
    if (!left) call(user);
    current = NULL;
    return !left;
}
