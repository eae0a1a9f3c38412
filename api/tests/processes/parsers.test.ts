import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heavyDocs } from '../import-export/import-bombs.ts';
import { sendFolder } from '../import-export/send-folder.ts';
import { startWriters, type Writers } from '../writers.ts';
import { longestBlock, slowness } from './cpu-block.ts';
import type { ParserBomb } from './parser-bomb.ts';
import { parserBombs } from './parser-bombs.ts';

const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);
/** Maximum wait for /healthz on a machine without other work. */
const maxBlockMs = 1000;

let writers: Writers;
let bombs: Readonly<Record<string, readonly ParserBomb[]>>;
beforeAll(async () => {
  writers = await startWriters();
  bombs = await parserBombs(writers);
}, 120_000);
afterAll(() => writers.stop());

const text = await readFile(fileURLToPath(new URL('../../../docs/limits.md', import.meta.url)), 'utf8');
const rows = [...text.slice(text.indexOf('| parser |')).matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]+ \|$/gmu)]
  .map(([, name = '']) => name)
  .filter((name) => name !== 'parser' && !name.startsWith('---'));

test('every row of the table has a bomb, and every bomb a row', () => {
  expect(rows.length).toBeGreaterThan(10);
  expect(Object.keys(bombs).toSorted()).toEqual(rows.toSorted());
  for (const name of rows) expect(bombs[name]?.length, name).toBeGreaterThan(0);
});

test('the measurement sees a busy thread (control)', async () => {
  const spin = async () => {
    const until = process.threadCpuUsage().user + 300_000;
    while (process.threadCpuUsage().user < until);
  };
  const { blockMs } = await longestBlock(spin);
  expect(blockMs).toBeGreaterThanOrEqual(300);
});

test.each(rows)(
  'the site keeps responding while it is sent too much of: %s',
  { timeout: isFullRun ? 1_200_000 : 240_000 },
  async (name) => {
    const parserBombsOfName = bombs[name] ?? [];
    for (const { send, outcome } of isFullRun ? parserBombsOfName : parserBombsOfName.slice(0, 1)) {
      const { result, blockMs } = await longestBlock(send);
      expect(JSON.stringify(result)).toMatch(outcome);
      expect(blockMs).toBeLessThan(maxBlockMs * slowness());
      expect((await fetch(`${writers.site.url}/healthz`)).status).toBe(200);
    }
  },
);

test('stopping doesn’t wait for an archive that is being read', { timeout: 240_000 }, async () => {
  const own = await startWriters();
  const reading = sendFolder(own.site, own.author, heavyDocs());
  // The archive is in progress once its process was started, or it is rejected as one too many.
  await expect.poll(() => childCount(), { timeout: 60_000, interval: 50 }).toBeGreaterThan(0);
  const stopping = own.stop();
  const { status, answer } = await reading;
  own.site.app.server.closeIdleConnections();
  await stopping;
  expect([status, answer.code]).toEqual([503, 'UNAVAILABLE']);
  expect(childCount()).toBe(0);
});

/** Returns the number of running Node processes that this one started. */
function childCount(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
}
