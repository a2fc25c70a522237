// A switch over an element that was never set.
int main(void)
{
    int v[3];
    v[0] = 1, v[1] = 2;
    switch (v[2]) {
    case 1: return 1;
    case 2: return 2;
    default: return 0;
    }
}
/* expect:
6:5: error: branch depends on an uninitialised value [uninitialised]
4:9: note: the value comes from 'v', declared here
*/
