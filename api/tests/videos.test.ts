import { captionsUrl, playbackIdOf, streamUrl, thumbnailUrl, videoOf } from '@newline/api/features/videos/provider';
import { expect, test } from 'vitest';

test('a local video is named by its playback id @CLIP-08', () => {
  expect(playbackIdOf('local:reading-errors')).toBe('reading-errors');
  expect(streamUrl('local:reading-errors')).toBe('/media/v/reading-errors/master.m3u8');
  expect(thumbnailUrl('local:reading-errors', 3.7)).toBe('/media/v/reading-errors/thumbnail-3.webp');
  expect(captionsUrl('local:reading-errors')).toBe('/media/v/reading-errors/captions.en.vtt');
});

test('a Mux video gets its stream and its stills from Mux @CLIP-08', () => {
  const address = 'https://stream.mux.com/a4nOgmxGWg6gULfcBbAa00.m3u8';
  expect(videoOf(address)).toMatchObject({ provider: { name: 'mux' }, playbackId: 'a4nOgmxGWg6gULfcBbAa00' });
  expect(streamUrl(address)).toBe(address);
  expect(streamUrl('https://player.mux.com/a4nOgmxGWg6gULfcBbAa00?autoplay=1')).toBe(address);
  expect(thumbnailUrl(address, 7)).toBe('https://image.mux.com/a4nOgmxGWg6gULfcBbAa00/thumbnail.webp?time=7&width=640');
  expect(captionsUrl(address)).toBeNull();
});

test.each([
  null,
  undefined,
  '',
  'local:',
  'local:../../etc',
  'local:a b c d',
  'https://example.com/v.mp4',
  'https://stream.mux.com.evil.example/abcd.m3u8',
  'javascript:alert(1)',
])('%j stands for no video', (videoUrl) => {
  expect([playbackIdOf(videoUrl), streamUrl(videoUrl), thumbnailUrl(videoUrl, 0), captionsUrl(videoUrl)]).toEqual([null, null, null, null]);
});
