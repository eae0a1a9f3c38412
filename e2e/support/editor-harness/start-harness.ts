import { access, mkdir, readFile, rename } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'vite';

/** An upload as the server received it. */
export interface ReceivedUpload {
  readonly name: string;
  readonly bytes: number;
  readonly totalBytes: number;
  readonly state: 'receiving' | 'whole' | 'aborted';
}

/** The answers to the next requests; null, or a promise of it, is a server error. */
export interface Answers {
  embed: (url: string) => object | null | Promise<object | null>;
  image: (url: string) => object | null;
  remoteCode: (request: {
    readonly url: string;
    readonly startLine?: unknown;
    readonly endLine?: unknown;
    readonly codeQuery?: unknown;
  }) => object | null | Promise<object | null>;
}

/** The harness page on a loopback server, with the requests it received. */
export interface EditorHarness {
  readonly origin: string;
  uploads(): readonly ReceivedUpload[];
  readonly answers: Answers;
  /** Names of files that are rejected once, with these messages. */
  readonly refusedOnce: Map<string, string>;
  /** Forgets uploads and answers of the previous test. */
  reset(): void;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/** An image of 8 by 4 pixels, as SVG, which the server returns for all uploads. */
const image = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><rect width="800" height="400" fill="#24408f"/></svg>';

const importedImage = () => ({ attachmentId: 'imported', imageUrl: '/media/imported.svg', width: 800, height: 400 });

/** Serves the page, with an answer for every service that the editor uses. */
export async function startEditorHarness(): Promise<EditorHarness> {
  const directory = await builtPage();
  const uploads: { name: string; bytes: number; totalBytes: number; state: ReceivedUpload['state'] }[] = [];
  const harness: Pick<EditorHarness, 'answers' | 'refusedOnce'> = {
    answers: { embed: () => null, image: importedImage, remoteCode: () => null },
    refusedOnce: new Map(),
  };

  const receive = (request: IncomingMessage, response: ServerResponse, name: string) => {
    const upload = {
      name,
      bytes: 0,
      totalBytes: Number(request.headers['content-length'] ?? 0),
      state: 'receiving' as ReceivedUpload['state'],
    };
    uploads.push(upload);
    request.on('data', (chunk: Buffer) => {
      upload.bytes += chunk.length;
    });
    request.on('close', () => {
      if (upload.state === 'receiving') upload.state = 'aborted';
    });
    request.on('end', () => {
      upload.state = 'whole';
      const refusal = harness.refusedOnce.get(name);
      harness.refusedOnce.delete(name);
      if (refusal !== undefined) {
        response.writeHead(422).end(refusal);
        return;
      }
      answer(response, { attachmentId: `attachment-${uploads.length}`, imageUrl: `/media/${uploads.length}.svg`, width: 800, height: 400 });
    });
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://harness');
    void (async () => {
      if (url.pathname === '/upload') receive(request, response, url.searchParams.get('name') ?? '');
      else if (url.pathname === '/embed') answer(response, await harness.answers.embed(String((await readJson(request))['url'])));
      else if (url.pathname === '/remote-code') {
        const lookUp = await readJson(request);
        answer(response, await harness.answers.remoteCode({ ...lookUp, url: String(lookUp['url']) }));
      } else if (url.pathname === '/import') {
        answer(response, harness.answers.image(String((await readJson(request))['url'])));
      } else if (url.pathname.startsWith('/media/')) response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(image);
      else await serveFile(response, directory, url.pathname);
    })().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return Object.assign(harness, {
    origin: `http://127.0.0.1:${port}`,
    uploads: () => uploads,
    reset: () => {
      uploads.length = 0;
      harness.refusedOnce.clear();
      harness.answers.embed = () => null;
      harness.answers.image = importedImage;
      harness.answers.remoteCode = () => null;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** Returns the page, which the first worker that needs it builds once per run, while the others wait. */
async function builtPage(): Promise<string> {
  const directory = process.env.E2E_EDITOR_HARNESS;
  if (!directory) throw new Error('builtPage: expected E2E_EDITOR_HARNESS of global-setup, got nothing');
  const isFirst = await mkdir(`${directory}.lock`).then(
    () => true,
    () => false,
  );
  const options = { target: 'es2023', minify: false, modulePreload: false, reportCompressedSize: false } as const;
  if (isFirst) {
    const outDir = `${directory}-building`;
    await build({ root: import.meta.dirname, configFile: false, logLevel: 'error', build: { ...options, outDir, emptyOutDir: true } });
    await rename(outDir, directory);
  }
  const until = Date.now() + 100_000;
  while (!(await isThere(directory))) {
    if (Date.now() > until) throw new Error('builtPage: expected another worker to build the page, got nothing');
    await sleep(100);
  }
  return directory;
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function answer(response: ServerResponse, body: object | null): void {
  if (body === null) response.writeHead(500).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
}

async function serveFile(response: ServerResponse, directory: string, path: string): Promise<void> {
  const file = join(directory, normalize(path === '/' ? '/index.html' : path));
  try {
    const body = await readFile(file);
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}
