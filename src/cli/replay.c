#include "cli/cli.h"
int cli_replay(int argc, char **argv) { return 0; }
