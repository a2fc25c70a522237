// expect-32: unreach-call true
extern void reach_error(void);
struct device { int version, state; };
/* A device's registers: memory that is no object's. */
int main(void) {
    struct device *device = (struct device *)0xffdf0000u;
    device->state = 3;
    if (device->state != 3) reach_error();
    int version = device->version;
    if (version != device->version) reach_error();
    return 0;
}
