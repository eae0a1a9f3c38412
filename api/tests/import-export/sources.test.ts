import { toMarkdown } from '@newline/document/markdown';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPlan } from '../../src/features/import-export/read-plan.ts';
import { onePixel } from './generated-mdbook.ts';
import { memoryFolder } from './memory-folder.ts';

const directory = join(import.meta.dirname, 'sources');

/** Reads the files of a source: each begins with a line `@@@ path`; images have one pixel. */
function filesOf(name: string): Record<string, string | Buffer> {
  const parts = readFileSync(join(directory, name), 'utf8').split(/^@@@ /mu).slice(1);
  return Object.fromEntries(
    parts.map((part) => {
      const end = part.indexOf('\n');
      const path = part.slice(0, end);
      return [path, path.endsWith('.png') ? onePixel : part.slice(end + 1)];
    }),
  );
}

/** Writes what an import would create: sections, titles, slugs and texts, then the report. */
async function resultOf(name: string): Promise<string> {
  const plan = await readPlan(memoryFolder(filesOf(name)));
  const lessons = plan.lessons.map(({ file, slug, title, section, document }) => {
    const sectionTitle = section === null ? '' : ` | ${plan.sections[section]}`;
    return `@@@ ${file} | ${slug} | ${title}${sectionTitle}\n${toMarkdown(document)}\n`;
  });
  const report = plan.messages.map(({ weight, file, lines, message }) => `${weight} ${file}:${lines.join(',')} ${message}`);
  return `${plan.title}\n${lessons.join('')}@@@ report\n${report.map((line) => `${line}\n`).join('')}`;
}

describe('a source becomes the lessons and the report next to it @STUDIO-01 @BRING-01', () => {
  test.each(readdirSync(directory).filter((name) => name.endsWith('.txt')))('%s', async (name) => {
    await expect(await resultOf(name)).toMatchFileSnapshot(join(directory, name.replace('.txt', '.result.md')));
  });
});
