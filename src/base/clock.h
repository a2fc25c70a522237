/* The clocks that measure how long things take. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

double clock_seconds(void);         /* since some moment in the past */
double clock_own_cpu_seconds(void); /* that this thread has computed */
double clock_cpu_seconds(void); /* that this process and its ended children have computed: as many on a busy machine as
                                    on an idle one */

#endif
