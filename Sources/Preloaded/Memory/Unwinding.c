// Who called a function: by the tables for exceptions, which programs without frame pointers have too.
//
//  1. What the tables say of a return address is kept as one word, for all threads. Only the stack pointer and the frame pointer are followed:
//     where a caller's frame depends on more, and where there is no table, frame pointers are taken.
//  2. Nothing outside the thread's stack is read, and each caller is further out than the last.
//  3. The table is read without a lock; a larger one is complete before it takes the place of another, which stays.
//
// Source: DWARF 4, chapter 6.4; the Linux Standard Base, 5.0, core, chapters 10.5 and 10.6.
#define _GNU_SOURCE
#include <string.h>

#include "Memory.h"

#if defined(__x86_64__)
enum { FRAME_REGISTER = 6, STACK_REGISTER = 7, RETURN_REGISTER = 16 };
#else
enum { FRAME_REGISTER = 29, STACK_REGISTER = 31, RETURN_REGISTER = 30 };
#endif

// MARK: - Rules

// A rule: bit 0 always; where the caller's frame (CFA) is; which bits follow.
#define RULE_KNOWN UINT64_C(1)
/// There is no caller.
#define RULE_END UINT64_C(2)
/// The CFA is relative to the frame pointer, not to the stack pointer.
#define RULE_BY_FRAME UINT64_C(4)
/// The frame pointer is stored.
#define RULE_STORES_FRAME UINT64_C(8)
// In words: bits 8 to 31 from the register to the CFA; 32 to 47 down from there to the frame pointer; 48 to 63 to the return address.
static inline uint64_t packed(uint64_t flags, int64_t cfa, int64_t frame, int64_t address) {
  return RULE_KNOWN | flags | (uint64_t)(cfa / 8) << 8 | (uint64_t)(-frame / 8) << 32 | (uint64_t)(-address / 8) << 48;
}
/// That of a function with a frame pointer.
#if defined(__x86_64__)
#define RULE_OF_FRAMES packed(RULE_BY_FRAME | RULE_STORES_FRAME, 16, -16, -8)
#else
#define RULE_OF_FRAMES packed(RULE_BY_FRAME | RULE_STORES_FRAME, 16, -16, -8)
#endif

struct reading {
  const uint8_t *place, *end;
};

static uint64_t fixed(struct reading *reading, size_t size) {
  uint64_t value = 0;
  if ((size_t)(reading->end - reading->place) < size) {
    reading->place = reading->end;
    return 0;
  }
  memcpy(&value, reading->place, size);
  reading->place += size;
  return value;
}

static uint64_t variable(struct reading *reading) {
  uint64_t value = 0;
  for (unsigned shift = 0; reading->place < reading->end; shift += 7) {
    const uint8_t byte = *reading->place++;
    if (shift < 64) value |= (uint64_t)(byte & 127) << shift;
    if (byte < 128) break;
  }
  return value;
}

static int64_t signed_variable(struct reading *reading) {
  uint64_t value = 0;
  unsigned shift = 0;
  while (reading->place < reading->end) {
    const uint8_t byte = *reading->place++;
    if (shift < 64) value |= (uint64_t)(byte & 127) << shift;
    shift += 7;
    if (byte >= 128) continue;
    if (shift < 64 && (byte & 64) != 0) value |= ~UINT64_C(0) << shift;
    break;
  }
  return (int64_t)value;
}

/// An address as tables store it: DW_EH_PE_..., absolute or relative to its place.
static uint64_t encoded(struct reading *reading, uint8_t form) {
  const uint64_t place = (uint64_t)reading->place;
  uint64_t value;
  switch (form & 15) {
    case 0: case 4: case 12: value = fixed(reading, 8); break;
    case 2: value = fixed(reading, 2); break;
    case 3: value = fixed(reading, 4); break;
    case 10: value = (uint64_t)(int16_t)fixed(reading, 2); break;
    case 11: value = (uint64_t)(int32_t)fixed(reading, 4); break;
    case 1: value = variable(reading); break;
    default: value = (uint64_t)signed_variable(reading); break;
  }
  return (form & 0x70) == 0x10 ? value + place : value;
}

/// Where registers are, while a function's instructions are followed.
struct state {
  uint64_t cfa_register;
  int64_t cfa_offset;
  int64_t frame_offset, return_offset;
  bool stores_frame, stores_return, ends, is_complex;
};

struct common {
  uint64_t code_factor;
  int64_t data_factor;
  uint8_t form;
  bool has_augmentation;
  struct reading instructions;
};

static void store(struct state *state, uint64_t place, int64_t offset) {
  if (place == FRAME_REGISTER) {
    state->stores_frame = true;
    state->frame_offset = offset;
  } else if (place == RETURN_REGISTER) {
    state->stores_return = true;
    state->return_offset = offset;
  }
}

