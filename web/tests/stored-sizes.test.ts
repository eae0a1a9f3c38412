import { expect, test } from 'vitest';
import { storedSizes } from '../app/shared/reader/stored-sizes.ts';

const folder = '/media/a/b4gg4dmnothfbi7uirhpr7cihm';
const src = `${folder}/1600.webp`;

test('an uploaded image offers the sizes that are smaller than itself', () => {
  const small = `${folder}/480.webp 480w`;
  expect(storedSizes({ src, width: 2000 })['srcset']).toBe(`${small}, ${folder}/960.webp 960w, ${src} 1600w`);
  expect(storedSizes({ src, width: 1000 })['srcset']).toBe(`${small}, ${folder}/960.webp 960w, ${src} 1000w`);
  expect(storedSizes({ src, width: 700 })['srcset']).toBe(`${small}, ${src} 700w`);
  expect(storedSizes({ src, width: 480 })).toEqual({});
});

test('an image of another kind, or without a width, has only its own', () => {
  for (const attributes of [
    { src },
    { src: '/assets/a.webp', width: 2000 },
    { src: `https://a.example${src}`, width: 2000 },
    { width: 2000 },
  ])
    expect(storedSizes(attributes)).toEqual({});
});
