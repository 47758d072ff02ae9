// What is in a file, from C++17:  summary file
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include <paddock/paddock.h>

struct Closer {
    void operator()(pdk_document *document) const { pdk_close(document); }
};
using Document = std::unique_ptr<pdk_document, Closer>;

static Document open(const char *path, std::string &reason)
{
    pdk_document *document = nullptr;
    pdk_error error{};
    const pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    if (pdk_open_file(path, &options, &document, &error) != PDK_OK) reason = error.message;
    return Document(document);
}

static void print_columns(const pdk_table *table)
{
    for (size_t i = 0; i < pdk_table_columns(table); i++) {
        const pdk_column_info *column = pdk_table_column_at(table, i);
        const std::string_view unit = column->unit != nullptr ? column->unit : "";
        std::printf("    %s %s%s%.*s\n", column->name, pdk_type_name(column->type), unit.empty() ? "" : ", ",
                    static_cast<int>(unit.size()), unit.data());
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: summary FILE\n");
        return 2;
    }
    std::string reason;
    const Document document = open(argv[1], reason);
    if (!document) {
        std::fprintf(stderr, "%s: %s\n", argv[1], reason.c_str());
        return 1;
    }
    std::printf("%s\n", pdk_document_format(document.get())->title);
    for (size_t i = 0; i < pdk_document_table_count(document.get()); i++) {
        const pdk_table *table = pdk_document_table_at(document.get(), i);
        std::printf("  %s: %llu rows\n", pdk_table_name(table), static_cast<unsigned long long>(pdk_table_rows(table)));
        print_columns(table);
    }
    return 0;
}
