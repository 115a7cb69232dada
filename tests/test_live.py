"""The live canvas: what it sends to a page."""

import io

import numpy as np
import pytest
from matplotlib.image import imread

from blocky.kit.widgets.live import png


@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (40, 25)])
def test_a_picture_comes_back_as_the_pixels_that_were_sent(shape):
    pixels = np.random.default_rng(1).integers(0, 256, (*shape, 4), dtype=np.uint8)
    for each in (pixels, pixels[::-1, ::-1]):
        assert (np.round(imread(io.BytesIO(png(each))) * 255) == each).all()
