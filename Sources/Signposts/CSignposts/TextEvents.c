// Events with text of any kind, made printable ASCII on the way.
//
//  1. One byte outside ASCII in a field makes Trace Compass's whole latency analysis fail, and a string over 32 KB aborts its state system
//     (docs/tracing.md, T8). So characters that are not printable ASCII become \u{1f5e1}, and text over 30,000 bytes is cut and ends in
//     "...". A backslash becomes two, so that `hamon` knows what was escaped (EscapedText.swift).
//  2. Text that is plain, short enough and terminated is passed on in place. Everything else is copied to the stack: emission allocates
//     nothing, so it is safe where malloc isn't, and takes no lock. A text takes only the stack that it needs, at most 30 KB.
//  3. Checking whether text is plain reads 8 bytes at a time: about 2 ns for 20 characters.
#define _GNU_SOURCE
#include <alloca.h>
#include <string.h>

#include "CSignposts.h"

enum { MAXIMUM_LENGTH = 30000 };

static bool is_plain_byte(unsigned char byte) {
  return byte >= 0x20 && byte <= 0x7e && byte != '\\';
}

static bool is_plain_word(uint64_t word) {
  const uint64_t ones = UINT64_C(0x0101010101010101);
  // Carries and borrows leave only a byte that is itself found to be outside.
  uint64_t above = word | (word + ones);
  uint64_t below = (word - ones * 0x20) & ~word;
  uint64_t difference = word ^ ones * '\\';
  uint64_t backslash = (difference - ones) & ~difference;
  return ((above | below | backslash) & (ones << 7)) == 0;
}

bool csignposts_is_plain(const char *text, size_t length) {
  const unsigned char *bytes = (const unsigned char *)text;
  if (length < 4) {
    for (size_t index = 0; index < length; index++) {
      if (!is_plain_byte(bytes[index])) return false;
    }
    return true;
  }
  if (length < 8) {
    // Two halves that may overlap form one word.
    uint32_t halves[2];
    memcpy(&halves[0], bytes, 4);
    memcpy(&halves[1], bytes + length - 4, 4);
    return is_plain_word((uint64_t)halves[0] << 32 | halves[1]);
  }
  for (size_t index = 0;; index += 8) {
    // The last word may overlap the one before it.
    bool is_last = index + 8 >= length;
    uint64_t word;
    memcpy(&word, bytes + (is_last ? length - 8 : index), sizeof word);
    if (!is_plain_word(word)) return false;
    if (is_last) return true;
  }
}

// The scalar that begins at `bytes`, and in `size` its length in bytes; U+FFFD for invalid UTF-8.
static uint32_t scalar_at(const unsigned char *bytes, size_t remaining, size_t *size) {
  unsigned char first = bytes[0];
  size_t count = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
  *size = 1;
  if (count == 1) return first;
  if (count == 0 || count > remaining || first > 0xf4) return 0xfffd;
  uint32_t scalar = first & (0x7f >> count);
  for (size_t index = 1; index < count; index++) {
    if ((bytes[index] & 0xc0) != 0x80) return 0xfffd;
    scalar = scalar << 6 | (bytes[index] & 0x3f);
  }
  // Longer than necessary, half of a UTF-16 pair, or beyond the last scalar.
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (scalar < least[count] || (scalar & 0xfffff800) == 0xd800 || scalar > 0x10ffff) return 0xfffd;
  *size = count;
  return scalar;
}

// Writes \u{...}, or two backslashes for one; returns the number of bytes, at most 10.
static size_t write_escape(uint32_t scalar, char *escape) {
  if (scalar == '\\') {
    memcpy(escape, "\\\\", 2);
    return 2;
  }
  char digits[8];
  size_t count = 0;
  do {
    digits[count++] = "0123456789abcdef"[scalar & 15];
    scalar >>= 4;
  } while (scalar != 0);
  size_t length = 0;
  for (const char *part = "\\u{"; *part; part++) escape[length++] = *part;
  while (count > 0) escape[length++] = digits[--count];
  escape[length++] = '}';
  return length;
}

