import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentSchema } from '@newline/api/env-schema';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

// The Dockerfile, compose.yaml and the systemd unit name files, settings and ports of the project. `npm run test:package` builds and starts
// the image; this compares the names in every test run.
const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('Dockerfile');
const settings: ReadonlySet<string> = new Set(Object.keys(environmentSchema.shape));
/** Variables of programs, not of the site. */
const others = new Set(['PATH', 'NODE_ENV', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'MINIO_ROOT_USER', 'MINIO_ROOT_PASSWORD']);
const unknownSettings = (names: readonly string[]) => names.filter((name) => !settings.has(name) && !others.has(name));
/** A stop gives running requests nine seconds, and then stops the database. */
const stopSeconds = 15;

/** The instructions of the Dockerfile, with continued lines joined. */
const instructions = dockerfile
  .replaceAll('\\\n', ' ')
  .split('\n')
  .flatMap((line) => {
    const [, name, text] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    return name === undefined || text === undefined ? [] : [{ name, text: text.trim() }];
  });
/** The image of compose.yaml, and the last stage, which adds PostgreSQL to it. */
const last = instructions.slice(instructions.findIndex(({ name, text }) => name === 'FROM' && text.endsWith(' AS site')));
const only = (name: string) => {
  const matches = last.filter((each) => each.name === name);
  expect([name, matches.length]).toEqual([name, 1]);
  return matches[0]?.text ?? '';
};
const variables = Object.fromEntries([...only('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
/** What a COPY instruction takes from the project. */
const copied = (from: typeof instructions) =>
  from
    .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--'))
    .flatMap(({ text }) => text.split(' ').slice(0, -1))
    .filter((path) => path !== '.');

test('the Dockerfile copies files that exist, and the manifest of every package', () => {
  for (const path of copied(instructions)) expect([path, globSync(path, { cwd: root }).length > 0]).toEqual([path, true]);
  const { workspaces }: { workspaces: string[] } = JSON.parse(read('package.json'));
  expect(copied(instructions)).toEqual(expect.arrayContaining(workspaces.map((workspace) => `${workspace}/package.json`)));
});

test('the image has every module that the start imports from bin/', () => {
  const needed = new Set(['bin/start.mjs']);
  for (const path of needed)
    for (const [, imported = ''] of read(path).matchAll(/from '(\.[^']+)'/g)) needed.add(join(dirname(path), imported));
  expect(needed.size).toBeGreaterThan(4);
  expect(
    copied(last)
      .filter((path) => path.startsWith('bin/'))
      .toSorted(),
  ).toEqual([...needed].toSorted());
});

test('the image uses settings, a port and a volume of the site, and isn’t run by root', () => {
  expect(unknownSettings(Object.keys(variables))).toEqual([]);
  expect(environmentSchema.safeParse(variables).success).toBe(true);
  expect(only('EXPOSE')).toBe(variables['PORT']);
  expect(only('VOLUME')).toBe(variables['DATA_DIR']);
  expect(only('USER')).toBe('newline');
  expect(only('HEALTHCHECK')).toContain('/readyz');
  expect(only('STOPSIGNAL')).toBe('SIGTERM');
  expect(JSON.parse(only('ENTRYPOINT'))).toEqual(['node', 'bin/start.mjs']);
});

test('secrets and the history of the project can’t get into the image', () => {
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.git', 'data', '**/node_modules', '**/tests', '**/*.log']));
  // What a start creates, and git ignores, isn't copied either.
  const created = read('.gitignore')
    .split('\n')
    .filter((line) => line !== '' && !/DS_Store|\.log|node_modules/.test(line));
  expect(
    created.map((line) => line.replace(/^\/|\/$/g, '')).filter((path) => !ignored.some((each) => path.startsWith(each.replace('/*', '')))),
  ).toEqual([]);
});

type Service = {
  image?: string;
  build?: { target?: string };
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  profiles?: string[];
};
const compose: { services: Record<string, Service> } = parse(read('compose.yaml'), { merge: true });

test('compose.yaml runs the image as it is meant to be run', () => {
  const sites = ['site', 'second'].map((name) => compose.services[name]);
  expect(last.filter(({ name }) => name === 'FROM').map(({ text }) => text)).toEqual([expect.stringMatching(/ AS site$/), 'site']);
  for (const site of sites) {
    expect(site).toMatchObject({ image: 'newline:site', build: { target: 'site' } });
    expect(site).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], tmpfs: '/tmp' });
    expect(site?.volumes).toEqual([`site:${variables['DATA_DIR']}`]);
    expect(site?.environment).toMatchObject({ DATA_DIR: variables['DATA_DIR'], HOST: variables['HOST'], PORT: variables['PORT'] });
    expect(site?.ports?.every((port) => port.startsWith('127.0.0.1:') && port.endsWith(`:${variables['PORT']}`))).toBe(true);
    expect(Number.parseInt(site?.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(stopSeconds);
  }
  const profiles = Object.fromEntries(Object.entries(compose.services).map(([name, { profiles: list }]) => [name, list]));
  expect(profiles).toEqual({ site: undefined, second: ['second'], postgres: undefined, pgbouncer: ['pgbouncer'], s3: ['s3'] });
});

test('compose.yaml names settings that exist, in values and in comments', () => {
  const named = [...read('compose.yaml').matchAll(/\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b|\b(HOST|PORT)\b/g)].map(([name]) => name);
  expect(named).toContain('S3_BUCKET');
  expect(unknownSettings(named)).toEqual([]);
  expect(unknownSettings(['S3_BUCKETS'])).toEqual(['S3_BUCKETS']);
});

const unitText = read('packaging/newline@.service');
const unit = Object.fromEntries([...unitText.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

test('the systemd unit starts a script that exists, with settings that exist, and can stop in time', () => {
  expect(unit['ExecStart']).toMatch(/^\/opt\/newline\/node_modules\/\.bin\/node bin\/start\.mjs$/);
  for (const [, script = ''] of unitText.matchAll(/^ExecStart(?:Post)?=\S+ (\S+)$/gm))
    expect([script, existsSync(join(root, script))]).toEqual([script, true]);
  const environment = [...unitText.matchAll(/^Environment=(.*)$/gm)].map(([, text]) => text).join(' ');
  const names = [...environment.matchAll(/(\w+)=/g)].map(([, name = '']) => name);
  expect(names).toEqual(expect.arrayContaining(['DATA_DIR', 'PORT']));
  expect(unknownSettings(names)).toEqual([]);
  expect(environment).toContain(`DATA_DIR=/var/lib/${unit['StateDirectory']}`);
  expect(Number(unit['TimeoutStopSec'])).toBeGreaterThanOrEqual(stopSeconds);
});

test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd finds the unit well protected', () => {
  const { stdout } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--threshold=20', join(root, 'packaging/newline@.service')],
    {
      encoding: 'utf8',
    },
  );
  expect(stdout).toMatch(/Overall exposure level for newline@\S*\.service: 1\.\d OK/);
});
