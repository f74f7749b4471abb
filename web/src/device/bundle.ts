/** What a browser needs to hold tables by itself: a list of packed files, each named after its content. */
import { unpack } from './lzma';

export interface Packed {
  path: string;
  /** bytes, compressed as they are sent and kept */
  size: number;
}

export interface Bundle {
  version: string;
  /** of Pyodide, which asks for it */
  abi: string;
  /** by what they are: `pyodide.asm.wasm`, `games/<game>`, `kernels/<game>`, `answers/<path>`, … */
  files: Record<string, Packed>;
  /** the client itself, relative to its page */
  client: Packed[];
}

/** The folder in which the page lies. */
export const ROOT = new URL(import.meta.env.DEV ? '/' : '..', import.meta.url).href;
export const BUNDLE = new URL('bundle/', ROOT).href;
export const CACHE = 'spieltisch';

export type Fault = 'download' | 'full' | 'missing';

/** Something went wrong while the bundle was fetched or kept. */
export class Lacking extends Error {
  constructor(
    readonly fault: Fault,
    readonly file = '',
  ) {
    super(`${fault} ${file}`);
  }
}

export async function listing(): Promise<Bundle> {
  const url = new URL('bundle.json', BUNDLE).href;
  let answer: Response | undefined;
  try {
    answer = await fetch(url, { cache: 'no-cache' });
  } catch {
    answer = undefined;
  }
  if (!answer?.ok) {
    const kept = await (await cache())?.match(url);
    if (kept) return (await kept.json()) as Bundle;
    throw new Lacking(answer?.status === 404 ? 'missing' : 'download', 'bundle.json');
  }
  return (await answer.json()) as Bundle;
}

/** The browser's own storage of files; not there in pages without encryption, or in some private windows. */
export async function cache(): Promise<Cache | null> {
  try {
    return await caches.open(CACHE);
  } catch {
    return null;
  }
}

/** A file that was unpacked once is kept so, under this address: unpacking takes a third of a second at every start. */
const unpackedAt = (url: string): string => `${url}?unpacked`;
export const packedAt = (url: string): string => url.replace(/\?unpacked$/, '');

/** A file as it was sent, from what is kept, else from the net and then kept; `arrived` counts its bytes. */
export async function fetched(url: string, arrived: (bytes: number) => void): Promise<Blob> {
  const store = await cache();
  const kept = await (await store?.match(url))?.blob();
  if (kept) {
    arrived(kept.size);
    return kept;
  }
  let answer: Response;
  try {
    answer = await fetch(url);
  } catch {
    throw new Lacking('download', url);
  }
  if (!answer.ok || !answer.body) throw new Lacking('download', url);
  const body = await counted(answer.body, arrived, url);
  const headers = { 'content-length': String(body.size), 'content-type': answer.headers.get('content-type') ?? '' };
  try {
    await store?.put(url, new Response(body, { headers }));
  } catch (error) {
    if ((error as Error).name === 'QuotaExceededError') throw new Lacking('full', url);
  }
  return body;
}

async function counted(stream: ReadableStream<Uint8Array>, arrived: (bytes: number) => void, url: string): Promise<Blob> {
  const parts: BlobPart[] = [];
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts);
      parts.push(value as BlobPart);
      arrived(value.length);
    }
  } catch {
    throw new Lacking('download', url);
  }
}

/** What was packed in a file; `arrived` counts its bytes as they were sent, or would have been. */
export async function content(file: Packed, base: string, arrived: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL(file.path, base).href;
  const store = await cache();
  const kept = async (): Promise<Uint8Array<ArrayBuffer> | null> => {
    const answer = await store?.match(unpackedAt(url));
    return answer ? new Uint8Array(await answer.arrayBuffer()) : null;
  };
  const ready = await kept();
  if (ready) {
    arrived(file.size);
    return ready;
  }
  let packed: Blob;
  try {
    packed = await fetched(url, arrived);
  } catch (error) {
    const other = await kept(); // another worker has just unpacked it
    if (other) return other;
    throw error;
  }
  try {
    const found = unpack(new Uint8Array(await packed.arrayBuffer()));
    void keepUnpacked(store, url, found);
    return found;
  } catch {
    await store?.delete(url); // something else came in its place, such as the page of a hotel's network
    throw new Lacking('download', url);
  }
}

/** In place of the packed one; where storage is full that one stays. */
async function keepUnpacked(store: Cache | null, url: string, found: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await store?.put(unpackedAt(url), new Response(new Blob([found])));
    await store?.delete(url);
  } catch {
    await store?.delete(unpackedAt(url)).catch(() => false);
  }
}
