"""``python -m sudokulib`` is the command ``sudokulib``."""

from sudokulib.cli import main

if __name__ == "__main__":
    main()
