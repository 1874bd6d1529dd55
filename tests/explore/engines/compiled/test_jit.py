"""What numba is asked for: compiled code that is kept if it can be."""

from types import SimpleNamespace
from typing import Any

import pytest

from puzzleproof.explore.engines.compiled import jit


def compiled(patch: pytest.MonkeyPatch, kernel: Any) -> Any:
    """What `njit` makes of it where numba makes this kernel."""

    def njit(_function: Any, **_options: Any) -> Any:
        return kernel

    def imported(_name: str) -> Any:
        return SimpleNamespace(njit=njit)

    patch.setattr(jit, "import_module", imported)
    return jit.njit(imported)


def test_a_full_disk_costs_the_cache_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def save(_signature: object, _data: object) -> None:
        raise OSError(28, "No space left on device")

    kernel = SimpleNamespace(_cache=SimpleNamespace(save_overload=save))
    found = compiled(monkeypatch, kernel)
    assert found is kernel
    found._cache.save_overload("signature", "data")


def test_another_version_of_numba_may_have_no_such_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = SimpleNamespace()
    assert compiled(monkeypatch, kernel) is kernel
