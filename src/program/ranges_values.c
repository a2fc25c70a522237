/* Ranges as values: see ranges.h. Exact results are computed in 128 bits; those that do not fit wrap around, and then
 * only what is known modulo a power of two is left. */
#include "program/ranges.h"

typedef __int128 Wide;
typedef unsigned __int128 UWide;

static i64 lowest(u32 bits) { return bits == 64 ? INT64_MIN : -((i64)1 << (bits - 1)); }
static i64 highest(u32 bits) { return bits == 64 ? INT64_MAX : ((i64)1 << (bits - 1)) - 1; }
static u64 gcd(u64 x, u64 y) {
    while (y) {
        u64 rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

Range range_any(u32 bits) {
    return (Range){
        .is_possible = true, .low = lowest(bits), .high = highest(bits), .uhigh = low_mask(bits), .modulus = 1};
}

static Range impossible(void) { return (Range){0}; }

static i64 reduced(Wide value, u64 modulus) {
    if (!modulus) return (i64)value;
    Wide rest = value % (Wide)modulus;
    return (i64)(rest < 0 ? rest + (Wide)modulus : rest);
}

Range range_of_number(u64 value, u32 bits) {
    value &= low_mask(bits);
    i64 number = sign_extend(value, bits);
    return (Range){true, number, number, value, value, 0, number};
}

/* What the parts say of each other. */
static Range tidy(Range r, u32 bits) {
    if (!r.is_possible) return impossible();
    if (r.low >= 0) {
        r.ulow = MAX(r.ulow, (u64)r.low);
        r.uhigh = MIN(r.uhigh, (u64)r.high);
    } else if (r.high < 0) {
        r.ulow = MAX(r.ulow, (u64)r.low & low_mask(bits));
        r.uhigh = MIN(r.uhigh, (u64)r.high & low_mask(bits));
    }
    if (r.uhigh <= (u64)highest(bits)) {
        r.low = MAX(r.low, (i64)r.ulow);
        r.high = MIN(r.high, (i64)r.uhigh);
    } else if (r.ulow > (u64)highest(bits)) {
        r.low = MAX(r.low, sign_extend(r.ulow, bits));
        r.high = MIN(r.high, sign_extend(r.uhigh, bits));
    }
    if (r.low > r.high || r.ulow > r.uhigh) return impossible();
    if (r.modulus > 1) { /* bounds are numbers of the class */
        Wide low = r.low + (Wide)reduced((Wide)r.rest - r.low, r.modulus);
        Wide high = r.high - (Wide)reduced((Wide)r.high - r.rest, r.modulus);
        if (low > high) return impossible();
        r.low = (i64)low;
        r.high = (i64)high;
    }
    if (!r.modulus && (r.rest < r.low || r.rest > r.high)) return impossible();
    return r.low == r.high ? range_of_number((u64)r.low, bits) : r;
}

bool range_is_same(const Range *a, const Range *b) {
    if (!a->is_possible || !b->is_possible) return a->is_possible == b->is_possible;
    return a->low == b->low && a->high == b->high && a->ulow == b->ulow && a->uhigh == b->uhigh &&
           a->modulus == b->modulus && a->rest == b->rest;
}

bool range_has(const Range *r, u64 value, u32 bits) {
    i64 number = sign_extend(value & low_mask(bits), bits);
    value &= low_mask(bits);
    if (!r->is_possible || number < r->low || number > r->high || value < r->ulow || value > r->uhigh) return false;
    return r->modulus ? reduced(number, r->modulus) == r->rest : number == r->rest;
}

static void join_classes(Range *to, const Range *a, const Range *b) {
    u64 apart = a->rest > b->rest ? (u64)a->rest - (u64)b->rest : (u64)b->rest - (u64)a->rest;
    to->modulus = gcd(gcd(a->modulus, b->modulus), apart);
    to->rest = reduced(a->rest, to->modulus);
}

Range range_join(const Range *a, const Range *b, u32 bits) {
    if (!a->is_possible) return *b;
    if (!b->is_possible) return *a;
    Range joined = {true, MIN(a->low, b->low), MAX(a->high, b->high), MIN(a->ulow, b->ulow), MAX(a->uhigh, b->uhigh), 1,
                    0};
    join_classes(&joined, a, b);
    return tidy(joined, bits);
}

Range range_meet(const Range *a, const Range *b, u32 bits) {
    if (!a->is_possible || !b->is_possible) return impossible();
    Range met = {true, MAX(a->low, b->low), MIN(a->high, b->high), MAX(a->ulow, b->ulow), MIN(a->uhigh, b->uhigh), 0,
                 0};
    bool takes_a = !a->modulus || (b->modulus && a->modulus >= b->modulus); /* one of the two classes: the finer one */
    met.modulus = takes_a ? a->modulus : b->modulus;
    met.rest = takes_a ? a->rest : b->rest;
    return tidy(met, bits);
}

/* ---- Operations ---- */

/* All numbers between two exact ones, of a class, after wrapping around. */
static Range wrapped(Wide low, Wide high, Wide ulow, Wide uhigh, u64 modulus, Wide rest, u32 bits) {
    if (low == high) return range_of_number((u64)low, bits);
    Range r = range_any(bits);
    bool fits = low >= r.low && high <= r.high, fits_unsigned = ulow >= 0 && uhigh <= (Wide)low_mask(bits);
    if (fits) {
        r.low = (i64)low;
        r.high = (i64)high;
    }
    if (fits_unsigned) {
        r.ulow = (u64)ulow;
        r.uhigh = (u64)uhigh;
    }
    if (!fits) modulus = modulus ? modulus & (0 - modulus) : 1; /* a power of two survives */
    if (!fits && bits < 64) modulus = MIN(modulus, (u64)1 << bits);
    r.modulus = modulus;
    r.rest = reduced(rest, modulus);
    return tidy(r, bits);
}

static Range sum(const Range *a, const Range *b, u32 bits) {
    return wrapped((Wide)a->low + b->low, (Wide)a->high + b->high, (Wide)a->ulow + b->ulow, (Wide)a->uhigh + b->uhigh,
                   gcd(a->modulus, b->modulus), (Wide)a->rest + b->rest, bits);
}

static Range difference(const Range *a, const Range *b, u32 bits) {
    return wrapped((Wide)a->low - b->high, (Wide)a->high - b->low, (Wide)a->ulow - b->uhigh, (Wide)a->uhigh - b->ulow,
                   gcd(a->modulus, b->modulus), (Wide)a->rest - b->rest, bits);
}

/* The class of a product, as far as it is computed in 64 bits. */
static u64 product_class(const Range *a, const Range *b, Wide *rest) {
    u64 parts[3], all = 0;
    const i64 limit = (i64)1 << 31;
    bool is_small = a->modulus < (u64)limit && b->modulus < (u64)limit && a->rest > -limit && a->rest < limit &&
                    b->rest > -limit && b->rest < limit;
    *rest = 0;
    if (!is_small) return 1;
    i64 of_a = (i64)a->modulus * b->rest, of_b = (i64)b->modulus * a->rest;
    parts[0] = a->modulus * b->modulus;
    parts[1] = (u64)(of_a < 0 ? -of_a : of_a);
    parts[2] = (u64)(of_b < 0 ? -of_b : of_b);
    for (u32 i = 0; i < 3; i++) all = gcd(all, parts[i]);
    *rest = (Wide)a->rest * b->rest;
    return all;
}

static Range product(const Range *a, const Range *b, u32 bits) {
    Wide corners[4] = {(Wide)a->low * b->low, (Wide)a->low * b->high, (Wide)a->high * b->low, (Wide)a->high * b->high};
    Wide low = corners[0], high = corners[0], rest;
    for (u32 i = 1; i < 4; i++) {
        low = MIN(low, corners[i]);
        high = MAX(high, corners[i]);
    }
    u64 modulus = product_class(a, b, &rest);
    UWide ulow = (UWide)a->ulow * b->ulow, uhigh = (UWide)a->uhigh * b->uhigh;
    bool is_known = uhigh <= low_mask(bits);
    return wrapped(low, high, is_known ? (Wide)ulow : 0, is_known ? (Wide)uhigh : (Wide)low_mask(bits), modulus, rest,
                   bits);
}

static Range between(u64 ulow, u64 uhigh, u32 bits) {
    Range r = range_any(bits);
    r.ulow = ulow;
    r.uhigh = uhigh;
    return tidy(r, bits);
}

static Range between_signed(i64 low, i64 high, u32 bits) {
    Range r = range_any(bits);
    r.low = low;
    r.high = high;
    return tidy(r, bits);
}

static u64 filled(u64 value) { /* all bits up to its highest */
    for (u32 by = 1; by < 64; by *= 2) value |= value >> by;
    return value;
}

static Range shifted_left(const Range *a, const Range *b, u32 bits) {
    if (b->ulow != b->uhigh || b->ulow >= MIN(bits, 63u)) return range_any(bits);
    Range factor = range_of_number((u64)1 << b->ulow, 64);
    return product(a, &factor, bits);
}

static Range signed_quotient(const Range *a, const Range *b, u32 bits) {
    if (b->low <= 0) return range_any(bits);
    return between_signed(MIN(a->low / b->low, a->low / b->high), MAX(a->high / b->low, a->high / b->high), bits);
}

static Range signed_rest(const Range *a, const Range *b, u32 bits) {
    if (b->low <= 0) return range_any(bits);
    i64 most = b->high - 1, low = a->low >= 0 ? 0 : MAX(-most, a->low), high = a->high <= 0 ? 0 : MIN(most, a->high);
    if (a->low >= 0 && a->high < b->low) return *a;
    return between_signed(low, high, bits);
}

static Range shifted_right(const Range *a, const Range *b, u32 bits, bool is_signed) {
    if (b->uhigh >= bits) return range_any(bits);
    if (!is_signed) return between(a->ulow >> b->uhigh, a->uhigh >> b->ulow, bits);
    return between_signed(MIN(a->low >> b->ulow, a->low >> b->uhigh), MAX(a->high >> b->ulow, a->high >> b->uhigh),
                          bits);
}

Range range_operation(Op op, const Range *a, const Range *b, u32 bits) {
    if (!a->is_possible || !b->is_possible) return impossible();
    switch (op) {
    case OP_ADD: return sum(a, b, bits);
    case OP_SUB: return difference(a, b, bits);
    case OP_MUL: return product(a, b, bits);
    case OP_AND: return between(0, MIN(a->uhigh, b->uhigh), bits);
    case OP_OR: return between(MAX(a->ulow, b->ulow), filled(a->uhigh | b->uhigh), bits);
    case OP_XOR: return between(0, filled(a->uhigh | b->uhigh), bits);
    case OP_SHL: return shifted_left(a, b, bits);
    case OP_LSHR: return shifted_right(a, b, bits, false);
    case OP_ASHR: return shifted_right(a, b, bits, true);
    case OP_UDIV: return b->ulow ? between(a->ulow / b->uhigh, a->uhigh / b->ulow, bits) : range_any(bits);
    case OP_UREM:
        if (a->uhigh < b->ulow) return *a;
        return b->ulow ? between(0, MIN(a->uhigh, b->uhigh - 1), bits) : range_any(bits);
    case OP_SDIV: return signed_quotient(a, b, bits);
    case OP_SREM: return signed_rest(a, b, bits);
    case OP_UMIN: return between(MIN(a->ulow, b->ulow), MIN(a->uhigh, b->uhigh), bits);
    case OP_UMAX: return between(MAX(a->ulow, b->ulow), MAX(a->uhigh, b->uhigh), bits);
    case OP_SMIN: return between_signed(MIN(a->low, b->low), MIN(a->high, b->high), bits);
    case OP_SMAX: return between_signed(MAX(a->low, b->low), MAX(a->high, b->high), bits);
    default: return range_any(bits);
    }
}

Range range_convert(Op op, const Range *a, u32 from, u32 to) {
    if (!a->is_possible) return impossible();
    if (op == OP_SEXT) return wrapped(a->low, a->high, 0, (Wide)low_mask(to), a->modulus, a->rest, to);
    if (op == OP_ZEXT) {
        bool keeps = a->low >= 0;
        return wrapped((Wide)a->ulow, (Wide)a->uhigh, (Wide)a->ulow, (Wide)a->uhigh, keeps ? a->modulus : 1, a->rest,
                       to);
    }
    (void)from;
    return wrapped(a->low, a->high, (Wide)a->ulow, (Wide)a->uhigh, a->modulus, a->rest, to);
}

/* ---- Comparisons ---- */

Range range_where(Op comparison, const Range *a, const Range *b, u32 bits) {
    if (!a->is_possible || !b->is_possible) return impossible();
    Range r = *a;
    switch (comparison) {
    case OP_EQ: return range_meet(a, b, bits);
    case OP_NE:
        if (b->low != b->high) return r;
        if (r.low == b->low && r.low < r.high) r.low++;
        else if (r.low == b->low) return impossible();
        if (r.high == b->low) r.high--;
        if (r.ulow == b->ulow && r.ulow < r.uhigh) r.ulow++;
        if (r.uhigh == b->ulow && r.ulow < r.uhigh) r.uhigh--;
        return tidy(r, bits);
    case OP_ULT:
        if (!b->uhigh) return impossible();
        r.uhigh = MIN(r.uhigh, b->uhigh - 1);
        return tidy(r, bits);
    case OP_ULE: r.uhigh = MIN(r.uhigh, b->uhigh); return tidy(r, bits);
    case OP_SLT:
        if (b->high == lowest(bits)) return impossible();
        r.high = MIN(r.high, b->high - 1);
        return tidy(r, bits);
    case OP_SLE: r.high = MIN(r.high, b->high); return tidy(r, bits);
    default: return r;
    }
}

Range range_where_right(Op comparison, const Range *a, const Range *b, u32 bits) {
    if (!a->is_possible || !b->is_possible) return impossible();
    Range r = *b;
    switch (comparison) {
    case OP_ULT:
        if (a->ulow == low_mask(bits)) return impossible();
        r.ulow = MAX(r.ulow, a->ulow + 1);
        return tidy(r, bits);
    case OP_ULE: r.ulow = MAX(r.ulow, a->ulow); return tidy(r, bits);
    case OP_SLT:
        if (a->low == highest(bits)) return impossible();
        r.low = MAX(r.low, a->low + 1);
        return tidy(r, bits);
    case OP_SLE: r.low = MAX(r.low, a->low); return tidy(r, bits);
    default: return range_where(comparison, b, a, bits); /* EQ, NE */
    }
}
