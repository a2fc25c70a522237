// The complete output: a line indented with tabs.
int main(void)
{
	int zero = 0;
	if (zero == 0)
		return 7 / zero;
	return 1;
}
/* expect-all:
full-tabs.c:6:12: error: division by zero [division-by-zero]
    6 |                 return 7 / zero;
      |                          ^
*/
