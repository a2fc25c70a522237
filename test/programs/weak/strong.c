int value = 30;
int overridden(void) { return 11; }
int strong(void) { return overridden() + value; }
