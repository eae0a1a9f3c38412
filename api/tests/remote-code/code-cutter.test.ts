import { type CodeCutter, createCodeCutter } from '@newline/api/features/remote-code/code-cutter';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longestBlock, slowness } from '../processes/cpu-block.ts';

let cutter: CodeCutter;
beforeAll(() => void (cutter = createCodeCutter()));
afterAll(() => cutter.close());

const whole = { startLine: null, endLine: null };

describe('code is cut out of other people’s files', () => {
  test('by a code query in another process, with the same result and the same reasons @EDIT-06', async () => {
    const source = { text: 'const one = 1;\nfunction two() {\n  return 2;\n}\n', filepath: 'a.ts' };
    expect(await cutter.cut(source, { ...whole, query: '.two' })).toMatchObject({ startLine: 2, endLine: 4 });
    await expect(cutter.cut(source, { ...whole, query: '.twp' })).rejects.toMatchObject({
      fault: 'refused',
      message: '.twp was not found. Did you mean .two?',
    });
    expect(await cutter.has('  a\n  b\n', 'a\nb')).toBe(true);
    expect(await cutter.has('  a\n b\n', 'a\nb')).toBe(false);
  });

  test('a slow query doesn’t block this thread, and one that takes too long is refused', async () => {
    const near = Array.from({ length: 800 }, (_, index) => 'a'.repeat(480) + index).join(';');
    const part = { ...whole, query: `.${'b'.repeat(482)}` };
    const { result, blockMs } = await longestBlock(() =>
      cutter.cut({ text: near, filepath: 'a.ts' }, part).catch((error: unknown) => error),
    );
    expect(result).toMatchObject({ fault: 'refused' });
    expect(blockMs).toBeLessThan(200 * slowness());

    const hurried = createCodeCutter({ cpuMs: 200 });
    const nested = hurried.cut({ text: '<a>'.repeat(60_000), filepath: 'a.html' }, { ...whole, query: '.b' });
    await expect(nested).rejects.toMatchObject({ fault: 'refused', message: expect.stringContaining('takes too much time or memory') });
    // Control: the next one is extracted normally.
    expect(await hurried.cut({ text: 'let a;\n', filepath: 'a.ts' }, { ...whole, query: '.a' })).toMatchObject({ text: 'let a;' });
    await hurried.close();
  });

  test('a query whose process ends says nothing about the file', async () => {
    const closing = createCodeCutter();
    const cut = closing.cut({ text: 'let a;\n', filepath: 'a.ts' }, { ...whole, query: '.a' }).catch((error: unknown) => error);
    await closing.close();
    expect(await cut).toMatchObject({ fault: 'later' });
  });
});
