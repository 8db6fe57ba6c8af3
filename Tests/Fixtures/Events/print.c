// Prints twice, in an update. Compiled with a table that has PrintEvents.def besides.
#include "CSignposts.h"

int main(void) {
  uint64_t update = csignposts_make_id();
  csignposts_katana_update_begin(update, "Shop.Add", 1);
  for (int round = 0; round < 2; round++) {
    uint64_t id = csignposts_make_id();
    csignposts_katana_print_begin(id, update, "Shop.List", 12);
    csignposts_katana_print_end(id, round == 0 ? "success" : "failure");
  }
  csignposts_katana_update_end(update);
}
