"""What compiled kernels need of Numba's run time, as LLVM's assembly.

Reference counts and sizes are 64 bits wide on every target, addresses as wide as the target's.
Memory comes from the C library. For WebAssembly that is another module, and some kernels want
scratch memory ninety times in a simulation; so blocks that were given back are kept there in lists,
one for each size. (Machine code runs in many threads, and its C library keeps such lists itself.)
"""

from __future__ import annotations

TEMPLATE = """
%memory = type {{ i64, ptr, ptr, ptr, i64, ptr }}
declare ptr @malloc({word})
declare void @free(ptr)
define ptr @NRT_Allocate(i64 %size) {{
  {narrow}
  %at = call ptr @malloc({word} %need)
  ret ptr %at
}}
define void @NRT_Free(ptr %at) {{
  call void @free(ptr %at)
  ret void
}}
define ptr @NRT_MemInfo_alloc_aligned(i64 %bytes, i32 %alignment) {{
  %size = add i64 %bytes, 128
  {narrow}
  %block = call ptr @obtain({word} %need)
  %none = icmp eq ptr %block, null
  br i1 %none, label %failed, label %filled
failed:
  ret ptr null
filled:
  %number = ptrtoint ptr %block to {word}
  %behind = add {word} %number, 127
  %even = and {word} %behind, -64
  %data = inttoptr {word} %even to ptr
  store %memory zeroinitializer, ptr %block
  store i64 1, ptr %block
  %where = getelementptr %memory, ptr %block, i32 0, i32 3
  store ptr %data, ptr %where
  %long = getelementptr %memory, ptr %block, i32 0, i32 4
  store i64 %bytes, ptr %long
  ret ptr %block
}}
define ptr @NRT_MemInfo_alloc(i64 %size) {{
  %made = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 16)
  ret ptr %made
}}
define void @NRT_MemInfo_call_dtor(ptr %block) {{
  %long = getelementptr %memory, ptr %block, i32 0, i32 4
  %bytes = load i64, ptr %long
  %size = add i64 %bytes, 128
  {narrow}
  call void @give_back(ptr %block, {word} %need)
  ret void
}}
"""
PLAIN = """
define ptr @obtain(i64 %size) {
  %at = call ptr @malloc(i64 %size)
  ret ptr %at
}
define void @give_back(ptr %block, i64 %size) {
  call void @free(ptr %block)
  ret void
}
"""
# Sizes are powers of two; the first word of a block in a list is the next one
KEPT = """
@kept = internal global [33 x ptr] zeroinitializer
declare i32 @llvm.ctlz.i32(i32, i1)
define internal ptr @list_of(i32 %size) alwaysinline {
  %less = sub i32 %size, 1
  %zeros = call i32 @llvm.ctlz.i32(i32 %less, i1 false)
  %bits = sub i32 32, %zeros
  %list = getelementptr [33 x ptr], ptr @kept, i32 0, i32 %bits
  ret ptr %list
}
define ptr @obtain(i32 %size) {
  %list = call ptr @list_of(i32 %size)
  %first = load ptr, ptr %list
  %none = icmp eq ptr %first, null
  br i1 %none, label %new, label %old
old:
  %next = load ptr, ptr %first
  store ptr %next, ptr %list
  ret ptr %first
new:
  %less = sub i32 %size, 1
  %zeros = call i32 @llvm.ctlz.i32(i32 %less, i1 false)
  %bits = sub i32 32, %zeros
  %width = shl i32 1, %bits
  %at = call ptr @malloc(i32 %width)
  ret ptr %at
}
define void @give_back(ptr %block, i32 %size) {
  %list = call ptr @list_of(i32 %size)
  %first = load ptr, ptr %list
  store ptr %first, ptr %block
  store ptr %block, ptr %list
  ret void
}
"""


def runtime(bits: int) -> str:
    """For addresses of so many bits."""
    narrow = "trunc" if bits < 64 else "bitcast"
    made = TEMPLATE.format(word=f"i{bits}", narrow=f"%need = {narrow} i64 %size to i{bits}")
    return made + (PLAIN if bits == 64 else KEPT)
