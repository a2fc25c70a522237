/* The families of code.def as CODE lines. Included before code.def wherever CODE is what is wanted. */
#undef FAMILY_BINARY
#undef FAMILY_CHECKED
#undef FAMILY_DIVISION
#undef FAMILY_SHIFT
#undef FAMILY_COMPARE
#undef FAMILY_FLOAT
#undef FAMILY_MEMORY
/* Tables read better in columns. */
// clang-format off
#define FAMILY_BINARY(NAME, expression, rule, term)                                                                    \
    CODE(NAME##8, RR, 8, rule) CODE(NAME##8I, RI, 8, rule) CODE(NAME##16, RR, 16, rule) CODE(NAME##16I, RI, 16, rule) \
    CODE(NAME##32, RR, 32, rule) CODE(NAME##32I, RI, 32, rule) CODE(NAME##64, RR, 64, rule) CODE(NAME##64I, RI, 64, rule)
#define FAMILY_CHECKED(NAME, builtin, rule, term, check) FAMILY_BINARY(NAME, builtin, rule, term)
#define FAMILY_DIVISION(NAME, is_signed, expression, term, check)                                                      \
    CODE(NAME##32, RR, 32, DIVIDE) CODE(NAME##64, RR, 64, DIVIDE)
#define FAMILY_SHIFT(NAME, is_signed, expression, rule, term, check) FAMILY_BINARY(NAME, expression, rule, term)
#define FAMILY_COMPARE(NAME, is_signed, operator, rule, term)                                                          \
    CODE(NAME##32, RR, 32, rule) CODE(NAME##32I, RI, 32, rule) CODE(NAME##64, RR, 64, rule) CODE(NAME##64I, RI, 64, rule) \
    CODE(BR_##NAME##32, BRANCH_RR, 32, DECIDE) CODE(BR_##NAME##32I, BRANCH_RI, 32, DECIDE) \
    CODE(BR_##NAME##64, BRANCH_RR, 64, DECIDE) CODE(BR_##NAME##64I, BRANCH_RI, 64, DECIDE)
#define FAMILY_FLOAT(NAME, expression, term) CODE(NAME##_F, RR, 32, ALL) CODE(NAME##_D, RR, 64, ALL)
#define FAMILY_MEMORY(NAME, rule)                                                                                      \
    CODE(NAME##8, MEMORY, 8, rule) CODE(NAME##16, MEMORY, 16, rule) CODE(NAME##32, MEMORY, 32, rule)                   \
    CODE(NAME##64, MEMORY, 64, rule) CODE(NAME##P, MEMORY, 32, rule)                                                   \
    CODE(NAME##X8, MEMORY_X, 8, rule) CODE(NAME##X16, MEMORY_X, 16, rule) CODE(NAME##X32, MEMORY_X, 32, rule)          \
    CODE(NAME##X64, MEMORY_X, 64, rule) CODE(NAME##XP, MEMORY_X, 32, rule)                                             \
    CODE(NAME##W8, MEMORY_W, 8, rule) CODE(NAME##W16, MEMORY_W, 16, rule) CODE(NAME##W32, MEMORY_W, 32, rule)          \
    CODE(NAME##W64, MEMORY_W, 64, rule) CODE(NAME##WP, MEMORY_W, 32, rule)
// clang-format on
