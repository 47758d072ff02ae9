"""Text of Live for Speed: colours, code pages and escapes after a ^ (formats/raf.md 9.6)."""

PAGES = {"L": "cp1252", "G": "cp1253", "C": "cp1251", "E": "cp1250", "T": "cp1254", "B": "cp1257", "J": "cp932",
         "H": "cp950", "S": "cp936", "K": "cp949"}
TWO_BYTES = {"cp932", "cp936", "cp949", "cp950"}
ESCAPES = {"v": "|", "a": "*", "c": ":", "d": "\\", "s": "/", "q": "?", "t": '"', "l": "<", "r": ">", "h": "#"}


def is_pair(raw, at, page):
    """Whether a character of two bytes begins here: its second byte may be a ^."""
    if page not in TWO_BYTES or at + 1 >= len(raw):
        return False
    try:
        return len(raw[at:at + 2].decode(page)) == 1
    except UnicodeDecodeError:
        return False


def code(raw, at, page):
    """What a ^ and the character after it mean: text, page, whether it was a code at all."""
    letter = chr(raw[at + 1]) if at + 1 < len(raw) else ""
    if letter == "^":
        return "^", page, True
    if letter and letter in "0123456789":
        return "", "cp1252" if letter == "8" else page, True
    if letter in PAGES:
        return "", PAGES[letter], True
    return ESCAPES.get(letter, ""), page, letter in ESCAPES


def decode(raw):
    text, page, at = "", "cp1252", 0
    while at < len(raw):
        if raw[at:at + 1] == b"^":
            piece, page, known = code(raw, at, page)
            text += piece if known else "^"
            at += 2 if known else 1
            continue
        size = 2 if is_pair(raw, at, page) else 1
        text += raw[at:at + size].decode(page, "replace")
        at += size
    return text
