"""How an answer is checked: by the rules of `puzzleproof.models` and nothing else.

The package can be called, ``verify(path)``: it shares its name with the public function.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzleproof.verify.certificate import CheckedCertificate


class _Verify(ModuleType):
    def __call__(self, path: str | Path) -> CheckedCertificate:
        """Check a certificate; raises CertificateRejected naming the first thing wrong."""
        from puzzleproof.verify.certificate import check_file

        return check_file(path)


sys.modules[__name__].__class__ = _Verify
