/* The tests of a room in one program: it runs the one that its first argument names, or the name by which it was
 * started. Each test's main() is main_of_NAME here (tests/CMakeLists.txt), and UNIT_TESTS is the list of them. */
#include <stdio.h>
#include <string.h>

#define TEST(name) int main_of_##name(void);
#include UNIT_TESTS
#undef TEST

static const struct test {
    const char *name;
    int (*run)(void);
} tests[] = {
#define TEST(name) { #name, main_of_##name },
#include UNIT_TESTS
};

static const struct test *find(const char *name)
{
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        if (strcmp(tests[i].name, name) == 0) return &tests[i];
    }
    return NULL;
}

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/');
    const struct test *test = find(argc == 2 ? argv[1] : slash != NULL ? slash + 1 : argv[0]);
    if (test != NULL) return test->run();
    fprintf(stderr, "usage: %s TEST, which is one of:\n", argv[0]);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) fprintf(stderr, "    %s\n", tests[i].name);
    return 2;
}
