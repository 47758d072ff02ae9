/* Exit statuses. */
#ifndef PADDOCK_CLI_EXIT_STATUS_H
#define PADDOCK_CLI_EXIT_STATUS_H

/* Exit statuses; scripts build on the numbers. With several files, the highest is the command's. */
enum {
    CLI_FINE = 0,
    CLI_FINDINGS = 1,
    CLI_USAGE = 2,
    CLI_IO = 3,
    CLI_UNKNOWN_FORMAT = 4,
    CLI_MALFORMED = 5,
    CLI_INTERRUPTED = 130
};

static inline int cli_worse(int a, int b)
{
    return a > b ? a : b;
}

#endif
