// Fields of an interval or event, packed into one text: one event for all of them costs a fifth of one event for each, and a text with its
// length before it is copied as a whole.
//
// Each field is KEY, a tab, a letter for the type, VALUE, and a line feed:
//
//     s  a text
//     i  a whole number, in decimal
//     f  a number: 16 hexadecimal digits, the bits of a double
//     b  1 for true, 0 for false
//
// A KEY, and the VALUE of an `s`, is printable ASCII with escapes, as in TextEvents.c, so it has no control characters; or the byte 1 and
// two digits in base 64, the number of a text that `signpost:text` tells.
#include <string.h>

#include "CSignposts.h"

static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-";

// MurmurHash3's finalizer without its last step.
static uint64_t mixed(uint64_t word) {
  word = (word ^ word >> 33) * UINT64_C(0xff51afd7ed558ccd);
  return (word ^ word >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
}

csignposts_hashed_text csignposts_hash(csignposts_text text) {
  const char *bytes = text.bytes;
  size_t length = csignposts_text_length(text);
  // Not the length itself, which would meet short texts.
  uint64_t hash = mixed(length + 1), word = 0;
  if (length >= 8) {
    // Words of 8 bytes, of which the last may overlap the one before it.
    for (size_t index = 0; index + 8 < length; index += 8) {
      memcpy(&word, bytes + index, 8);
      hash = mixed(hash ^ word);
    }
    memcpy(&word, bytes + length - 8, 8);
  } else {
    for (size_t index = 0; index < length; index++) word = word << 8 | (unsigned char)bytes[index];
  }
  hash = mixed(hash ^ word);
  return (csignposts_hashed_text){text, hash == 0 ? 1 : hash};
}

// Each function returns the next place; null if there is no room.

static char *put(char *place, const char *end, char byte) {
  if (place == NULL || place == end) return NULL;
  *place = byte;
  return place + 1;
}

static char *put_text(char *place, const char *end, csignposts_hashed_text hashed) {
  if (place == NULL) return NULL;
  csignposts_text text = hashed.text;
  size_t length = csignposts_text_length(text), room = (size_t)(end - place);
  uint32_t number = csignposts_text_number(hashed);
  if (number != 0) {
    if (room < 3) return NULL;
    place[0] = 1;
    place[1] = digits[number >> 6];
    place[2] = digits[number & 63];
    return place + 3;
  }
  if (csignposts_is_plain(text.bytes, length)) {
    if (length > room) return NULL;
    if (length > 0) memcpy(place, text.bytes, length);
    return place + length;
  }
  // One more for the terminator.
  length = csignposts_escaped_length(text);
  if (length + 1 > room) return NULL;
  csignposts_escape(text, place);
  return place + length;
}

static char *put_key(char *bytes, uint32_t length, csignposts_hashed_text key, char type) {
  const char *end = bytes + CSIGNPOSTS_FIELDS_SIZE;
  return put(put(put_text(bytes + length, end, key), end, '\t'), end, type);
}

static uint32_t ended(char *bytes, char *place) {
  place = put(place, bytes + CSIGNPOSTS_FIELDS_SIZE, '\n');
  return place ? (uint32_t)(place - bytes) : 0;
}

uint32_t csignposts_add_text(char *bytes, uint32_t length, csignposts_hashed_text key,
                             csignposts_hashed_text value) {
  char *place = put_key(bytes, length, key, 's');
  return ended(bytes, put_text(place, bytes + CSIGNPOSTS_FIELDS_SIZE, value));
}

uint32_t csignposts_add_integer(char *bytes, uint32_t length, csignposts_hashed_text key,
                                int64_t value) {
  const char *end = bytes + CSIGNPOSTS_FIELDS_SIZE;
  char *place = put_key(bytes, length, key, 'i'), reversed[20];
  if (value < 0) place = put(place, end, '-');
  uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
  size_t count = 0;
  do {
    reversed[count++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  while (count > 0) place = put(place, end, reversed[--count]);
  return ended(bytes, place);
}

uint32_t csignposts_add_float(char *bytes, uint32_t length, csignposts_hashed_text key,
                              double value) {
  char *place = put_key(bytes, length, key, 'f');
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  for (int shift = 60; shift >= 0; shift -= 4) {
    place = put(place, bytes + CSIGNPOSTS_FIELDS_SIZE, "0123456789abcdef"[bits >> shift & 15]);
  }
  return ended(bytes, place);
}

uint32_t csignposts_add_flag(char *bytes, uint32_t length, csignposts_hashed_text key, bool value) {
  char *place = put_key(bytes, length, key, 'b');
  return ended(bytes, put(place, bytes + CSIGNPOSTS_FIELDS_SIZE, value ? '1' : '0'));
}