static void restore(struct state *state, uint64_t place, const struct state *initial) {
  if (place == FRAME_REGISTER) {
    state->stores_frame = initial->stores_frame;
    state->frame_offset = initial->frame_offset;
  } else if (place == RETURN_REGISTER) {
    state->stores_return = initial->stores_return;
    state->return_offset = initial->return_offset;
  }
}

/// Follows instructions up to an address.
static void follow(struct reading reading, const struct common *common, uint64_t location, uint64_t address, struct state *state,
                   const struct state *initial) {
  struct state remembered[8];
  unsigned depth = 0;
  while (reading.place < reading.end) {
    const uint8_t code = *reading.place++;
    const uint8_t low = code & 63;
    switch (code & 0xc0) {
      case 0x40: location += low * common->code_factor; break;
      case 0x80: store(state, low, (int64_t)variable(&reading) * common->data_factor); continue;
      case 0xc0: restore(state, low, initial); continue;
      default:
        switch (code) {
          case 0x00: continue;
          case 0x01: location = encoded(&reading, common->form); break;
          case 0x02: location += fixed(&reading, 1) * common->code_factor; break;
          case 0x03: location += fixed(&reading, 2) * common->code_factor; break;
          case 0x04: location += fixed(&reading, 4) * common->code_factor; break;
          case 0x05: {
            const uint64_t place = variable(&reading);
            store(state, place, (int64_t)variable(&reading) * common->data_factor);
            continue;
          }
          case 0x06: restore(state, variable(&reading), initial); continue;
          case 0x07: if (variable(&reading) == RETURN_REGISTER) state->ends = true; continue;
          case 0x08: {
            const uint64_t place = variable(&reading);
            if (place == FRAME_REGISTER) state->stores_frame = false;
            continue;
          }
          case 0x09: {
            const uint64_t place = variable(&reading);
            variable(&reading);
            if (place == FRAME_REGISTER || place == RETURN_REGISTER) state->is_complex = true;
            continue;
          }
          case 0x0a: if (depth < 8) remembered[depth] = *state; depth++; continue;
          case 0x0b: if (depth > 0 && --depth < 8) *state = remembered[depth]; continue;
          case 0x0c:
            state->cfa_register = variable(&reading);
            state->cfa_offset = (int64_t)variable(&reading);
            state->is_complex = false;
            continue;
          case 0x0d: state->cfa_register = variable(&reading); state->is_complex = false; continue;
          case 0x0e: state->cfa_offset = (int64_t)variable(&reading); continue;
          case 0x0f:
            state->is_complex = true;
            reading.place += variable(&reading);
            continue;
          case 0x10: case 0x16: {
            const uint64_t place = variable(&reading), size = variable(&reading);
            reading.place += size < (uint64_t)(reading.end - reading.place) ? size : (uint64_t)(reading.end - reading.place);
            if (place == FRAME_REGISTER || place == RETURN_REGISTER) state->is_complex = true;
            continue;
          }
          case 0x11: {
            const uint64_t place = variable(&reading);
            store(state, place, signed_variable(&reading) * common->data_factor);
            continue;
          }
          case 0x12:
            state->cfa_register = variable(&reading);
            state->cfa_offset = signed_variable(&reading) * common->data_factor;
            state->is_complex = false;
            continue;
          case 0x13: state->cfa_offset = signed_variable(&reading) * common->data_factor; continue;
          case 0x2d: continue;
          case 0x2e: variable(&reading); continue;
          default: state->is_complex = true; return;
        }
    }
    if (location > address) return;
  }
}

static bool read_common(const uint8_t *place, struct common *common) {
  struct reading reading = {place, place + 4};
  const uint32_t length = (uint32_t)fixed(&reading, 4);
  if (length == 0 || length == 0xffffffff) return false;
  reading.end = reading.place + length;
  fixed(&reading, 4);
  const uint8_t version = (uint8_t)fixed(&reading, 1);
  const char *augmentation = (const char *)reading.place;
  while (reading.place < reading.end && *reading.place != 0) reading.place++;
  reading.place++;
  common->code_factor = variable(&reading);
  common->data_factor = signed_variable(&reading);
  if (version == 1) fixed(&reading, 1); else variable(&reading);
  common->form = 0;
  common->has_augmentation = augmentation[0] == 'z';
  if (augmentation[0] != 0 && !common->has_augmentation) return false;
  if (common->has_augmentation) {
    const uint64_t size = variable(&reading);
    const uint8_t *next = reading.place + size;
    for (const char *letter = augmentation + 1; *letter != 0; letter++) {
      if (*letter == 'R') common->form = (uint8_t)fixed(&reading, 1);
      if (*letter == 'L') fixed(&reading, 1);
      if (*letter == 'P') {
        const uint8_t form = (uint8_t)fixed(&reading, 1);
        encoded(&reading, form);
      }
      // A signal's frame: the address is that of an instruction, not of a return.
      if (*letter == 'S') return false;
    }
    reading.place = next;
  }
  common->instructions = reading;
  return reading.place <= reading.end;
}

