// Digests of pixels and files, in C because tests run unoptimized programs.
//
// Eight 64-bit lanes take a word each. A word is added unchanged to the neighbour of its lane. To its own lane, the product of its halves
// is added, after a key that differs for each place of a block. Between blocks, a bijection maps each lane. Everything is added and no step
// loses a difference, so contents that differ in one word differ in a lane. The processor handles two to four lanes at a time.
//
// Source: Y. Collet, xxHash, whose XXH3 accumulates like this; here the lanes are kept instead of folded into one word.

#include "CPangoCairo.h"
#include <string.h>

typedef uint64_t lanes __attribute__((vector_size(64)));

enum { stripe_size = 64, stripes_in_block = 16 };

static const uint64_t prime = 0x9E3779B1u;

/// Keys of a block's first stripe, and the increment for each further one.
static const lanes first_keys = {0x9E3779B185EBCA87u, 0xC2B2AE3D27D4EB4Fu, 0xDBA6641491C35795u, 0xCF7D6732C82A8A8Bu,
                                 0x542AB7D6A5708B31u, 0xDA41A22909828CD7u, 0xCC3D7D8CBE21B5CDu, 0xE113DDE7059FCA03u};
static const lanes next_keys = {0x165667B19E3779F9u, 0x27D4EB2F165667C5u, 0x85EBCA77C2B2AE63u, 0x61C8864E7A143579u,
                                0xA0761D6478BD642Fu, 0xE7037ED1A0B428DBu, 0x8EBC6AF09C88C6E3u, 0x589965CC75374CC3u};

static inline __attribute__((always_inline)) void add_stripe(lanes *sums, const lanes *keys, const unsigned char *bytes) {
  lanes words;
  memcpy(&words, bytes, sizeof words);
  lanes mixed = words ^ *keys;
  *sums += __builtin_shufflevector(words, words, 1, 0, 3, 2, 5, 4, 7, 6);
  *sums += (mixed & 0xFFFFFFFFu) * (mixed >> 32);
}

/// A bijection: the shift undoes itself, and the multiplication is by an odd number.
static inline __attribute__((always_inline)) void end_block(lanes *sums) {
  lanes mixed = (*sums ^ *sums >> 47) ^ first_keys;
  *sums = (mixed & 0xFFFFFFFFu) * prime + (((mixed >> 32) * prime) << 32);
}

static inline __attribute__((always_inline)) void add(uint64_t digest[8], const unsigned char *bytes, size_t count) {
  lanes sums;
  memcpy(&sums, digest, sizeof sums);
  size_t place = 0;
  while (place + stripe_size <= count) {
    size_t left = (count - place) / stripe_size;
    if (left > stripes_in_block) left = stripes_in_block;
    lanes keys = first_keys;
    for (size_t end = place + left * stripe_size; place < end; place += stripe_size) {
      add_stripe(&sums, &keys, bytes + place);
      keys += next_keys;
    }
    end_block(&sums);
  }
  unsigned char rest[stripe_size] = {0};
  if (place < count) memcpy(rest, bytes + place, count - place);
  add_stripe(&sums, &first_keys, rest);
  end_block(&sums);
  sums += (uint64_t)count;
  end_block(&sums);
  memcpy(digest, &sums, sizeof sums);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void add_by_avx2(uint64_t digest[8], const unsigned char *bytes, size_t count) {
  add(digest, bytes, count);
}
#endif

void cpc_digest_add(cpc_digest *digest, const void *data, size_t count) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    add_by_avx2(digest->lanes, data, count);
    return;
  }
#endif
  add(digest->lanes, data, count);
}
