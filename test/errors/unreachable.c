// A switch whose default was declared impossible.
static int weight(int kind)
{
    switch (kind) {
    case 0: return 5;
    case 1: return 7;
    default:
        __builtin_unreachable();
    }
}

int main(void)
{
    return weight(1) + weight(2);
}
/* expect:
8:9: error: control reaches __builtin_unreachable [unreachable]
14:24: note: in the call of 'weight' from 'main'
*/
