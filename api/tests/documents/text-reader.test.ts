import { deriveStoredBody, readStoredBody } from '@newline/api/features/documents/derive-stored-body';
import { readBody } from '@newline/api/features/documents/read-body';
import { createTextReader, type TextReader } from '@newline/api/features/documents/text-reader';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longestBlock, slowness } from '../processes/cpu-block.ts';

let textReader: TextReader;
beforeAll(() => void (textReader = createTextReader()));
afterAll(() => textReader.close());

const siteOrigin = 'https://example.com';
const surroundings = { siteOrigin, renderer: null, textReader: null };
/** The most expensive accepted text that was found: every character is escaped in HTML and in Markdown. */
const escaped = '<'.repeat(3_990_000);

describe('a long text is read in another process', () => {
  test('with the same stored result @STUDIO-02', async () => {
    const bodyMarkdown = `A **word** and \`code\`${' of the text'.repeat(20)}.\n\n`.repeat(800);
    const beside = { ...surroundings, textReader };
    const expected = await readStoredBody({ bodyMarkdown }, 'article', surroundings);
    expect(await readStoredBody({ bodyMarkdown }, 'article', beside)).toEqual(expected);
    expect(await readStoredBody({ bodyDelta: expected[0] }, 'article', beside)).toEqual(expected);
    const document = readBody({ bodyMarkdown }, 'article');
    expect(await deriveStoredBody(document, beside)).toEqual(expected);
    expect(await textReader.toMarkdown(expected[0], { hasIds: false })).toBe(expected[3].join('\n\n'));
  });

  test('so that this thread stays free @API-02', async () => {
    const bodyMarkdown = escaped.slice(0, escaped.length / 4);
    const { result, blockMs } = await longestBlock(() => readStoredBody({ bodyMarkdown }, 'lesson', { ...surroundings, textReader }));
    expect(result[2].join('').length).toBeGreaterThan(3 * bodyMarkdown.length);
    expect(blockMs).toBeLessThan(400 * slowness());
    // Control: here it blocks the thread for long.
    const block = await longestBlock(() => readStoredBody({ bodyMarkdown }, 'lesson', surroundings));
    expect(block.blockMs).toBeGreaterThan(blockMs);
  });

  test('an error is the same, and a text that takes too much is refused @API-02', async () => {
    const bodyMarkdown = '- a\n'.repeat(900_000);
    const refused = await readStoredBody({ bodyMarkdown }, 'lesson', { ...surroundings, textReader }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      message: 'bodyMarkdown: expected at most 20000 nodes, got more.',
      extensions: { code: 'BAD_INPUT', field: 'bodyMarkdown' },
    });
    const hurried = createTextReader({ cpuMs: 300 });
    const slow = await readStoredBody({ bodyMarkdown: escaped }, 'lesson', { ...surroundings, textReader: hurried }).catch(
      (error: unknown) => error,
    );
    expect(slow).toMatchObject({ extensions: { code: 'BAD_INPUT', field: 'bodyMarkdown' } });
    const lost = readStoredBody({ bodyMarkdown: escaped }, 'lesson', { ...surroundings, textReader: hurried }).catch(
      (error: unknown) => error,
    );
    await hurried.close();
    expect(await lost).toMatchObject({ extensions: { code: 'UNAVAILABLE' } });
  });
});
