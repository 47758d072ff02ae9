/* The commit that the command was built from, which the build looks up (cmake/commit.cmake). */
#ifndef PADDOCK_CLI_COMMIT_H
#define PADDOCK_CLI_COMMIT_H

/* "0123456789ab", "0123456789ab-changed" if files had changed since; "" if the sources are in no repository. */
extern const char cli_commit[];

#endif
