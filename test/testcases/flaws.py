"""All bugs, in the order of their families (flaw.py says what one is)."""
import flaws_bounds  # noqa: F401
import flaws_copies  # noqa: F401
import flaws_sizes  # noqa: F401
import flaws_input  # noqa: F401
import flaws_heap  # noqa: F401
import flaws_library  # noqa: F401
import flaws_values  # noqa: F401
import flaws_undefined  # noqa: F401
from flaw import FLAWS  # noqa: F401
