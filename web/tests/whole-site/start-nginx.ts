import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as nextTry } from 'node:timers/promises';
import { findNginx } from '../../../bin/ensure-nginx.mjs';
import { freePort } from '../../../bin/tests/free-port.ts';

/** A real nginx in front of the site. */
export type Nginx = { origin: string /** What it logged. */; errors: () => string; stop: () => Promise<void> };

/**
 * Starts nginx with the contents of an `http` block.
 *
 * @param configure returns them for its port and its folder
 */
export async function startNginx(firstPort: number, configure: (options: { port: number; folder: string }) => string): Promise<Nginx> {
  const program = findNginx();
  if (program === null) throw new Error('The tests need nginx. Install it (Debian: apt-get install nginx), or set NGINX_PATH.');
  const folder = mkdtempSync(join(tmpdir(), 'newline-nginx-'));
  const port = await freePort(firstPort);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`);
  const file = join(folder, 'nginx.conf');
  const head = ['daemon off;', ...(process.getuid?.() === 0 ? ['user root;'] : []), `pid ${join(folder, 'pid')};`, 'error_log stderr;'];
  writeFileSync(
    file,
    [...head, 'events { worker_connections 8192; }', 'http {', 'access_log off;', ...paths, configure({ port, folder }), '}'].join('\n'),
  );
  const child = spawn(program, ['-p', folder, '-e', 'stderr', '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'exit');
  const origin = `http://localhost:${port}`;
  const answers = () =>
    fetch(origin).then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`nginx: expected it to run, it ended:\n${errors}`);
    await nextTry(20);
  }
  return {
    origin,
    errors: () => errors,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const asFile = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Returns packaging/nginx.conf for these ports, without TLS and its redirect. */
export function packagedConfiguration({ port, sites }: { port: number; sites: readonly [number, number] }): string {
  const packaged = asFile('packaging/nginx.conf');
  const redirect = /server \{\n {2}listen 80;[^}]*\}\n/;
  const changes: readonly (readonly [RegExp, string])[] = [
    [redirect, ''],
    [/127\.0\.0\.1:3000/, `127.0.0.1:${sites[0]}`],
    [/127\.0\.0\.1:3001/, `127.0.0.1:${sites[1]}`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/ *listen \[::\]:443 ssl http2;\n/, ''],
    [/ *ssl_certificate [^\n]*\n/, ''],
    [/ *ssl_certificate_key [^\n]*\n/, ''],
  ];
  return changes.reduce((text, [from, to]) => {
    if (!from.test(text)) throw new Error(`packaging/nginx.conf: expected ${String(from)}, got\n${text}`);
    return text.replace(from, to);
  }, packaged);
}

/** Returns the configuration in docs/cdn.md for these ports. */
export function documentedCache({ port, folder, site }: { port: number; folder: string; site: number }): string {
  const [, documented = ''] = /```nginx\n([^]*?)```/.exec(asFile('docs/cdn.md')) ?? [];
  const changes: readonly (readonly [string, string])[] = [
    ['/var/cache/nginx/newline', join(folder, 'cache')],
    ['127.0.0.1:3000', `127.0.0.1:${site}`],
    ['server {\n', `server {\n  listen 127.0.0.1:${port};\n`],
  ];
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docs/cdn.md: expected ${from}, got\n${text}`);
    return text.replace(from, to);
  }, documented);
}
