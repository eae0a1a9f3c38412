import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createLog } from '@newline/api/log';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnnounce, firstAdminFile, handOverFirstAdminLink } from '../server/announce-start.ts';

const link = 'https://learn.example.com/api/first-admin?token=canary';
let dataDir: string;
let said: string[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'newline-announce-'));
  said = [];
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const handOver = (link: string | null, isTerminal: boolean) =>
  handOverFirstAdminLink(link, { dataDir, isTerminal, announce: (line) => said.push(line) });
const file = () => join(dataDir, firstAdminFile);

test('in a terminal the link is printed, and is in no file', () => {
  handOver(link, true);
  expect(said).toEqual([expect.stringContaining(link)]);
  expect(statSync(file(), { throwIfNoEntry: false })).toBeUndefined();
});

test('elsewhere the link is in a file that only its owner can read, and not in the output', () => {
  // An existing file with that name, owned by another user, doesn't pass on its permissions.
  writeFileSync(file(), 'old', { mode: 0o666 });
  handOver(link, false);
  expect(readFileSync(file(), 'utf8')).toBe(`${link}\n`);
  if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(said).toEqual([expect.stringContaining(file())]);
  expect(said.join('')).not.toContain('canary');
});

test('once there is an administrator the file is gone, and nothing is printed', () => {
  handOver(link, false);
  said.length = 0;
  handOver(null, false);
  expect(statSync(file(), { throwIfNoEntry: false })).toBeUndefined();
  expect(said).toEqual([]);
});

test('in production, lines outside a terminal are JSON; all others are plain', () => {
  const lines: string[] = [];
  const destination = new PassThrough();
  destination.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const log = createLog('info', destination);
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    createAnnounce({ isProduction: true, isTerminal: false, log })('Running 2 database migrations');
    expect(JSON.parse(lines.join(''))).toMatchObject({ level: 'info', msg: 'Running 2 database migrations', time: expect.any(String) });
    expect(printed).not.toHaveBeenCalled();
    createAnnounce({ isProduction: true, isTerminal: true, log })('ready https://learn.example.com');
    createAnnounce({ isProduction: false, isTerminal: false, log })('ready http://localhost:3000');
    expect(printed.mock.calls.flat()).toEqual(['ready https://learn.example.com', 'ready http://localhost:3000']);
    expect(lines).toHaveLength(1);
  } finally {
    printed.mockRestore();
  }
});
