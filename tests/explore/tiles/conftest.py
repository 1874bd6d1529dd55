"""Pattern databases that tests build are kept out of the user's cache."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PUZZLEPROOF_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
