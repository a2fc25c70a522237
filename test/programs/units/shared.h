struct shared { int key; const char *name; };
extern int shared_value;
extern int defined_in_second[];
const char *first_name(void), *second_name(void);
int first_count(void), second_count(void);
void set_shared(int);
int get_shared(void);
int total(const struct shared *, int);
const struct shared *find(const struct shared *, int, int key);
inline int square(int x) { return x * x; }
int first_square(int);
int (*first_square_pointer(void))(int);
int counter_of(int);
int callback(int (*)(int));
