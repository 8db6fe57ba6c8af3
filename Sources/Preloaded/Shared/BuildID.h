// The build id by which a file's symbols are found again, for what hamon loads into programs.
#ifndef BUILD_ID_H
#define BUILD_ID_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <link.h>
#include <stddef.h>
#include <string.h>

/// Copies the build id of a loaded object, the content of its note NT_GNU_BUILD_ID; returns its length.
static inline size_t build_id(const struct dl_phdr_info *info, unsigned char *id, size_t capacity) {
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type != PT_NOTE) continue;
    const char *place = (const char *)(info->dlpi_addr + segment->p_vaddr);
    const char *end = place + segment->p_memsz;
    while (place + sizeof(ElfW(Nhdr)) <= end) {
      const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)place;
      const char *name = place + sizeof *note;
      const char *content = name + (note->n_namesz + 3) / 4 * 4;
      if (content > end || note->n_descsz > (size_t)(end - content)) break;
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
        const size_t size = note->n_descsz < capacity ? note->n_descsz : capacity;
        memcpy(id, content, size);
        return size;
      }
      place = content + (note->n_descsz + 3) / 4 * 4;
    }
  }
  return 0;
}
#endif
