/* What the functions of the corpus share: things whose definition no tool sees.
 * test/check_truth.py defines them for native runs. */
#ifndef CORPUS_H
#define CORPUS_H

#include <stddef.h>

int choose(void);                /* any number; `choice` in native runs */
void show(long value);           /* the value gets out of the program */
void show_text(const char *text);
void keep(void *place);          /* somebody else is responsible for it from here on */
extern int choice;

#endif
