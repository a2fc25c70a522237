target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i32 @puts(ptr)
declare void @abort()
declare void @klee_make_symbolic(ptr, i64, ptr)
@n = private constant [2 x i8] c"x\00"
@s = private constant [3 x i8] c"hi\00"
define i32 @main() {
  %p = alloca i32
  %q = alloca i32
  call void @klee_make_symbolic(ptr %q, i64 4, ptr @n)
  %x = load i32, ptr %q
  %u = load i32, ptr %p
  %f = freeze i32 %u
  %g = freeze i32 undef
  %h = freeze i32 poison
  %y = add i32 %f, %x
  %c = icmp eq i32 %y, 5
  %c2 = icmp eq i32 %g, %g
  br i1 %c, label %a, label %b
a:
  br i1 %c2, label %b, label %d
d:
  call void @abort()
  unreachable
b:
  %k = icmp slt i32 %h, 100
  br i1 %k, label %e, label %f1
e:
  br label %f1
f1:
  %w = add nsw i32 %x, 2147483647
  %wf = freeze i32 %w
  %cc = icmp sgt i32 %wf, 3
  br i1 %cc, label %e1, label %e2
e1:
  ret i32 0
e2:
  ret i32 0
}
