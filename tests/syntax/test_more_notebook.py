"""Jupyter notebooks: cells at their bytes in the JSON."""

from __future__ import annotations

from tests.syntax.listed import listed

SAMPLE = r"""{
 "cells": [
  {
   "cell_type": "markdown",
   "metadata": {},
   "source": [
    "# Title \"q\" \u00e9\n",
    "\n",
    "Use `foo.bar` and [x](y.md).\n",
    "## Sub\n",
    "text"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 1,
   "metadata": {},
   "outputs": [
    {
     "output_type": "stream",
     "text": [
      "def nope(): pass\n"
     ]
    }
   ],
   "source": [
    "# Load data\n",
    "%matplotlib inline\n",
    "import numpy as np\n",
    "\n",
    "def load(path):\n",
    "    \"\"\"Doc \\t x.\"\"\"\n",
    "    return np.load(path)"
   ]
  },
  {
   "cell_type": "markdown",
   "metadata": {},
   "source": "plain `code` text"
  },
  {
   "cell_type": "code",
   "metadata": {},
   "outputs": [],
   "source": "%%bash\nls -la\n"
  },
  {
   "cell_type": "code",
   "metadata": {},
   "outputs": [],
   "source": [
    "class Model:\n",
    "    def fit(self):\n",
    "        load('\u00e9')\n"
   ]
  },
  {
   "cell_type": "raw",
   "metadata": {},
   "source": []
  }
 ],
 "metadata": {
  "kernelspec": {
   "display_name": "Python 3",
   "language": "python",
   "name": "python3"
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}"""

EXPECTED = r"""function load
    def load(path)
    \"\"\"Doc \\t x.\"\"\" | \"\"\"Doc \\t x.\"\"\"\n",… np.load(path) | def load(path):\n", " \"\"… np.load(path)
class Model
    class Model
    - | def fit(self):\n", " load('\u00e9') | class Model:\n", " def fit…load('\u00e9')
method Model.fit
    def fit(self)
    - | load('\u00e9') | def fit(self):\n", " load('\u00e9')
call np.load in load
call ls in -
call load in Model.fit
import numpy >np
# Title "q" é (title-q-é) # Title \"q\" \u00e9 | # Title \"q\" \u00e9\n", "…](y.md).\n", "
## Sub (sub) ## Sub | ## Sub\n", "text
### cell 2: Load data (cell-2-load-data) # Load data | # Load data\n", "%matplotl… np.load(path)
### cell 3 (cell-3) plain `code` text | plain `code` text
### cell 4 (cell-4) %%bash | %%bash\nls -la\n
### cell 5 (cell-5) class Model: | class Model:\n", " def fit…ad('\u00e9')\n
`foo.bar` `foo.bar` in 0
`code` `code` in 3
link y.md [x] in 0
fence python: # Load data\n", "%matplotl… np.load(path) in 2
fence bash: %%bash\nls -la\n in 4
fence python: class Model:\n", " def fit…ad('\u00e9')\n in 5
"""


def test_a_realistic_file() -> None:
    assert listed("sample.ipynb", SAMPLE) == EXPECTED
