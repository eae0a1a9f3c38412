import { describe, expect, test } from 'vitest';
import { FolderError } from '../../src/features/import-export/folder.ts';
import { ImportMessages } from '../../src/features/import-export/import-plan.ts';
import { readPlan } from '../../src/features/import-export/read-plan.ts';
import { cpuTimed } from '../cpu-time.ts';
import { importBombs, leftOutBombs } from './import-bombs.ts';
import { memoryFolder } from './memory-folder.ts';

/** Far above the CPU time of a folder that is read to its end, which is the control. */
const maxCpuMs = 8000;

describe.each(Object.entries(importBombs))('too much of %s', (_name, bombs) => {
  test.each(bombs.map(({ files, refusal }, index) => [index, files, refusal] as const))(
    'is refused by counting, not by time (%s) @STUDIO-01',
    async (_index, files, refusal) => {
      const { result, cpuMs } = await cpuTimed(() => readPlan(memoryFolder(files)).catch((error: unknown) => error));
      expect(result).toBeInstanceOf(FolderError);
      expect(String(result instanceof Error ? result.message : result)).toMatch(refusal);
      expect(cpuMs).toBeLessThan(maxCpuMs);
    },
  );
});

test.each(leftOutBombs)('%s are left out with a message @STUDIO-01', async (_name, files, notification) => {
  const { result, cpuMs } = await cpuTimed(() => readPlan(memoryFolder(files)));
  expect(result.messages.map(({ message }) => message).join('\n')).toMatch(notification);
  expect(result.lessons).toHaveLength(1);
  expect(cpuMs).toBeLessThan(maxCpuMs);
});

test('a component whose braces never close takes no longer than its line @STUDIO-01', async () => {
  const page = (line: string) => ({ 'docs/intro.md': `# Intro\n\n${line}\n`, 'sidebars.js': "module.exports = { docs: ['intro'] };" });
  const { cpuMs } = await cpuTimed(() => readPlan(memoryFolder(page(`<A ${'{}'.repeat(200)}`))));
  expect(cpuMs).toBeLessThan(maxCpuMs);
  const { lessons } = await readPlan(memoryFolder(page('<Details style={{ margin: 1 }} open={() => 1}>\nword\n</Details>')));
  expect(JSON.stringify(lessons[0]?.document)).not.toContain('style');
});

test('names that lead to a few values, and the includes of an ordinary book, are read @STUDIO-01', async () => {
  const { lessons } = await readPlan(
    memoryFolder({
      'docs/a.md': '# A',
      'docs/b.md': '# B',
      'sidebars.js': "const own = ['b', 'a'];\nmodule.exports = { docs: [own, own] };",
    }),
  );
  expect(lessons.map(({ title }) => title)).toEqual(['B', 'A']);
  const book = await readPlan(
    memoryFolder({
      'book.toml': '',
      'src/SUMMARY.md': '- [C](c.md)\n',
      'src/c.md': '{{#include part.md}}\n{{#include part.md:2}}\n',
      'src/part.md': 'one\ntwo\n',
    }),
  );
  expect(JSON.stringify(book.lessons[0]?.document)).toMatch(/one two two/u);
});

test('the report has no more messages than a person can read @STUDIO-01', () => {
  const messages = new ImportMessages();
  for (let index = 0; index < 20_000; index += 1) messages.add('a.md', index, `Notice ${index}.`);
  expect(messages.list()).toHaveLength(5000);
  expect(messages.list().at(-1)?.message).toBe('There are more messages that aren’t listed.');
  // What is lost is never hidden by them.
  for (let index = 0; index < 6000; index += 1) messages.add('b.md', index, `Lost ${index}.`, 'lost');
  expect(messages.list()).toHaveLength(5000);
  expect(messages.list().filter(({ weight }) => weight === 'lost')).toHaveLength(4999);
});
