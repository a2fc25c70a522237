// Small members of a packed struct that begin in one word and end in the next are one piece (found by Csmith programs).
// expect: groups cells global:pack.middle != global:pack.last
// expect: points p pack
struct __attribute__((packed)) pack { char first[5]; int middle; char gap[7]; int last; };
static struct pack pack, many[3];

int main(void) {
    struct pack *p = &pack;
    p->middle = 1, p->last = 2;
    for (int i = 0; i < 3; i++) many[i].middle = p->middle, many[i].last = i;
    unsigned char *bytes = (unsigned char *)&many[1];
    return bytes[8] == 0 && many[2].last == 2;
}