/// The rule of the function at an address, from the sorted table of its library.
static uint64_t rule_of(const uint8_t *header, uint64_t address) {
  // Version 1, a pointer of 4 bytes, the count in 4 bytes, and pairs of 4 bytes relative to the header.
  if (header == NULL || header[0] != 1 || header[2] != 3 || header[3] != 0x3b) return RULE_OF_FRAMES;
  const unsigned skipped = (header[1] & 15) == 4 || (header[1] & 15) == 12 || (header[1] & 15) == 0 ? 8 : 4;
  uint32_t count;
  memcpy(&count, header + 4 + skipped, 4);
  const int32_t *pairs = (const int32_t *)(header + 8 + skipped);
  const int64_t offset = (int64_t)(address - (uint64_t)header);
  uint32_t first = 0, last = count;
  while (first < last) {
    const uint32_t middle = first + (last - first) / 2;
    if (pairs[2 * middle] <= offset) first = middle + 1; else last = middle;
  }
  if (first == 0) return RULE_OF_FRAMES;
  const uint8_t *description = header + pairs[2 * first - 1];
  struct reading reading = {description, description + 4};
  const uint32_t length = (uint32_t)fixed(&reading, 4);
  if (length == 0 || length == 0xffffffff) return RULE_OF_FRAMES;
  reading.end = reading.place + length;
  const uint8_t *back = reading.place;
  struct common common;
  if (!read_common(back - (uint32_t)fixed(&reading, 4), &common)) return RULE_OF_FRAMES;
  const uint64_t begin = encoded(&reading, common.form), size = encoded(&reading, common.form & 15);
  if (address < begin || address - begin >= size) return RULE_OF_FRAMES;
  if (common.has_augmentation) {
    const uint64_t skip = variable(&reading);
    reading.place += skip;
  }
  struct state state = {.cfa_register = STACK_REGISTER};
  const struct state none = state;
  follow(common.instructions, &common, 0, UINT64_MAX, &state, &none);
  const struct state initial = state;
  follow(reading, &common, begin, address, &state, &initial);
  if (state.ends) return RULE_KNOWN | RULE_END;
  const bool by_frame = state.cfa_register == FRAME_REGISTER;
  const bool is_followed = by_frame || state.cfa_register == STACK_REGISTER;
  const int64_t cfa = state.cfa_offset, frame = state.frame_offset, address_offset = state.return_offset;
  if (state.is_complex || !is_followed || !state.stores_return || cfa < 8 || cfa % 8 != 0 || cfa >= (8 << 24) ||
      address_offset >= 0 || address_offset % 8 != 0 || -address_offset >= (8 << 16) ||
      (state.stores_frame && (frame >= 0 || frame % 8 != 0 || -frame >= (8 << 16)))) {
    return RULE_OF_FRAMES;
  }
  return packed(
      (by_frame ? RULE_BY_FRAME : 0) | (state.stores_frame ? RULE_STORES_FRAME : 0), cfa, state.stores_frame ? frame : 0,
      address_offset);
}

// MARK: - The table of rules

struct rule_entry {
  uint64_t address, rule;
};

struct rule_table {
  size_t capacity, count;
  struct rule_entry entries[];
};

static struct rule_table *rules;
lock rule_lock;

static struct rule_entry *rule_entry(struct rule_table *table, uint64_t address) {
  for (size_t place = address * UINT64_C(0x9e3779b97f4a7c15) >> 32;; place++) {
    struct rule_entry *entry = &table->entries[place & (table->capacity - 1)];
    const uint64_t present = __atomic_load_n(&entry->address, __ATOMIC_ACQUIRE);
    if (present == address || present == 0) return entry;
  }
}

void forget_rules(void) {
  take(&rule_lock);
  // Threads may be reading it: it is left to them.
  __atomic_store_n(&rules, NULL, __ATOMIC_RELEASE);
  give(&rule_lock);
}

