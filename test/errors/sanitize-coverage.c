// cflags: --coverage -fprofile-instr-generate -fcoverage-mapping -fsanitize-coverage=trace-pc-guard
// Counters that other tools would read are left out.
int main(void)
{
    volatile int zero = 0;
    return 3 / zero;
}
/* expect:
6:14: error: division by zero [division-by-zero]
*/
