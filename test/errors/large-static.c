// only: 64
// One past the end of a variable of 6 GiB.
static char large[6ul << 30];
static int other;

int main(int argc, char **argv)
{
    large[(6ul << 30) - 1] = 1;
    other = 5;
    return large[(6ul << 30) - 1 + argc];
}
/* expect:
10:12: error: read of 1 byte at offset 6442450944 of 'large', which has 6442450944 bytes [out-of-bounds]
? 3: note: 'large' is declared here
*/
