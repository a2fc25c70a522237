"""BenchExec's tool-info module for `loci verify`: put it where BenchExec finds its modules, or give its name with a dot.

    <benchmark tool="loci"> ... </benchmark>
"""
import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task

RESULT = re.compile(r"^RESULT: (true|false|unknown)(?:\(([a-z-]+)\))?(?: \((.*)\))?$")


class Tool(benchexec.tools.template.BaseTool2):
    """Loci, a symbolic execution and verification engine for C."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("loci", subdir="bin")

    def program_files(self, executable):
        return self._program_files_from_executable(executable, ["lib"], parent_dir=True)

    def name(self):
        return "Loci"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="loci")

    def cmdline(self, executable, options, task, rlimits):
        words = [executable, "verify", *options]
        if task.property_file:
            words.append("--property=" + task.property_file)
        model = get_data_model_from_task(task, {ILP32: "--32", LP64: "--64"})
        if model:
            words.append(model)
        if rlimits.cputime and not any(option.startswith("--max-time") for option in options):
            words.append("--max-time=%d" % max(1, int(rlimits.cputime * 0.95)))
        if rlimits.memory and not any(option.startswith("--max-memory") for option in options):
            words.append("--max-memory=%dM" % max(1, int(rlimits.memory * 0.9) >> 20))
        return words + list(task.input_files_or_identifier)

    def determine_result(self, run):
        for line in reversed(run.output):
            found = RESULT.match(line.strip())
            if found and found[1] == "true":
                return result.RESULT_TRUE_PROP
            if found and found[1] == "false":
                return "%s(%s)" % (result.RESULT_FALSE_PROP, found[2]) if found[2] else result.RESULT_FALSE_PROP
            if found:
                return "%s (%s)" % (result.RESULT_UNKNOWN, found[3]) if found[3] else result.RESULT_UNKNOWN
        return "ERROR (%s)" % (run.output[-1].strip() if run.output else "no output")

    def get_value_from_output(self, output, identifier):
        """`engine`: which engine decided; `paths`, `queries`: what it took."""
        for line in output:
            found = re.match(r"^(.*): (\d+) paths, (\d+) queries, ", line)
            if found:
                return {"engine": found[1], "paths": found[2], "queries": found[3]}.get(identifier)
        return None
