import { createSvgRenderer } from '@newline/api/features/import-export/svg-renderer';
import { ProcessLost } from '@newline/api/processes/bounded-process';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';

const renderer = createSvgRenderer({ cpuMs: 1500 });
afterAll(() => renderer.close());

const svg = (inner: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${inner}</svg>`);

/** Six levels of ten: a million circles, each blurred. */
const nested = svg(
  `<defs><filter id="f"><feGaussianBlur stdDeviation="20"/></filter><g id="l0"><circle r="40" filter="url(#f)"/></g>${Array.from(
    { length: 6 },
    (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}" x="1"/>`.repeat(10)}</g>`,
  ).join('')}</defs><use href="#l6"/>`,
);
const filters = svg(
  `<filter id="f" x="0" y="0" width="1" height="1">${'<feMorphology operator="dilate" radius="200"/><feGaussianBlur stdDeviation="150"/>'.repeat(200)}</filter><rect width="400" height="300" fill="red" filter="url(#f)"/>`,
);

test.each([
  ['nested use', nested],
  ['stacked filters', filters],
])('an SVG that takes too much is refused: %s; the next one is rendered @STUDIO-01', async (_what, bomb) => {
  await expect(renderer.render(bomb)).rejects.toMatchObject({
    extensions: { code: 'BAD_INPUT' },
    message: /takes too much time or memory/,
  });
  const png = await renderer.render(svg('<rect width="400" height="300" fill="green"/>'));
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1600, height: 1200 });
});

test('a file that isn’t SVG is refused', async () => {
  for (const file of [Buffer.from('PNG'), svg('<rect'), Buffer.from('<p>&lt;svg </p>')])
    await expect(renderer.render(file)).rejects.toMatchObject({ extensions: { code: 'BAD_INPUT' } });
});

test('closing stops it in the middle of an SVG without blaming the SVG', async () => {
  const closing = createSvgRenderer();
  const rendering = closing.render(nested).catch((error: unknown) => error);
  await closing.close();
  expect(await rendering).toBeInstanceOf(ProcessLost);
});
