import sharp from 'sharp';
import { persistedQuery } from '../persisted-query.ts';
import { median } from '../median.ts';
import type { Figure } from '../figure.ts';
import type { Suite } from './suite.ts';

const WIDTH = 2400;
const HEIGHT = 1800;

/** Measures how long a photo of about 770 KB takes from the first byte to the answer, against one resize to the stored size. */
export const upload: Suite = async ({ site, isQuick, say }) => {
  say('upload: a photograph against one resize of it');
  const photo = await photograph();
  const send = async () => {
    const form = new FormData();
    const variables = { attachment: { name: 'bench.jpg', kind: 'IMAGE', contentType: 'image/jpeg', file: null } };
    form.set('operations', JSON.stringify({ query: persistedQuery('createAttachment'), variables }));
    form.set('map', '{"0":["variables.attachment.file"]}');
    form.set('0', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'bench.jpg');
    const headers = { cookie: site.learner.cookie, origin: site.origin, 'sec-fetch-site': 'same-origin' };
    const answer = await fetch(`${site.origin}/graphql`, { method: 'POST', headers, body: form });
    const text = await answer.text();
    if (!answer.ok || text.includes('"errors"'))
      throw new Error(`upload: expected an attachment, got ${answer.status} ${text.slice(0, 300)}`);
  };
  const resize = () =>
    sharp(photo).autoOrient().resize({ width: 2000, height: 8000, fit: 'inside' }).webp({ quality: 82, effort: 1 }).toBuffer();
  await Promise.all([send(), resize()]);
  const [uploaded, resized]: [number[], number[]] = [[], []];
  for (let n = 0; n < (isQuick ? 5 : 30); n += 1) {
    resized.push(await timeOf(resize));
    uploaded.push(await timeOf(send));
  }
  const [value, floor] = [median(uploaded), median(resized)];
  return [
    {
      suite: 'upload',
      name: `photograph of ${Math.round(photo.length / 1000)} KB uploaded`,
      value,
      unit: 'ms',
      floor: { name: 'one resize by sharp', value: floor },
      ratio: value / floor,
      goal: { must: 1.5, isUpperBound: true },
    } satisfies Figure,
  ];
};

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Creates a photo of soft shapes under grain, the same in each run. */
function photograph(): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  let state = 7;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    const pixel = Math.floor(at / 3);
    const shape = Math.sin((pixel % WIDTH) / 90) * 60 + Math.cos(pixel / WIDTH / 70) * 60;
    pixels[at] = 128 + shape + ((state >>> 24) - 128) / 5;
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 67 })
    .toBuffer();
}
