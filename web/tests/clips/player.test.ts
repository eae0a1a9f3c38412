import { describe, expect, test } from 'vitest';
import { formatDuration } from '../../app/shared/format-duration.ts';
import { resumeAt } from '../../app/shared/player/resume-position.ts';
import { videoSources } from '../../app/shared/player/video-sources.ts';

describe('the sources of a video', () => {
  test('come from the playback id of a local URL @CLIP-08', () => {
    const video = videoSources('local:effect-2x7k');
    expect(video?.playbackId).toBe('effect-2x7k');
    expect(video?.streamUrl).toBe('/media/v/effect-2x7k/master.m3u8');
    expect(video?.captionsUrl).toBe('/media/v/effect-2x7k/captions.en.vtt');
    expect(video?.stillUrl(3)).toBe('/media/v/effect-2x7k/thumbnail-3.webp');
  });

  test('come from the playback id of a Mux URL, stills from its image host @CLIP-08', () => {
    const video = videoSources('https://stream.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe.m3u8');
    expect(video?.playbackId).toBe('DS00Spx1CV902MCtPj5WknGlR102V5HFkDe');
    expect(video?.streamUrl).toBe('https://stream.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe.m3u8');
    expect(video?.stillUrl(2)).toBe('https://image.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe/thumbnail.webp?width=640&time=2');
  });

  test.each([
    null,
    '',
    'local:',
    'local:../../etc',
    'https://stream.mux.com.evil.example/abcd.m3u8',
    'javascript:alert(1)',
    'https://example.com/a.m3u8',
  ])('are empty for %s', (url) => expect(videoSources(url)).toBeNull());
});

test('a length is formatted like a clock', () => {
  expect([58, 62, 725, 3725, 0].map(formatDuration)).toEqual(['0:58', '1:02', '12:05', '1:02:05', '0:00']);
});

test('a video resumes where it was left, but neither at its very start nor at its end @CLIP-09', () => {
  expect(resumeAt(27, 70)).toBe(27);
  expect(resumeAt(1, 70)).toBe(0);
  expect(resumeAt(68, 70)).toBe(0);
  expect(resumeAt(27, null)).toBe(27);
});
