import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { basename, extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

type File = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/**
 * Creates the answers of pages that a browser opens: the files of a folder, compressed once, under `/floor/`, and all others as the site sends
 * them, requested once.
 */
export function createPageFiles(site: string, folder: string): (response: ServerResponse, request: IncomingMessage) => Promise<void> {
  const files = new Map<string, Promise<File>>();
  return async (response, request) => {
    const url = request.url ?? '/';
    const file =
      files.get(url) ?? (url.startsWith('/floor/') ? readOwn(folder, url) : readFrom(site + url, request.headers['accept-encoding']));
    files.set(url, file);
    const { status, headers, body } = await file;
    response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
  };
}

async function readOwn(folder: string, url: string): Promise<File> {
  return compressed(await readFile(join(folder, basename(url))), types[extname(url)] ?? 'application/octet-stream');
}

function compressed(body: Buffer, type: string): File {
  return { status: 200, headers: { 'content-type': type, 'content-encoding': 'br' }, body: brotliCompressSync(body) };
}

/** Returns a file of the site as it was sent, so still compressed. */
function readFrom(url: string, encoding: string | string[] | undefined): Promise<File> {
  return new Promise((resolve, reject) => {
    const outgoing = get(url, { headers: { 'accept-encoding': encoding ?? '' } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const { 'content-type': type, 'content-encoding': sentEncoding } = answer.headers;
        const headers = {
          ...(type !== undefined && { 'content-type': type }),
          ...(sentEncoding !== undefined && { 'content-encoding': sentEncoding }),
        };
        resolve({ status: answer.statusCode ?? 500, headers, body: Buffer.concat(chunks) });
      });
    });
    outgoing.on('error', reject);
  });
}
