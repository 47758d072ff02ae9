/* Paddock for C++17: objects that close themselves, columns as vectors, failures as exceptions. Nothing but this header
 * is needed beside the C library, and it adds nothing at run time: each object is one pointer, each call one call.
 *
 *     #include <paddock/paddock.hpp>
 *
 *     paddock::document race = paddock::open("race.vcr"); // throws paddock::error
 *     paddock::table laps = race.table("laps");           // computed when it is first asked for
 *     std::vector<std::string> drivers = laps.column<std::string>("driver");
 *     std::vector<double> times = laps.column<double>("lap_time"); // NaN where there is no time
 *
 * Every function of the C headers can be used with them: `get()` gives the C object, `paddock::call` turns a failed
 * status into an exception, and `paddock::handle` closes what a call creates:
 *
 *     pdk_output *made = nullptr;
 *     paddock::call(pdk_output_file, "laps.csv", &made);
 *     paddock::handle<pdk_output> output(made);
 *     paddock::call(pdk_table_write, laps.get(), PDK_CSV, nullptr, output.get());
 *     paddock::call(pdk_output_finish, output.get());
 *
 * Functions that you give to the library (progress, filters ...) must not throw: there is C in between.
 */
#ifndef PADDOCK_PADDOCK_HPP
#define PADDOCK_PADDOCK_HPP

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "paddock.h"

namespace paddock
{

/* What failed: what() is the message. */
class error : public std::runtime_error
{
  public:
    explicit error(const pdk_error &details) : std::runtime_error(details.message), details_(details) {}

    pdk_status status() const noexcept { return details_.status; }
    /* Stable, for programs: "rld.tris.tag". */
    const char *code() const noexcept { return details_.code; }
    /* By names of layouts: "raf.block[17].gear"; may be empty. */
    const char *where() const noexcept { return details_.where; }
    /* In the (unpacked) file; PDK_NO_OFFSET if none applies. */
    std::uint64_t offset() const noexcept { return details_.offset; }

  private:
    pdk_error details_;
};

/* Calls a function of the C headers whose last argument takes a pdk_error: that argument is left out here. Throws
 * `error` if it fails. */
template <class Function, class... Arguments> void call(Function function, Arguments &&...arguments)
{
    pdk_error details;
    if (function(std::forward<Arguments>(arguments)..., &details) != PDK_OK) throw error(details);
}

/* Closes any object that a call created. */
struct closer {
    void operator()(pdk_document *object) const noexcept { pdk_close(object); }
    void operator()(pdk_output *object) const noexcept { pdk_output_close(object); }
    void operator()(pdk_edit *object) const noexcept { pdk_edit_close(object); }
    void operator()(pdk_guard *object) const noexcept { pdk_guard_close(object); }
    void operator()(pdk_inputs *object) const noexcept { pdk_inputs_close(object); }
    void operator()(pdk_motion *object) const noexcept { pdk_motion_close(object); }
    void operator()(pdk_plot *object) const noexcept { pdk_plot_close(object); }
    void operator()(pdk_posting *object) const noexcept { pdk_posting_close(object); }
    void operator()(pdk_raster *object) const noexcept { pdk_raster_close(object); }
    void operator()(pdk_rulings *object) const noexcept { pdk_rulings_close(object); }
    void operator()(pdk_season *object) const noexcept { pdk_season_close(object); }
    void operator()(pdk_surface_comparison *object) const noexcept { pdk_surface_comparison_close(object); }
    void operator()(pdk_height_index *object) const noexcept { pdk_height_index_close(object); }
    void operator()(pdk_corner_numbering *object) const noexcept { pdk_corner_numbering_close(object); }
};
template <class Object> using handle = std::unique_ptr<Object, closer>;

/* The pdk_type of values in C++. */
template <class Value> constexpr pdk_type type_of() noexcept
{
    if constexpr (std::is_same_v<Value, bool>) return PDK_BOOL;
    else if constexpr (std::is_same_v<Value, std::int8_t>) return PDK_INT8;
    else if constexpr (std::is_same_v<Value, std::uint8_t>) return PDK_UINT8;
    else if constexpr (std::is_same_v<Value, std::int16_t>) return PDK_INT16;
    else if constexpr (std::is_same_v<Value, std::uint16_t>) return PDK_UINT16;
    else if constexpr (std::is_same_v<Value, std::int32_t>) return PDK_INT32;
    else if constexpr (std::is_same_v<Value, std::uint32_t>) return PDK_UINT32;
    else if constexpr (std::is_same_v<Value, std::int64_t>) return PDK_INT64;
    else if constexpr (std::is_same_v<Value, std::uint64_t>) return PDK_UINT64;
    else if constexpr (std::is_same_v<Value, float>) return PDK_FLOAT32;
    else if constexpr (std::is_same_v<Value, double>) return PDK_FLOAT64;
    else if constexpr (std::is_same_v<Value, std::string> || std::is_same_v<Value, std::string_view>) return PDK_TEXT;
    else return PDK_TYPE_NONE;
}

/* To the end. */
constexpr std::uint64_t all_rows = std::numeric_limits<std::uint64_t>::max();

/* A table belongs to its document, and is used while that is open. */
class table
{
  public:
    explicit table(const pdk_table *object) noexcept : object_(object) {}
    const pdk_table *get() const noexcept { return object_; }

