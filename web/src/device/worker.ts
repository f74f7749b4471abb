/** Runs in a worker: Python with the tables of this device, or with the bots that think for them. */
import { content, Lacking, type Bundle } from './bundle';
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

type Bytes = Uint8Array<ArrayBuffer>;

/** All that Python is made of: fetched, unpacked and compiled by one worker, and handed to the other. */
interface Parts {
  loader: Bytes;
  script: Bytes;
  module: WebAssembly.Module;
  library: Bytes;
  ours: Bytes;
}

function bytes(name: string): Promise<Bytes> {
  const file = bundle.files[name];
  if (!file) throw new Lacking('missing', name);
  return content(file, base, (many) => tell({ kind: 'progress', bytes: many }));
}

async function parts(): Promise<Parts> {
  const compiled = bytes('pyodide.asm.wasm').then((code) => WebAssembly.compile(code));
  const names = ['pyodide.mjs', 'pyodide.asm.mjs', 'python_stdlib.zip', 'spieltisch.pack'];
  const [loader, script, library, ours] = (await Promise.all(names.map(bytes))) as [Bytes, Bytes, Bytes, Bytes];
  return { loader, script, library, ours, module: await compiled };
}

/** A script that came packed. */
async function load(script: Bytes): Promise<any> {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  try {
    return await import(/* @vite-ignore */ url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Pyodide asks for files by their names, and has its module compiled; both are here already. */
function answerFor({ library, module }: Parts): () => void {
  const [fetching, streaming] = [globalThis.fetch, WebAssembly.instantiateStreaming];
  globalThis.fetch = async (input, init) => {
    const name = String(input instanceof Request ? input.url : input).split('/').pop()!;
    if (name === 'python_stdlib.zip') return new Response(library);
    return name === 'pyodide.asm.wasm' ? new Response() : fetching(input, init);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module, instance: await WebAssembly.instantiate(module, imports) });
  return () => {
    globalThis.fetch = fetching;
    WebAssembly.instantiateStreaming = streaming;
  };
}

async function python(found: Parts): Promise<Python> {
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([load(found.loader), load(found.script)]);
  const restore = answerFor(found);
  const py = (await loadPyodide({
    indexURL: base,
    createPyodideModule,
    lockFileContents: { info: { arch: 'wasm32', platform: '', version: '', python: '', abi_version: bundle.abi }, packages: {} },
    packageBaseUrl: base,
  })) as Python;
  restore();
  layOut(py, found.ours);
  py.runPython(`import sys; sys.path.insert(0, '${PLACE}')\nimport spieltisch.browser; spieltisch.browser.install()`);
  return py;
}

/** Our modules: a list of names and lengths, then the files one after the other (offline/pack.py). */
function layOut(py: Python, pack: Bytes): void {
  const length = new DataView(pack.buffer).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + length))) as [string, number][];
  let at = 4 + length;
  for (const [name, size] of list) {
    const path = `${PLACE}/${name}`;
    py.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    py.FS.writeFile(path, pack.subarray(at, at + size));
    at += size;
  }
}

/** Code and kernels of a game, fetched when they are first needed. */
async function kernels(py: Python, scope: string): Promise<void> {
  const [code, compiled] = await Promise.all([bytes(`games/${scope}`), bytes(`kernels/${scope}`)]);
  layOut(py, code);
  py.FS.mkdirTree(OBJECTS);
  py.FS.writeFile(`${OBJECTS}/${scope}.wasm`, compiled);
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

async function startTables(port: MessagePort): Promise<void> {
  const found = await parts();
  port.postMessage({ parts: found });
  const [py, storage] = await Promise.all([python(found), Storage.open()]);
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
  host = await py.pyimport('spieltisch.device.page').start();
}

type Question = { parts: Parts } | { id: number; question: string };
type Think = (question: string) => Promise<string>;

/** Begins when the parts are there; what is asked before it is ready waits. */
function startThinker(port: MessagePort): Promise<void> {
  let thinking: Promise<Think>;
  return new Promise((resolve, reject) => {
    port.onmessage = async ({ data }: MessageEvent<Question>) => {
      if ('parts' in data) {
        thinking = thinker(data.parts);
        thinking.then(() => resolve(), reject);
        return;
      }
      try {
        port.postMessage({ id: data.id, text: await (await thinking)(data.question) });
      } catch (error) {
        port.postMessage({ id: data.id, error: String(error) });
      }
    };
  });
}

async function thinker(found: Parts): Promise<Think> {
  const py = await python(found);
  py.registerJsModule('spieltisch_device', { kernels: (scope: string) => kernels(py, scope) });
  return py.pyimport('spieltisch.device.thinker').start().think;
}

async function start(message: ToWorker & { kind: 'start' }): Promise<void> {
  ({ bundle, base } = message);
  try {
    await (message.role === 'tables' ? startTables : startThinker)(message.thinker);
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
