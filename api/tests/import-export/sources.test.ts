import { toMarkdown } from '@newline/document/markdown';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withNotebookImages } from '../../src/features/import-export/plain/read-notebook.ts';
import { readPlan } from '../../src/features/import-export/read-plan.ts';
import { memoryFolder } from './memory-folder.ts';
import { filesOf, sourceNames, sourcesDirectory } from './source-files.ts';

/** Writes what an import would create: sections, titles, slugs and texts, then the report. */
async function resultOf(name: string): Promise<string> {
  const plan = await readPlan(withNotebookImages(memoryFolder(filesOf(name))));
  const lessons = plan.lessons.map(({ file, slug, title, section, document }) => {
    const sectionTitle = section === null ? '' : ` | ${plan.sections[section]}`;
    return `@@@ ${file} | ${slug} | ${title}${sectionTitle}\n${toMarkdown(document)}\n`;
  });
  const report = plan.messages.map(({ weight, file, lines, message }) => `${weight} ${file}:${lines.join(',')} ${message}`);
  return `${plan.title}\n${lessons.join('')}@@@ report\n${report.map((line) => `${line}\n`).join('')}`;
}

describe('a source becomes the lessons and the report next to it @STUDIO-01 @BRING-01', () => {
  test.each(sourceNames)('%s', async (name) => {
    await expect(await resultOf(name)).toMatchFileSnapshot(join(sourcesDirectory, name.replace('.txt', '.result.md')));
  });
});
