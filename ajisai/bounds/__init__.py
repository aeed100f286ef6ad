"""What bounds a run: the ceilings, the meter that charges against them, and the failure they raise."""

from ajisai.bounds.failure import Failure
from ajisai.bounds.limits import CALL_DEPTH, Limits
from ajisai.bounds.meter import Meter, Price

__all__ = ["CALL_DEPTH", "Failure", "Limits", "Meter", "Price"]
