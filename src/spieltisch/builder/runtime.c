/* What compiled kernels need of Numba's run time, in WebAssembly: memory by free lists over a heap
   that grows. Reference counts are 64 bits wide there, addresses 32. */
typedef unsigned long long u64;
typedef unsigned int u32;
typedef __SIZE_TYPE__ size_t;
typedef struct { u64 count; void *end; void *told; void *data; u64 size; u64 class_; } Block;

extern unsigned char __heap_base;
static u32 top;
static void *lists[32];

__attribute__((export_name("allocate"))) void *allocate(u32 bytes) {
  if (!top) top = ((u32)&__heap_base + 63) & ~63u;
  u32 at = top, pages = __builtin_wasm_memory_size(0);
  top += (bytes + 63) & ~63u;
  if (top > pages * 65536u) {
    u32 more = (top - pages * 65536u + 65535u) / 65536u;
    if (__builtin_wasm_memory_grow(0, more < 16 ? 16 : more) == (size_t)-1) __builtin_trap();
  }
  return (void *)at;
}

static void *taken(u32 need, u32 *class_) {
  u32 k = 7;
  while ((1u << k) < need) k++;
  void *block = lists[k];
  if (block) lists[k] = *(void **)block; else block = allocate(1u << k);
  *class_ = k;
  return block;
}

void *NRT_MemInfo_alloc_aligned(u64 size, u32 align) {
  u32 k;
  Block *block = taken((u32)size + 64, &k);
  block->count = 1; block->end = 0; block->told = 0; block->size = size; block->class_ = k;
  block->data = (char *)block + 64;
  return block;
}
void *NRT_MemInfo_alloc(u64 size) { return NRT_MemInfo_alloc_aligned(size, 16); }
void NRT_MemInfo_call_dtor(Block *block) {
  u32 k = (u32)block->class_;
  *(void **)block = lists[k]; lists[k] = block;
}
void *NRT_Allocate(u64 size) {
  u32 k;
  char *block = taken((u32)size + 64, &k);
  *(u32 *)(block + 8) = k;
  return block + 64;
}
void NRT_Free(void *at) {
  char *block = (char *)at - 64;
  u32 k = *(u32 *)(block + 8);
  *(void **)block = lists[k]; lists[k] = block;
}
void *PyExc_RuntimeError, *PyExc_MemoryError;
void PyErr_SetString(void *a, void *b) { __builtin_trap(); }
int main(void) { return 0; }
