import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('a thousand blocks cost no more to render, drawings included, than to parse and to write as JSON @DOC-03', async () => {
  const script = fileURLToPath(new URL('./measure-rendering.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThanOrEqual(1);
});
