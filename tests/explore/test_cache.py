"""Where the cache is, by the environment."""

from pathlib import Path

import pytest

from puzzleproof.explore.cache import cache_folder


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUZZLEPROOF_CACHE", "own")
    monkeypatch.setenv("XDG_CACHE_HOME", "shared")
    assert cache_folder() == Path("own")
    monkeypatch.delenv("PUZZLEPROOF_CACHE")
    assert cache_folder() == Path("shared/puzzleproof")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path("~/.cache/puzzleproof").expanduser()
