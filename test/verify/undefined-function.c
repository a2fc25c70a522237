// expect: unreach-call false(unreach-call) line 11
// expect: valid-memsafety true
// harness: 11
extern unsigned char device_status(int number);
extern void device_reset(void);
extern long device_data; /* what is called so is no file */
extern void reach_error(void);
int main(void) {
    device_reset();
    unsigned char status = device_status(3);
    if (status == 200 && device_data == -5) reach_error();
    return 0;
}
