/** Runs in a worker: Python with the tables of this device, or with the bots that think for them. */
import { fetched, Lacking, unpacked, type Bundle } from './bundle';
import type { FromWorker, ToWorker } from './messages';
import { Storage } from './storage';

interface Python {
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array): void };
  registerJsModule(name: string, module: object): void;
  pyimport(name: string): any;
  runPython(code: string): unknown;
}

const PLACE = '/spieltisch';
const OBJECTS = `${PLACE}/spieltisch/objects`; // where `core.browser` looks for kernels
const tell = (message: FromWorker): void => postMessage(message);

let bundle: Bundle;
let base = '';
let host: any = null;

async function bytes(name: string): Promise<ArrayBuffer> {
  const file = bundle.files[name];
  if (!file) throw new Lacking('missing', name);
  const answer = await fetched(new URL(file.path, base).href, (many) => tell({ kind: 'progress', bytes: many }));
  return unpacked(answer).arrayBuffer();
}

/** A script that came packed. */
async function script(name: string): Promise<any> {
  const url = URL.createObjectURL(new Blob([await bytes(name)], { type: 'text/javascript' }));
  try {
    return await import(/* @vite-ignore */ url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Pyodide asks for files by their names; they are packed and named after their content. */
function answerFor(files: Record<string, Promise<ArrayBuffer>>): () => void {
  const usual = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const name = String(input instanceof Request ? input.url : input).split('/').pop()!;
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return files[name] ? new Response(await files[name], { headers: { 'content-type': type } }) : usual(input, init);
  };
  return () => (globalThis.fetch = usual);
}

async function python(): Promise<Python> {
  const files = { 'pyodide.asm.wasm': bytes('pyodide.asm.wasm'), 'python_stdlib.zip': bytes('python_stdlib.zip') };
  const ours = bytes('spieltisch.pack');
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([script('pyodide.mjs'), script('pyodide.asm.mjs')]);
  await Promise.all(Object.values(files));
  const restore = answerFor(files);
  const found = (await loadPyodide({
    indexURL: base,
    createPyodideModule,
    lockFileContents: { info: { arch: 'wasm32', platform: '', version: '', python: '', abi_version: bundle.abi }, packages: {} },
    packageBaseUrl: base,
  })) as Python;
  restore();
  layOut(found, await ours);
  found.runPython(`import sys; sys.path.insert(0, '${PLACE}')\nimport spieltisch.browser; spieltisch.browser.install()`);
  return found;
}

/** Our modules: a list of names and lengths, then the files one after the other (offline/pack.py). */
function layOut(py: Python, pack: ArrayBuffer): void {
  const length = new DataView(pack).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(new Uint8Array(pack, 4, length))) as [string, number][];
  let at = 4 + length;
  for (const [name, size] of list) {
    const path = `${PLACE}/${name}`;
    py.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    py.FS.writeFile(path, new Uint8Array(pack, at, size));
    at += size;
  }
}

/** Code and kernels of a game, fetched when they are first needed. */
async function kernels(py: Python, scope: string): Promise<void> {
  const [code, compiled] = await Promise.all([bytes(`games/${scope}`), bytes(`kernels/${scope}`)]);
  layOut(py, code);
  py.FS.mkdirTree(OBJECTS);
  py.FS.writeFile(`${OBJECTS}/${scope}.wasm`, new Uint8Array(compiled));
  py.runPython('import importlib; importlib.invalidate_caches()'); // there are files that were not there before
}

/** Questions to the worker that thinks, and its answers. */
function thinking(port: MessagePort): (question: string) => Promise<string> {
  const waiting = new Map<number, { resolve: (text: string) => void; reject: (error: Error) => void }>();
  let count = 0;
  port.onmessage = ({ data }: MessageEvent<{ id: number; text?: string; error?: string }>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error !== undefined) asked?.reject(new Error(data.error));
    else asked?.resolve(data.text!);
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.set(++count, { resolve, reject });
      port.postMessage({ id: count, question });
    });
}

async function startTables(py: Python, port: MessagePort): Promise<void> {
  const storage = await Storage.open();
  py.registerJsModule('spieltisch_device', {
    kernels: (scope: string) => kernels(py, scope),
    think: thinking(port),
    heard: (id: number, text: string) => tell({ kind: 'heard', id, text }),
    closed: (id: number, reason: string) => tell({ kind: 'closed', id, reason }),
    unkept: () => tell({ kind: 'unkept' }),
    keep: (table: string, row: string, n: number, event: string) => storage.keep(table, row, n, event),
    setRow: (table: string, row: string) => storage.setRow(table, row),
    rows: () => storage.rows(),
    events: (table: string) => storage.events(table),
    remove: (table: string) => storage.remove(table),
    value: async (key: string) => (await storage.value(key)) ?? '',
    keys: (prefix: string) => storage.keys(prefix),
    zone: () => new Date().getTimezoneOffset(),
    setValue: (key: string, value: string) => storage.setValue(key, value),
  });
  host = await py.pyimport('spieltisch.device.tables').start();
}

async function startThinker(py: Python, port: MessagePort): Promise<void> {
  py.registerJsModule('spieltisch_device', { kernels: (scope: string) => kernels(py, scope) });
  const { think } = py.pyimport('spieltisch.device.thinker').start();
  port.onmessage = async ({ data }: MessageEvent<{ id: number; question: string }>) => {
    try {
      port.postMessage({ id: data.id, text: await think(data.question) });
    } catch (error) {
      port.postMessage({ id: data.id, error: String(error) });
    }
  };
}

async function start(message: ToWorker & { kind: 'start' }): Promise<void> {
  ({ bundle, base } = message);
  try {
    const py = await python();
    await (message.role === 'tables' ? startTables : startThinker)(py, message.thinker);
    tell({ kind: 'ready' });
  } catch (error) {
    tell({ kind: 'failed', fault: error instanceof Lacking ? error.fault : 'start', told: String(error) });
  }
}

async function take(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'start':
      return start(message);
    case 'ask': {
      const { id, method, path, body, lang } = message;
      const answer = await host.ask(method, path, body, lang);
      const [status, text, type] = answer.toJs() as [number, string, string];
      answer.destroy();
      return tell({ kind: 'answer', id, status, body: text, type });
    }
    case 'open':
      tell({ kind: 'opened', id: message.id });
      return host.open(message.id, message.table);
    case 'said':
      return host.said(message.id, message.text);
    case 'close':
      return host.close(message.id);
  }
}

onmessage = (event: MessageEvent<ToWorker>) => void take(event.data);
