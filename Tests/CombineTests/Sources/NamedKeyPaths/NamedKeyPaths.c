// The description of a key path has the name of a computed property where `dladdr` finds the function that reads it. On
// Apple's platforms that knows all functions of a program, here only exported ones; so this looks into the program's file.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *program;
static int (*system_dladdr)(const void *, Dl_info *);

__attribute__((constructor)) static void prepare(void) {
  system_dladdr = (int (*)(const void *, Dl_info *))dlsym(RTLD_NEXT, "dladdr");
  int file = open("/proc/self/exe", O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return;
  void *content = mmap(0, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (content != MAP_FAILED) program = content;
}

// The program is the first of the files that are loaded.
static int find_base(struct dl_phdr_info *info, size_t size, void *base) {
  *(ElfW(Addr) *)base = info->dlpi_addr;
  return 1;
}

// The name of the function of the program that begins at an address.
static const char *function_at(ElfW(Addr) address) {
  const ElfW(Ehdr) *header = (const void *)program;
  const ElfW(Shdr) *sections = (const void *)(program + header->e_shoff);
  for (int i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const ElfW(Sym) *symbols = (const void *)(program + sections[i].sh_offset);
    const char *names = program + sections[sections[i].sh_link].sh_offset;
    for (size_t n = 0; n < sections[i].sh_size / sizeof(*symbols); n++) {
      if ((symbols[n].st_info & 0xf) == STT_FUNC && symbols[n].st_value == address) return names + symbols[n].st_name;
    }
  }
  return 0;
}

int dladdr(const void *address, Dl_info *info) {
  int is_found = system_dladdr ? system_dladdr(address, info) : 0;
  if (!is_found || !program || (info->dli_sname && info->dli_saddr == address)) return is_found;
  ElfW(Addr) base = 0;
  dl_iterate_phdr(find_base, &base);
  const char *name = function_at((ElfW(Addr))address - base);
  if (name) {
    info->dli_sname = name;
    info->dli_saddr = (void *)address;
  }
  return is_found;
}
