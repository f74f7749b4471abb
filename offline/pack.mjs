// node pack.mjs PYODIDE SOURCES OUT: what of Python is needed in a browser, compiled ahead.
//
// Runs Pyodide here once, with our modules and the whole standard library; imports all of ours, and whatever their
// functions import later; then writes archives: `python_stdlib.zip` with only what was loaded, `spieltisch.pack` with
// ours, and `games/….pack` for each game. All hold compiled modules, so that a browser neither compiles nor keeps what it
// never uses.
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const [pyodide, sources, out] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(`file://${pyodide}/pyodide.mjs`);
const py = await loadPyodide({ indexURL: `${pyodide}/` });

const PLACE = '/spieltisch';
function* files(folder) {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else yield path;
  }
}
for (const path of files(sources)) {
  const to = `${PLACE}/${relative(sources, path)}`;
  py.FS.mkdirTree(to.slice(0, to.lastIndexOf('/')));
  py.FS.writeFile(to, readFileSync(path));
}
py.registerJsModule('spieltisch_device', {});
let made;
try {
  made = py.runPython(readFileSync(new URL('pack.py', import.meta.url), 'utf8'));
} catch (error) {
  console.error(error.message); // without the script of Pyodide, which Node would show as well
  process.exit(1);
}
const { stdlib, ours, told } = made instanceof Map ? Object.fromEntries(made) : made;
writeFileSync(join(out, 'python_stdlib.zip'), stdlib);
mkdirSync(join(out, 'games'), { recursive: true });
for (const [name, pack] of ours instanceof Map ? ours : Object.entries(ours)) writeFileSync(join(out, `${name}.pack`), pack);
console.log(told);
process.exit(0);
