import { expect, test } from 'vitest';
import { shareAddress, shareHash } from '../app/shared/head/share-address.server.ts';
import { bylineOf, type ShareText } from '../app/shared/head/share-text.ts';
import { breadcrumbs, durationOf, videoObject } from '../app/shared/head/structured-data.ts';

const origin = 'https://learn.example';
const text: ShareText = { title: 'Go at Rest', kind: 'Course', by: ['Bram Okonkwo'], topic: 'backend' };

test.each([
  [0, 'PT0S'],
  [12.4, 'PT12S'],
  [60, 'PT1M'],
  [3605, 'PT1H5S'],
  [36_000, 'PT10H'],
])('%s seconds are %s', (seconds, written) => {
  expect(durationOf(seconds)).toBe(written);
});

test('breadcrumbs begin at the home page and are numbered from one @SITE-09', () => {
  expect(breadcrumbs(origin, [['Books', '/books']])).toMatchObject({
    itemListElement: [
      { position: 1, name: 'newline', item: 'https://learn.example/' },
      { position: 2, name: 'Books', item: 'https://learn.example/books' },
    ],
  });
});

test('a video is described with absolute URLs, and one of an unknown provider isn’t described at all @SITE-09', () => {
  const video = { name: 'a', description: 'b', thumbnailSecond: 3, seconds: 14, uploadedAt: '2026-11-02' };
  expect(videoObject(origin, { ...video, videoUrl: 'local:abcd' })).toMatchObject({
    thumbnailUrl: 'https://learn.example/media/v/abcd/thumbnail-3.webp',
    contentUrl: 'https://learn.example/media/v/abcd/master.m3u8',
    uploadDate: '2026-11-02T00:00:00Z',
    duration: 'PT14S',
  });
  for (const videoUrl of [null, 'https://video.example/a.mp4', 'javascript:alert(1)'])
    expect(videoObject(origin, { ...video, videoUrl })).toBeNull();
});

test('the URL of a link preview image changes with each word on it and with nothing else @SITE-09', () => {
  const url = shareAddress('/courses/go-at-rest', text);
  expect(url).toMatch(/^\/share\/courses\/go-at-rest\.[0-9a-f]{12}\.png$/);
  expect(shareAddress('/courses/go-at-rest', { ...text })).toBe(url);
  expect(shareAddress('/', text)).toBe(`/share/index.${shareHash(text)}.png`);
  const others = [
    { ...text, title: 'Go' },
    { ...text, kind: 'Book' },
    { ...text, by: ['Bram', 'Okonkwo'] },
    { ...text, topic: 'ai' },
  ];
  expect(new Set([text, ...others].map(shareHash)).size).toBe(5);
});

test('the small line names two authors, and counts more', () => {
  expect(bylineOf(text)).toBe('Course · Bram Okonkwo');
  expect(bylineOf({ ...text, by: ['A', 'B'] })).toBe('Course · A and B');
  expect(bylineOf({ ...text, by: ['A', 'B', 'C'] })).toBe('Course · A and 2 others');
  expect(bylineOf({ ...text, kind: null, by: [] })).toBe('');
});