// Writes the text, if there is a place for it; returns its length in bytes.
static size_t write_escaped(csignposts_text text, char *escaped) {
  const unsigned char *bytes = (const unsigned char *)text.bytes;
  size_t length = csignposts_text_length(text);
  // Text is cut only between two escapes. The last bytes wait here: either they or "..." end the text, and the shorter one has no room for
  // the other.
  char tail[16];
  size_t written = 0, kept = 0;
  for (size_t index = 0, size; index < length; index += size) {
    char escape[16];
    size_t count = size = 1;
    if (is_plain_byte(bytes[index])) {
      escape[0] = (char)bytes[index];
    } else {
      count = write_escape(scalar_at(bytes + index, length - index, &size), escape);
    }
    if (written + count > MAXIMUM_LENGTH) {
      if (escaped) memcpy(escaped + kept, "...", 3);
      return kept + 3;
    }
    if (written + count > MAXIMUM_LENGTH - 3) {
      memcpy(tail + (written - kept), escape, count);
      written += count;
    } else {
      if (escaped) memcpy(escaped + written, escape, count);
      kept = written += count;
    }
  }
  if (escaped) memcpy(escaped + kept, tail, written - kept);
  return written;
}

size_t csignposts_escaped_length(csignposts_text text) { return write_escaped(text, NULL); }

void csignposts_escape(csignposts_text text, char *escaped) {
  escaped[write_escaped(text, escaped)] = 0;
}

// Declares `result`, a C string that lives as long as the calling function.
#define PRINTABLE(result, text)                                                              \
  const char *result = (text).bytes;                                                         \
  size_t result##_length = csignposts_text_length(text);                                     \
  if (__builtin_expect(result##_length <= MAXIMUM_LENGTH &&                                  \
                           csignposts_is_plain(result, result##_length),                     \
                       1)) {                                                                 \
    if (!csignposts_text_is_terminated(text)) {                                              \
      char *result##_copy = alloca(result##_length + 1);                                     \
      memcpy(result##_copy, result, result##_length);                                        \
      result##_copy[result##_length] = 0;                                                    \
      result = result##_copy;                                                                \
    }                                                                                        \
  } else {                                                                                   \
    char *result##_copy = alloca(csignposts_escaped_length(text) + 1);                       \
    csignposts_escape(text, result##_copy);                                                  \
    result = result##_copy;                                                                  \
  }

// The functions of the table's events with fields of type `any`.
#define PREPARE(type, name, ...) PREPARE_##type(name)
#define PREPARE_u64(name)
#define PREPARE_u32(name)
#define PREPARE_i64(name)
#define PREPARE_f64(name)
#define PREPARE_flag(name)
#define PREPARE_text(name)
#define PREPARE_packed(name)
#define PREPARE_any(name) PRINTABLE(name##_printable, name)
#define PREPARED(type, name, ...) PREPARED_##type(name)
#define PREPARED_u64(name) name
#define PREPARED_u32(name) name
#define PREPARED_i64(name) name
#define PREPARED_f64(name) name
#define PREPARED_flag(name) name
#define PREPARED_text(name) name
#define PREPARED_packed(name) name
#define PREPARED_any(name) name##_printable

#define EVENT(...)
#define TEXT_EVENT(provider, event, role, level, slot, ...)                                      \
  void csignposts_##provider##_##event##_text(                                                   \
      CEVENTS_LIST(CSIGNPOSTS_TEXT_PARAMETER, __VA_ARGS__)) {                                    \
    CEVENTS_JOIN(PREPARE, __VA_ARGS__)                                                           \
    csignposts_##provider##_##event(CEVENTS_LIST(PREPARED, __VA_ARGS__));                        \
  }
#include "KatanaEvents.def"
#include "SignpostEvents.def"

void csignposts_signpost_interval_begin_text(uint64_t id, uint64_t parent_id, csignposts_text name,
                                             const char *subsystem, const char *category) {
  PRINTABLE(printable_name, name)
  csignposts_signpost_interval_begin(id, parent_id, printable_name, subsystem, category, false);
}

void csignposts_signpost_synchronous_begin_text(uint64_t id, uint64_t parent_id,
                                                csignposts_text name, const char *subsystem,
                                                const char *category) {
  PRINTABLE(printable_name, name)
  csignposts_signpost_interval_begin(id, parent_id, printable_name, subsystem, category, true);
}
