// expect: unreach-call false(unreach-call) line 13
// expect: valid-memsafety true
// harness: 13
extern unsigned char device_status(int number);
extern void device_reset(void);
extern float __VERIFIER_nondet_float(void); /* not called in the run that fails */
extern long device_data; /* what is called so is no file */
extern void reach_error(void);
int main(void) {
    device_reset();
    unsigned char status = device_status(3);
    if (status == 100) return __VERIFIER_nondet_float() > 1;
    if (status == 200 && device_data == -5) reach_error();
    return 0;
}
