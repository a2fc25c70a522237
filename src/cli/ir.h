#ifndef CLI_IR_H
#define CLI_IR_H

#include "frontend/frontend.h"

int cli_ir(const FrontendOptions *options); /* the exit status */

#endif