/// Finds what the tables say of a return address; 0 if that isn't in code.
COLD static uint64_t new_rule(struct thread *thread, uint64_t address) {
  const uint8_t *header = NULL;
  // The call is the instruction before, which may be the last of its function.
  if (!is_code(thread, address - 1, &header)) return 0;
  const uint64_t rule = is_own_code(address) ? RULE_OF_FRAMES : rule_of(header, address - 1);
  take(&rule_lock);
  struct rule_table *table = rules;
  if (table == NULL || table->count >= table->capacity / 2) {
    const size_t capacity = table == NULL ? 1 << 10 : 4 * table->capacity;
    struct rule_table *larger = own_memory(sizeof *larger + capacity * sizeof(struct rule_entry));
    if (larger != NULL) {
      larger->capacity = capacity;
      for (size_t place = 0; table != NULL && place < table->capacity; place++) {
        if (table->entries[place].address == 0) continue;
        *rule_entry(larger, table->entries[place].address) = table->entries[place];
        larger->count++;
      }
      __atomic_store_n(&rules, larger, __ATOMIC_RELEASE);
    }
    table = larger;
  }
  struct rule_entry *entry = table == NULL ? NULL : rule_entry(table, address);
  if (entry != NULL && entry->address == 0) {
    entry->rule = rule;
    table->count++;
    __atomic_store_n(&entry->address, address, __ATOMIC_RELEASE);
  }
  give(&rule_lock);
  return rule;
}

static inline uint64_t rule_at(struct thread *thread, uint64_t address) {
  struct rule_table *table = __atomic_load_n(&rules, __ATOMIC_ACQUIRE);
  if (LIKELY(table != NULL)) {
    const struct rule_entry *entry = rule_entry(table, address);
    if (LIKELY(entry->address == address)) return entry->rule;
  }
  return new_rule(thread, address);
}

// MARK: - Walks

static uint64_t word_at(uint64_t address) { return *(const uint64_t *)address; }

/// An address without the bits of ARM's pointer authentication.
static inline uint64_t plain(uint64_t address) {
#if defined(__aarch64__)
  return address & 0x0000ffffffffffff;
#else
  return address;
#endif
}

/// Notes a word that a walk from `frame` depends on.
static inline void note_word(struct walk_words *words, unsigned *count, const uintptr_t *frame, uintptr_t address) {
  const uint64_t place = (address - (uintptr_t)frame) / sizeof *frame;
  if (*count >= WALK_WORDS || place > UINT16_MAX) {
    *count = WALK_WORDS + 1;
    return;
  }
  words->places[*count] = (uint16_t)place;
  words->values[*count] = frame[place];
  ++*count;
}

unsigned unwind(struct thread *thread, const uintptr_t *frame, uint64_t *frames, struct walk_words *words, unsigned *count) {
  // Of a function with a frame pointer: the caller goes on behind its return address.
  uint64_t stack = (uint64_t)(frame + 2), caller_frame = frame[0], address = plain(frame[1]);
  // Where the frame pointer was stored. Only where it leads to a caller it matters what it is: it may be any number.
  uint64_t place_of_frame = (uint64_t)frame;
  const uint64_t high = thread->high;
  const bool is_inside = stack >= thread->low && stack < high;
  unsigned length = 0;
  bool is_beyond_main = false;
  *count = 0;
  for (unsigned steps = 0; length < HAMON_STACK_FRAMES && steps < 2 * HAMON_STACK_FRAMES; steps++) {
    const uint64_t rule = address < 4096 ? 0 : rule_at(thread, address);
    if (rule == 0) break;
    // The library's own stands around `main`: what is beyond that stays as it is.
    if (!is_own_code(address)) frames[length++] = address;
    is_beyond_main = is_beyond_main || is_of_main(address);
    if (!is_inside || (rule & RULE_END) != 0) break;
    // Swift marks frames with an asynchronous context below them.
    const uint64_t base = (rule & RULE_BY_FRAME) != 0 ? caller_frame & ~(UINT64_C(1) << 60) : stack;
    const uint64_t cfa = base + (rule >> 8 & 0xffffff) * 8;
    if (base < stack || cfa <= stack || cfa > high || cfa % 8 != 0) break;
    if ((rule & RULE_BY_FRAME) != 0 && place_of_frame != 0) {
      if (!is_beyond_main) note_word(words, count, frame, place_of_frame);
      place_of_frame = 0;
    }
    const uint64_t stored = cfa - (rule >> 48) * 8, frame_stored = cfa - (rule >> 32 & 0xffff) * 8;
    if (stored < (uint64_t)frame || stored + 8 > high) break;
    address = plain(word_at(stored));
    if (!is_beyond_main) note_word(words, count, frame, stored);
    if ((rule & RULE_STORES_FRAME) != 0) {
      if (frame_stored < (uint64_t)frame || frame_stored + 8 > high) break;
      caller_frame = word_at(frame_stored);
      place_of_frame = frame_stored;
    }
    stack = cfa;
  }
  while (*count % 4 != 0 && *count < WALK_WORDS) note_word(words, count, frame, (uintptr_t)(frame + words->places[*count - 1]));
  return length;
}
