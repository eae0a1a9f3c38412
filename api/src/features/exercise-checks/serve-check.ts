import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runPagePath } from '@newline/document/run-languages';
import { cutText } from '@newline/document/truncate';
import { z } from 'zod';
import { type ExerciseCheck, exerciseVerdicts } from '../../rules/exercise-check.ts';
import { exerciseCheckLimits } from '../../rules/limits/exercise-check.ts';
import { type CheckedExercise, exerciseHtml } from './exercise-html.ts';
import type { Runner } from './find-runner.ts';
import { workerFiles, workerPolicy, writeRunPage } from './run-page.ts';

/** A server for one run of Chromium. */
export type CheckServer = {
  /** The page that checks the exercises. It can be opened once. */
  readonly url: string;
  /** True when the page was opened. */
  isOpened(): boolean;
  /** Resolves when the page has checked all of them. */
  readonly isOver: Promise<void>;
  close(): Promise<void>;
};

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** The largest result that is read: a thousand names of tests. */
const maxResultBytes = 4_000_000;

const resultSchema = z.union([
  z.object({ isOver: z.literal(true) }),
  z.object({ id: z.string(), verdict: z.enum(exerciseVerdicts), reason: z.string().nullable(), failedTests: z.array(z.string()) }),
]);

/**
 * Serves the page that checks exercises to the server's own browser: on a port of the loopback interface, for one run, with nothing of the
 * site but the runner's public files. The exercises may be drafts, so the page has an unguessable path and is sent once. Code runs in the
 * pages of readers, which have another host name here, as with EMBED_ORIGIN.
 *
 * @param onResult gets what the page found, each exercise once
 */
export async function serveCheck(
  { folder, script }: Runner,
  exercises: readonly CheckedExercise[],
  onResult: (id: string, check: ExerciseCheck) => void,
): Promise<CheckServer> {
  const pagePath = `/check/${randomBytes(32).toString('base64url')}`;
  const resultsPath = `/results/${randomBytes(32).toString('base64url')}`;
  const waiting = new Set(exercises.map(({ id }) => id));
  const over = Promise.withResolvers<void>();
  let isOpened = false;
  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) send(response, 400, {}, '');
      else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const sandboxOrigin = `http://localhost:${port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '/', headers } = request;
    // A page of another site can't reach it by a name that resolves to this machine.
    if (headers.host === new URL(sandboxOrigin).host) {
      const page = method === 'GET' ? writeRunPage(url, origin) : null;
      if (page === null) send(response, 404, {}, '');
      else send(response, 200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': page.policy }, page.html);
    } else if (headers.host !== new URL(origin).host) send(response, 404, {}, '');
    else if (method === 'GET' && url === pagePath && !isOpened) {
      isOpened = true;
      const policy = [
        "default-src 'none'",
        "script-src 'self'",
        // A part of the runner comes with a style sheet of pages.
        "style-src 'self' 'unsafe-inline'",
        "worker-src 'self'",
        "connect-src 'self'",
        `frame-src ${sandboxOrigin}${runPagePath}`,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join('; ');
      send(response, 200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }, writePage());
    } else if (method === 'GET' && /^\/assets\/[\w-]+\.\w+$/u.test(url)) await sendFile(response, url);
    else if (method === 'POST' && url === resultsPath) {
      receive(await readBody(request));
      send(response, 204, {}, '');
    } else send(response, 404, {}, '');
  }

  async function sendFile(response: ServerResponse, path: string): Promise<void> {
    const bytes = await readFile(join(folder, path)).catch(() => null);
    if (bytes === null) return send(response, 404, {}, '');
    const type = types[extname(path)] ?? 'application/octet-stream';
    send(response, 200, { 'content-type': type, ...(path.startsWith(workerFiles) && { 'content-security-policy': workerPolicy }) }, bytes);
  }

  function writePage(): string {
    const data = JSON.stringify({ results: resultsPath, exercises: exercises.map((one) => ({ id: one.id, html: exerciseHtml(one) })) });
    return `<!doctype html>
<html lang="en" data-embed-origin="${sandboxOrigin}">
<head><meta charset="utf-8"><title>Checks</title>
<script type="application/json" id="exercises">${data.replaceAll('<', String.raw`\u003c`)}</script>
<script type="module" src="${script}"></script></head>
<body></body>
</html>
`;
  }

  function receive(body: string): void {
    const result = resultSchema.parse(JSON.parse(body));
    if ('isOver' in result) return over.resolve();
    if (!waiting.delete(result.id)) return;
    const { checkReason, checkedTests, checkedTestName } = exerciseCheckLimits;
    // PostgreSQL stores no NUL, which the name of a test can have.
    const cut = (words: string, length: number) => cutText(words.replaceAll('\0', '\uFFFD'), length);
    onResult(result.id, {
      verdict: result.verdict,
      reason: result.reason === null ? null : cut(result.reason, checkReason),
      failedTests: [...new Set(result.failedTests.map((name) => cut(name, checkedTestName)))].slice(0, checkedTests),
    });
  }

  return {
    url: origin + pagePath,
    isOpened: () => isOpened,
    isOver: over.promise,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>, body: string | Buffer): void {
  const safe = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
  response.writeHead(status, { ...safe, ...headers, 'content-length': String(Buffer.byteLength(body)) });
  response.end(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? Number.NaN) <= maxResultBytes) return text(request);
  throw new Error('serve-check: expected a result with a length within the limit');
}
