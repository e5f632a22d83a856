"""The examples of the README on a running service: FREIGHT_URL and FREIGHT_API_KEY name it."""

import contextlib
import io
import os
import re
import unittest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
PRINTED = {
    "first-calls": r"rate: [\d.]+ USD\ncreated: (Q-\w+)\nlisted: \1 [\d.]+ USD\n",
    "async-calls": r"terminal: APM Elizabeth Terminal\n[\s\S]*used: \d+ of \S+\n",
    "chats": r"asks: \[.*\]\nlane 0 Q-\w+\n",
    "rfp-file": r"priced None\nA1 [\d.]+ USD\n",
    "receive-webhooks": r"verified: quote\.created Q-\w+\n",
    "errors": r"404 QUOTE_NOT_FOUND \{'quote_id': 'Q-unknown'\} \S+\n",
}


@unittest.skipUnless(os.environ.get("FREIGHT_API_KEY"), "FREIGHT_API_KEY names no organization")
class Examples(unittest.TestCase):
    def test_print_what_the_readme_says(self) -> None:
        examples = re.findall(r"<!-- (\S+) -->\n```python\n([\s\S]*?)```", README.read_text())
        self.assertEqual([name for name, _ in examples], list(PRINTED))
        for name, code in examples:
            with self.subTest(name), contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(compile(code, name, "exec"), {"__name__": "example"})
                self.assertRegex(printed.getvalue(), f"^{PRINTED[name]}")


if __name__ == "__main__":
    unittest.main()
