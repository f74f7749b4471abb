"""What compiled kernels need of Numba's run time, as LLVM's assembly: memory from the C library.

Reference counts and sizes are 64 bits wide on every target, addresses as wide as the target's.
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
  %block = call ptr @malloc({word} %need)
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
  call void @free(ptr %block)
  ret void
}}
"""


def runtime(bits: int) -> str:
    """For addresses of so many bits."""
    narrow = "trunc" if bits < 64 else "bitcast"
    return TEMPLATE.format(word=f"i{bits}", narrow=f"%need = {narrow} i64 %size to i{bits}")