    const char *name() const noexcept { return pdk_table_name(object_); }
    std::uint64_t rows() const noexcept { return pdk_table_rows(object_); }
    std::size_t columns() const noexcept { return pdk_table_columns(object_); }
    const pdk_column_info &info(std::size_t column) const { return *pdk_table_column_at(object_, column); }

    /* A column by its name, or some rows of it. `double` is possible for every column of numbers, any other type for
     * columns of that type; texts are std::string, or std::string_view into the document. A missing value is NaN, 0
     * or an empty text: optional_column tells them apart. Throws "argument.column" and "argument.rows". */
    template <class Value>
    std::vector<Value> column(const char *name, std::uint64_t first = 0, std::uint64_t count = all_rows) const
    {
        return read<Value>(name, first, count, nullptr);
    }

    template <class Value>
    std::vector<std::optional<Value>> optional_column(const char *name, std::uint64_t first = 0,
                                                      std::uint64_t count = all_rows) const
    {
        std::vector<std::uint8_t> validity;
        std::vector<Value> values = read<Value>(name, first, count, &validity);
        std::vector<std::optional<Value>> made(values.size());
        for (std::size_t i = 0; i < made.size(); i++) {
            if ((validity[i / 8] >> (i % 8) & 1) != 0) made[i] = std::move(values[i]);
        }
        return made;
    }

  private:
    template <class Value>
    std::vector<Value> read(const char *name, std::uint64_t first, std::uint64_t count,
                            std::vector<std::uint8_t> *validity) const
    {
        static_assert(type_of<Value>() != PDK_TYPE_NONE, "no column has values of this type");
        if (count == all_rows) count = first < rows() ? rows() - first : 0;
        std::size_t size = static_cast<std::size_t>(count), column = pdk_table_find_column(object_, name);
        if (validity != nullptr) validity->resize(size / 8 + 1);
        if constexpr (type_of<Value>() == PDK_TEXT) {
            std::vector<pdk_text> texts(size);
            fill(column, first, size, PDK_TEXT, texts.data(), validity);
            std::vector<Value> values;
            values.reserve(size);
            for (const pdk_text &text : texts) values.emplace_back(text.data != nullptr ? text.data : "", text.size);
            return values;
        } else if constexpr (type_of<Value>() == PDK_BOOL) { // std::vector<bool> is no array
            std::vector<std::uint8_t> bytes(size);
            fill(column, first, size, PDK_BOOL, bytes.data(), validity);
            return std::vector<bool>(bytes.begin(), bytes.end());
        } else {
            std::vector<Value> values(size);
            fill(column, first, size, type_of<Value>(), values.data(), validity);
            return values;
        }
    }

    void fill(std::size_t column, std::uint64_t first, std::size_t count, pdk_type type, void *values,
              std::vector<std::uint8_t> *validity) const
    {
        const pdk_column_read read = { column, type, values, validity != nullptr ? validity->data() : nullptr };
        call(pdk_table_read, object_, first, count, &read, std::size_t{ 1 });
    }

    const pdk_table *object_;
};

/* A document, counted: a copy is another holder of the same one. */
class document
{
  public:
    document() noexcept = default;
    /* Takes over a document that a call created. */
    explicit document(pdk_document *object) noexcept : object_(object) {}
    document(const document &other) noexcept : object_(pdk_retain(other.object_)) {}
    document(document &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    document &operator=(document other) noexcept
    {
        std::swap(object_, other.object_);
        return *this;
    }
    ~document() { pdk_close(object_); }

    pdk_document *get() const noexcept { return object_; }
    explicit operator bool() const noexcept { return object_ != nullptr; }
    const pdk_format_info &format() const noexcept { return *pdk_document_format(object_); }

    /* Its own tables. */
    std::vector<paddock::table> tables() const
    {
        std::vector<paddock::table> made;
        for (std::size_t i = 0; i < pdk_document_table_count(object_); i++)
            made.emplace_back(pdk_document_table_at(object_, i));
        return made;
    }

    /* One of its own, or one that is computed ("laps"). Throws the reason where there is none. */
    paddock::table table(const char *name) const
    {
        const pdk_table *found = pdk_document_own_table(object_, name);
        if (found == nullptr) call(pdk_answer, object_, name, &found);
        return paddock::table(found);
    }

  private:
    pdk_document *object_ = nullptr;
};

inline document open(const char *path, const pdk_open_options &options = PDK_OPEN_OPTIONS_INIT)
{
    pdk_document *made = nullptr;
    call(pdk_open_file, path, &options, &made);
    return document(made);
}

inline document open(const std::string &path, const pdk_open_options &options = PDK_OPEN_OPTIONS_INIT)
{
    return open(path.c_str(), options);
}

/* Of bytes, which stay as they are until the document is closed. */
inline document open_memory(const void *bytes, std::size_t size,
                            const pdk_open_options &options = PDK_OPEN_OPTIONS_INIT)
{
    pdk_document *made = nullptr;
    call(pdk_open_memory, bytes, size, &options, &made);
    return document(made);
}

static_assert(sizeof(document) == sizeof(void *) && sizeof(table) == sizeof(void *), "they are what they point to");

} // namespace paddock
#endif
