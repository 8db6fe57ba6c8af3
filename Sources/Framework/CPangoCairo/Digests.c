// Digests of pixels and files, in C because tests run programs that aren't optimized.
//
// Source: Y. Collet, xxHash of 64 bits, whose rounds these are. Its four lanes are kept instead of being folded into one
// word: a round is a bijection of the lane and of what is added, so that no single difference is ever lost.

#include "CPangoCairo.h"
#include <string.h>

static const uint64_t first_prime = 0x9E3779B185EBCA87u, second_prime = 0xC2B2AE3D27D4EB4Fu;

static uint64_t round_of(uint64_t lane, uint64_t word) {
  lane += word * second_prime;
  return (lane << 31 | lane >> 33) * first_prime;
}

static void add_block(uint64_t lanes[4], const unsigned char *bytes) {
  uint64_t words[4];
  memcpy(words, bytes, sizeof words);
  lanes[0] = round_of(lanes[0], words[0]);
  lanes[1] = round_of(lanes[1], words[1]);
  lanes[2] = round_of(lanes[2], words[2]);
  lanes[3] = round_of(lanes[3], words[3]);
}

void cpc_digest_add(cpc_digest *digest, const void *data, size_t count) {
  const unsigned char *bytes = data;
  uint64_t lanes[4];
  for (int lane = 0; lane < 4; lane++) lanes[lane] = digest->lanes[lane] + first_prime * (uint64_t)(lane + 1);
  size_t place = 0;
  for (; place + 32 <= count; place += 32) add_block(lanes, bytes + place);
  unsigned char rest[32] = {0};
  if (place < count) memcpy(rest, bytes + place, count - place);
  add_block(lanes, rest);
  for (int lane = 0; lane < 4; lane++) digest->lanes[lane] = round_of(lanes[lane], (uint64_t)count);
}
