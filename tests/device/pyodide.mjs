// node pyodide.mjs BUNDLE PYODIDE PROGRAM CASES: runs a program over the files that browsers get, and prints its answers.
import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpack } from '../../web/src/device/lzma.ts';

const [bundle, pyodide, program, cases] = process.argv.slice(2);
const { files } = JSON.parse(readFileSync(join(bundle, 'bundle.json'), 'utf8'));
const unpacked = (name) => Buffer.from(unpack(readFileSync(join(bundle, files[name].path))).buffer);
const { loadPyodide } = await import(`file://${pyodide}/pyodide.mjs`);
const library = join(mkdtempSync(join(tmpdir(), 'library-')), 'python_stdlib.zip');
writeFileSync(library, unpacked('python_stdlib.zip'));
const py = await loadPyodide({ indexURL: `${pyodide}/`, stdLibURL: library });

const PLACE = '/spieltisch';
for (const pack of Object.keys(files).filter((one) => one === 'spieltisch.pack' || one.startsWith('games/')).map(unpacked)) {
  let at = 4 + pack.readUInt32LE(0);
  for (const [name, size] of JSON.parse(pack.subarray(4, at).toString())) {
    const path = `${PLACE}/${name}`;
    py.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    py.FS.writeFile(path, pack.subarray(at, at + size));
    at += size;
  }
}
py.FS.mkdirTree(`${PLACE}/spieltisch/objects`);
for (const name of Object.keys(files).filter((one) => one.startsWith('kernels/')))
  py.FS.writeFile(`${PLACE}/spieltisch/objects/${name.slice(8)}.wasm`, unpacked(name));
py.globals.set('cases', cases);
try {
  py.runPython(`import sys, json; sys.path.insert(0, '${PLACE}')\nimport spieltisch.browser; spieltisch.browser.install()`);
  py.runPython(readFileSync(program, 'utf8'));
  console.log(py.runPython('json.dumps([digests(*one) for one in json.loads(cases)])'));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.exit(0);
