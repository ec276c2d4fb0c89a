"""``python -m tabiya`` is the command line."""

from tabiya.cli import main

if __name__ == "__main__":
    main()
