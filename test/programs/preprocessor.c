// The preprocessor: stringification, pasting, variadic macros, X macros, conditionals, predefined names.
#include <stdio.h>
#include <string.h>

#define STRING(x) #x
#define EXPAND(x) STRING(x)
#define PASTE(a, b) a##b
#define NAME(prefix, n) PASTE(prefix, n)
#define LOG(format, ...) printf("log: " format "\n", ##__VA_ARGS__)
#define COUNT(...) (sizeof((int[]){__VA_ARGS__}) / sizeof(int))
#define FRUITS(X) X(apple, 3) X(pear, 5) X(plum, 7)
#define VALUE 42
#define EMPTY
#define RECURSIVE RECURSIVE + 1

enum fruit {
#define X(name, n) fruit_##name = n,
    FRUITS(X)
#undef X
};
static const char *names[] = {
#define X(name, n) [n] = #name,
    FRUITS(X)
#undef X
};

int main(void)
{
    int NAME(var, 1) = 10, RECURSIVE_ = 1;
    printf("%s %s %s\n", STRING(VALUE), EXPAND(VALUE), STRING(a "quoted\n" 'c'));
    LOG("plain");
    LOG("%d %s", var1, "args");
    printf("%d %d\n", (int)COUNT(1, 2, 3), RECURSIVE_);
    printf("%d %s %s\n", fruit_pear, names[fruit_plum], names[4] ? "" : "null");
#if VALUE > 40 && defined(EMPTY) && !defined(MISSING) && (MISSING + 1 == 1)
    printf("condition\n");
#elif 1
    printf("wrong\n");
#endif
#ifdef MISSING
    printf("wrong\n");
#else
    printf("else\n");
#endif
    printf("%d %d\n", __LINE__, (int)strlen(__FILE__) > 0);
#line 1000 "renamed.c"
    printf("%d %s\n", __LINE__, __FILE__);
    printf("%ld %d %d\n", __STDC_VERSION__ >= 199901L ? 1l : 0l, __STDC__, __CHAR_BIT__);
    printf("%d %d\n", __COUNTER__, __COUNTER__ + 1);
    printf("%s\n", sizeof(void *) == __SIZEOF_POINTER__ ? "pointer" : "wrong");
    _Pragma("clang diagnostic push") printf("%d\n", -VALUE EMPTY);
    return 0;
}
