import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentSchema } from '@newline/api/env-schema';
import { expect, onTestFinished, test } from 'vitest';
import { heapMegabytes } from '../heap-size.mjs';

const gigabyte = 1024 ** 3;
/** What Node returns for a process without a limit. */
const unlimited = 2 ** 64;

test.each([
  { what: 'a small machine', total: gigabyte, constrained: unlimited, heap: 384 },
  { what: 'a machine of 4 GB', total: 4 * gigabyte, constrained: 0, heap: 1536 },
  { what: 'a large machine', total: 256 * gigabyte, constrained: unlimited, heap: 2048 },
  { what: 'a container of 2 GB on a large machine', total: 256 * gigabyte, constrained: 2 * gigabyte, heap: 768 },
  { what: 'a tiny container', total: 256 * gigabyte, constrained: gigabyte / 4, heap: 192 },
])('the heap follows the memory: $what', ({ total, constrained, heap }) => {
  expect(heapMegabytes({ setting: undefined, total, constrained })).toBe(heap);
  expect(heapMegabytes({ setting: '', total, constrained })).toBe(heap);
  expect(heapMegabytes({ setting: '700', total, constrained })).toBe(700);
});

test('every HEAP_MB that the settings accept is used', () => {
  const { HEAP_MB } = environmentSchema.shape;
  for (const [setting, isAccepted] of [
    ['128', true],
    ['65536', true],
    ['127', false],
    ['0128', false],
    ['1e3', false],
    ['65537', false],
  ] as const) {
    expect([setting, HEAP_MB.safeParse(setting).success]).toEqual([setting, isAccepted]);
    if (isAccepted) expect(heapMegabytes({ setting, total: gigabyte, constrained: 0 })).toBe(Number(setting));
  }
});

/** Runs a program that restarts with the options of the site and then prints them, and returns what it printed. */
function optionsOf(settings: Record<string, string>, args: readonly string[] = []): { options: string[]; arena: string; limit: number } {
  const folder = mkdtempSync(join(tmpdir(), 'newline-heap-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(folder, 'script.mjs');
  writeFileSync(
    script,
    `import { getHeapStatistics } from 'node:v8';
    import { restartWithOptions } from ${JSON.stringify(new URL('../heap-size.mjs', import.meta.url).href)};
    restartWithOptions(${JSON.stringify(script)});
    const limit = Math.round(getHeapStatistics().heap_size_limit / 1024 ** 2);
    console.log(JSON.stringify({ options: process.execArgv, arena: process.env.MALLOC_ARENA_MAX, limit, args: process.argv.slice(2) }));`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, [...args, script, '--empty'], { env: settings, encoding: 'utf8' });
  expect(stderr).toBe('');
  const printed: { args: string[]; options: string[]; arena: string; limit: number } = JSON.parse(stdout);
  expect(printed.args).toEqual(['--empty']);
  return { options: printed.options, arena: printed.arena, limit: printed.limit };
}

test('the process that runs the site has this heap, and prints no warning', () => {
  const { options, arena, limit } = optionsOf({ HEAP_MB: '300' });
  expect(options).toEqual(['--max-semi-space-size=6', '--max-old-space-size=300']);
  expect(arena).toBe('1');
  // The young generation is added.
  expect(limit).toBeGreaterThanOrEqual(300);
  expect(limit).toBeLessThan(340);
});

test('a heap that someone chose with an option of Node is left alone', () => {
  expect(optionsOf({ HEAP_MB: '300' }, ['--max-old-space-size=500']).options).toEqual(['--max-old-space-size=500']);
});

test('npm start leaves the heap to the site', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
  );
  expect(scripts['start']).toBe('exec node bin/start.mjs');
});
