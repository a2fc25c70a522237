extern int *second_pointer;
int *second_make(int count);
void second_free(int *block);
int second_follow(const int *place);
int second_follow_null(const int *place);
int second_read(void);
void second_clear(void);
int second_limit(void);
