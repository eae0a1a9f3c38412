import { randomUUID } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { workerFiles, workerPolicy } from '@newline/api/features/exercise-checks/run-page';
import { closedPolicy, unhashedFiles } from './content-policy.ts';
import { ownerFiles } from './owner-files.ts';

/** The content types of files that a page loads, as the site's routes send them. Requests for other files wait for the routes. */
const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** Requests with these headers, which revalidate a file or request a range, are left to the routes. */
const conditionalHeaders = ['range', 'if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since'] as const;

type Options = {
  /** The folder of built files. */
  folder: string;
  headers: Readonly<Record<string, string>>;
  /** Handles requests whose file can't be read. */
  otherwise: (request: IncomingMessage, response: ServerResponse) => void;
};

/**
 * Sends built files while the site is still loading, with the same headers as later, because the first page needs its styles. Returns a
 * function that returns false when it sent nothing.
 */
export async function createEarlyFiles({ folder, headers, otherwise }: Options) {
  // If nothing is built, the start itself reports it.
  const names = await readFile(`${folder}.json`, 'utf8').catch(() => '[]');
  const files = new Set(JSON.parse(names) as string[]);

  async function sendFile(request: IncomingMessage, response: ServerResponse, path: string, type: string): Promise<void> {
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = [
      { name: 'br', ending: '.br' },
      { name: 'gzip', ending: '.gz' },
    ].find(({ name, ending }) => files.has(path + ending) && new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0)`).test(accepted));
    const file = await open(join(folder, path + (encoding?.ending ?? '')));
    try {
      const { size, mtime } = await file.stat();
      const body = request.method === 'HEAD' ? null : await file.readFile();
      response.writeHead(200, {
        ...headers,
        'content-security-policy': path.startsWith(workerFiles) ? workerPolicy : closedPolicy,
        'x-request-id': randomUUID(),
        'accept-ranges': 'bytes',
        'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        'content-type': type,
        ...(encoding && { 'content-encoding': encoding.name }),
        etag: `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`,
        'last-modified': mtime.toUTCString(),
        vary: 'accept-encoding',
        'content-length': String(size),
      });
      response.end(body ?? undefined);
    } finally {
      await file.close();
    }
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || conditionalHeaders.some((name) => request.headers[name] !== undefined))
      return false;
    const path = request.url?.split('?', 1)[0] ?? '';
    const type = types[extname(path)];
    if (type === undefined || !files.has(path) || ownerFiles.has(path) || unhashedFiles.has(path)) return false;
    sendFile(request, response, path, type).catch(() => (response.headersSent ? response.destroy() : otherwise(request, response)));
    return true;
  };
}
