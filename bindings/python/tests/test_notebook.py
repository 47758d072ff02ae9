"""The notebook in examples/ runs from its first cell to its last, and shows what is stored in it."""

import ast
import contextlib
import importlib.util
import io
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

from support import PROJECT, Case

FOLDER = PROJECT / "bindings" / "python" / "examples"
NOTEBOOK = FOLDER / "laps.ipynb"


def has(*names):
    return all(importlib.util.find_spec(name) is not None for name in names)


def shown(cell):
    """Texts that a cell prints, and the text of its result; pictures are drawn by matplotlib, whatever its version."""
    texts = []
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            texts.append(("printed", "".join(output["text"])))
        elif output["output_type"] == "execute_result":
            texts.append(("result", "".join(output["data"]["text/plain"])))
            texts.append(("html", "".join(output["data"].get("text/html", ""))))
    return texts


@unittest.skipUnless(has("matplotlib", "pandas"), "matplotlib or pandas is not here")
class Notebook(Case):
    def setUp(self):
        self.notebook = json.loads(NOTEBOOK.read_text("utf-8"))
        self.code = [cell for cell in self.notebook["cells"] if cell["cell_type"] == "code"]
        self.assertGreater(len(self.code), 5)

    def test_cells_in_plain_python(self):
        """Without Jupyter: each cell is run in its turn, and its last expression is its result."""
        os.environ["MPLBACKEND"] = "agg"
        before, names, compared = os.getcwd(), {}, 0
        os.chdir(FOLDER)
        try:
            for number, cell in enumerate(self.code):
                with self.subTest(cell=number):
                    compared += self.compare(cell, *self.run_cell("".join(cell["source"]), names))
        finally:
            os.chdir(before)
        self.assertGreater(compared, 5)

    def run_cell(self, source, names):
        tree, printed, result = ast.parse(source), io.StringIO(), None
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, "cell", "exec"), names)
            if last is not None:
                result = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        return printed.getvalue(), result

    def compare(self, cell, printed, result):
        stored = dict(shown(cell))
        self.assertEqual(printed, stored.get("printed", ""))
        html = getattr(result, "_repr_html_", None)
        if "result" in stored:
            self.assertEqual(html() if html else repr(result), stored["html"] if html else stored["result"])
        return len(stored)

    @unittest.skipUnless(has("nbclient", "nbformat", "ipykernel"), "nbclient, nbformat or ipykernel is not here")
    def test_as_a_notebook(self):
        import nbformat
        from nbclient import NotebookClient

        with tempfile.TemporaryDirectory() as folder:
            kernel = Path(folder, "kernels", "paddock")  # this Python, not the system's
            kernel.mkdir(parents=True)
            argv = [sys.executable, "-Xfrozen_modules=off", "-m", "ipykernel_launcher", "-f", "{connection_file}"]
            (kernel / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "Paddock", "language": "python"}), "utf-8")
            os.environ.update(JUPYTER_PATH=folder, JUPYTER_RUNTIME_DIR=folder, IPYTHONDIR=folder)
            os.environ.pop("MPLBACKEND", None)
            notebook = nbformat.reads(NOTEBOOK.read_text("utf-8"), as_version=4)
            client = NotebookClient(notebook, kernel_name="paddock", timeout=120, resources={"metadata": {"path": str(FOLDER)}})
            client.execute()
        cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
        for number, (run, stored) in enumerate(zip(cells, self.code)):
            with self.subTest(cell=number):
                self.assertEqual(shown(run), shown(stored))
        pictures = [output for cell in cells for output in cell.outputs if "image/png" in output.get("data", {})]
        self.assertEqual(len(pictures), 1)


if __name__ == "__main__":
    unittest.main()
