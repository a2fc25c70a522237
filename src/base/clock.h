/* The clock that measures how long things take. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

double clock_seconds(void); /* since some moment in the past */

#endif
