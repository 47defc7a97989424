"""Memory for arrays that a program makes: a list of blocks, whose first words are the addresses of the blocks before them."""

from __future__ import annotations

from typing import Final


def _taking(name: str, call: str) -> str:
    return f"""define internal ptr @{name}(ptr %list, i64 %count) {{
  %size = add i64 %count, 16
  %block = call ptr {call}
  %is_none = icmp eq ptr %block, null
  br i1 %is_none, label %none, label %some
none:
  ret ptr null
some:
  %last = load ptr, ptr %list
  store ptr %last, ptr %block
  store ptr %block, ptr %list
  %made = getelementptr i8, ptr %block, i64 16
  ret ptr %made
}}"""


TEXT: Final = f"""{_taking("memory", "@malloc(i64 %size)")}
{_taking("zeros", "@calloc(i64 1, i64 %size)")}
define void @give_back(ptr %list, ptr %until) noinline {{
  br label %next
next:
  %block = load ptr, ptr %list
  %is_done = icmp eq ptr %block, %until
  br i1 %is_done, label %done, label %free
free:
  %before = load ptr, ptr %block
  store ptr %before, ptr %list
  call void @free(ptr %block)
  br label %next
done:
  ret void
}}"""
"""Two functions that take memory, and one that gives back all blocks up to one."""
