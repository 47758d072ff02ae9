/* Owner and permissions of a new file. */
#ifndef PADDOCK_PLATFORM_POSIX_OWNER_POSIX_H
#define PADDOCK_PLATFORM_POSIX_OWNER_POSIX_H

struct stat;

/* A new file gets what the user's umask says. */
void pdk_give_usual_mode(int descriptor);
/* One that takes another's place keeps its owner, group and mode, as far as we may give them. */
void pdk_give_owner_of(int descriptor, const struct stat *about);

#endif
