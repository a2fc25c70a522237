/* What loci check prints and leaves. */
#ifndef CLI_CHECK_REPORT_H
#define CLI_CHECK_REPORT_H

#include "check/check.h"
#include "cli/cli.h"

/* Sorts the findings, takes out what comments and the baseline know of, and writes the reports that were asked for. Returns
 * the status of the process. */
int cli_report_findings(const Options *options, FindingList *findings, const CheckStatistics *statistics,
                        double seconds, Error *error);

#endif
