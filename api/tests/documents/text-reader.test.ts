import { deriveStoredBody, readStoredBody } from '@newline/api/features/documents/derive-stored-body';
import { readBody } from '@newline/api/features/documents/read-body';
import { createTextReader, type TextReader } from '@newline/api/features/documents/text-reader';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longestBlock, slowness } from '../processes/cpu-block.ts';

let textReader: TextReader;
beforeAll(() => void (textReader = createTextReader()));
afterAll(() => textReader.close());

const siteOrigin = 'https://example.com';
const here = { siteOrigin, renderer: null, textReader: null };
/** The worst that was found among texts that are taken: every character is escaped in HTML and in Markdown. */
const escaped = '<'.repeat(3_990_000);

describe('a long text is read in a process of its own', () => {
  test('and what is stored of it is the same @STUDIO-02', async () => {
    const bodyMarkdown = `A **word** and \`code\`${' of the text'.repeat(20)}.\n\n`.repeat(800);
    const beside = { ...here, textReader };
    const expected = await readStoredBody({ bodyMarkdown }, 'article', here);
    expect(await readStoredBody({ bodyMarkdown }, 'article', beside)).toEqual(expected);
    expect(await readStoredBody({ bodyDelta: expected[0] }, 'article', beside)).toEqual(expected);
    const document = readBody({ bodyMarkdown }, 'article');
    expect(await deriveStoredBody(document, beside)).toEqual(expected);
    expect(await textReader.toMarkdown(expected[0], { hasIds: false })).toBe(expected[3].join('\n\n'));
  });

  test('so that this thread goes on @API-02', async () => {
    const { result, blockMs } = await longestBlock(() => readStoredBody({ bodyMarkdown: escaped }, 'lesson', { ...here, textReader }));
    expect(result[2].join('').length).toBeGreaterThan(3 * escaped.length);
    expect(blockMs).toBeLessThan(400 * slowness());
    // The control: here it holds the thread for long.
    const held = await longestBlock(() => readStoredBody({ bodyMarkdown: escaped.slice(0, escaped.length / 2) }, 'lesson', here));
    expect(held.blockMs).toBeGreaterThan(blockMs);
  });

  test('a refusal says the same, and one that takes too much is refused @API-02', async () => {
    const bodyMarkdown = '- a\n'.repeat(900_000);
    const refused = await readStoredBody({ bodyMarkdown }, 'lesson', { ...here, textReader }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      message: 'bodyMarkdown: expected at most 20000 nodes, got more.',
      extensions: { code: 'BAD_INPUT', field: 'bodyMarkdown' },
    });
    const hurried = createTextReader({ cpuMs: 300 });
    const slow = await readStoredBody({ bodyMarkdown: escaped }, 'lesson', { ...here, textReader: hurried }).catch(
      (error: unknown) => error,
    );
    expect(slow).toMatchObject({ extensions: { code: 'BAD_INPUT', field: 'bodyMarkdown' } });
    const lost = readStoredBody({ bodyMarkdown: escaped }, 'lesson', { ...here, textReader: hurried }).catch((error: unknown) => error);
    await hurried.close();
    expect(await lost).toMatchObject({ extensions: { code: 'UNAVAILABLE' } });
  });
});
