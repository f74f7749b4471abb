/** What a browser needs to hold tables by itself: a list of packed files, each named after its content. */

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

/** A file as it was sent, from what is kept, else from the net and then kept; `arrived` counts its bytes. */
export async function fetched(url: string, arrived: (bytes: number) => void): Promise<Response> {
  const store = await cache();
  const kept = await store?.match(url);
  if (kept) {
    const size = Number(kept.headers.get('content-length') ?? 0);
    arrived(size);
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
  return new Response(body, { headers });
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

/** What was packed. */
export function unpacked(answer: Response): Response {
  return new Response(answer.body!.pipeThrough(new DecompressionStream('gzip')));
}
