/* The second condition holds whatever the first one is, but the first one decides whether it is asked for. */
int main(int argc, char **argv) {
    int values[2];
    values[0] = argc;
    int first = values[1], second = argc > 0;
    if (first ||
        second)
        return 1;
    return 0;
}
/* expect:
6:15: error: branch depends on an uninitialised value [uninitialised]
3:9: note: the value comes from 'values', declared here
*/
