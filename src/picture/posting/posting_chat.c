/* Postings for chats: the lines of the text in code blocks, each no longer than a message may be. A table that
 * continues in the next block has its headings there again. */
#include "posting/posting.h"

enum { CHAT_CELL = 32 };

typedef struct chat_blocks {
    pdk_posting_lines lines;
    uint32_t units; /* of the open block, the fence at its end counted; 0 = none is open */
    bool any;       /* a block was written */
    char *header;   /* of the table whose rows come */
} chat_blocks;

static const char fence[] = "```\n";

/* UTF-16 units, as chats count. */
static uint32_t units_of(const char *text, size_t size)
{
    uint32_t units = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)text[i];
        units += (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1;
    }
    return units;
}

static void open_block(chat_blocks *chat)
{
    if (chat->any) pdk_posting_say(chat->lines.writer, "\n");
    pdk_posting_say(chat->lines.writer, fence);
    chat->units = 2 * (uint32_t)strlen(fence);
    chat->any = true;
}

static void close_block(chat_blocks *chat)
{
    if (chat->units > 0) pdk_posting_say(chat->lines.writer, fence);
    chat->units = 0;
}

static void put_line(chat_blocks *chat, const char *text, size_t size)
{
    pdk_posting_put(chat->lines.writer, text, size);
    pdk_posting_say(chat->lines.writer, "\n");
    chat->units += units_of(text, size) + 1;
}

/* Backticks that follow each other end a block: an invisible U+200B is between them. */
static void part_backticks(pdk_byte_buffer *text, pdk_posting_writer *writer)
{
    static const char space[] = "\xE2\x80\x8B";
    for (size_t i = 1; i < text->size; i++) {
        if (text->data[i] != '`' || text->data[i - 1] != '`') continue;
        if (pdk_bytes_more(text, sizeof space - 1) == NULL) {
            writer->status = pdk_fail_memory(writer->error, writer->memory, "lines of a posting");
            return;
        }
        memmove(text->data + i + 3, text->data + i, text->size - i - 3);
        memcpy(text->data + i, space, 3);
        i += 3;
    }
}

static void add_line(pdk_posting_lines *lines, pdk_posting_line kind)
{
    chat_blocks *chat = (chat_blocks *)lines;
    pdk_posting_writer *writer = lines->writer;
    part_backticks(&lines->text, writer);
    const char *text = (const char *)lines->text.data;
    size_t size = lines->text.size;
    if (kind == PDK_LINE_HEADER) {
        pdk_free(writer->memory, chat->header);
        chat->header = pdk_text_printf(writer->memory, "%.*s", (int)size, text);
    }
    bool full = chat->units > 0 && chat->units + units_of(text, size) + 1 > writer->options->most;
    if (full) close_block(chat);
    if (chat->units == 0 && size == 0) return; /* a block does not begin with an empty line */
    if (chat->units == 0) open_block(chat);
    if (full && kind == PDK_LINE_BODY && chat->header != NULL) put_line(chat, chat->header, strlen(chat->header));
    put_line(chat, text, size);
    if (kind == PDK_LINE_OTHER) {
        pdk_free(writer->memory, chat->header);
        chat->header = NULL;
    }
}

void pdk_posting_write_chat(pdk_posting_writer *writer)
{
    chat_blocks chat = { .lines = { .writer = writer, .line = add_line, .longest = CHAT_CELL, .wraps = true } };
    pdk_posting_make_lines(&chat.lines);
    close_block(&chat);
}
