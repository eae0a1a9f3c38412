import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allVideos } from '../../demo/generate/videos/all-videos.ts';
import { secondsOf } from '../../demo/generate/videos/captions.ts';
import { composeStill } from '../../demo/generate/videos/compose-still.ts';
import { scenesOf } from '../../demo/generate/videos/script.ts';
import { FPS, layOut, linesOf } from '../../demo/generate/videos/timeline.ts';

const media = new URL('../../demo/media/videos/', import.meta.url);
const read = (playbackId: string, name: string) => readFileSync(new URL(`${playbackId}/${name}`, media), 'utf8');
const videos = allVideos.map(({ script, shape }) => ({ name: script.playbackId, script, shape }));

test.each(videos)('every still of $name has whole lines around its point, and fills its frame', ({ name, script, shape }) => {
  const timeline = layOut(script, secondsOf(read(name, 'captions.en.vtt')));
  const { thumbnails, durationSeconds } = JSON.parse(read(name, 'video.json'));
  // The timeline from the captions is that of the video, to a frame.
  expect(Math.abs(timeline.frames - durationSeconds * FPS)).toBeLessThan(1.5);
  for (const second of thumbnails) {
    const { scene: index, first, lines, marks, size, lead } = composeStill(script, timeline, shape, second);
    const scene = scenesOf(script)[index];
    if (scene === undefined || 'card' in scene) continue;
    const code = linesOf(scene);
    for (const [at, line] of lines.entries()) expect(line.trim(), `${second} s`).toBe(code[first + at]?.trim());
    expect(lines.some((line) => /^\S/.test(line))).toBe(true);
    // A highlight that fits is in the picture.
    if (marks.length > 0 && Math.max(...marks) - Math.min(...marks) < 7)
      for (const mark of marks) expect(first <= mark && mark < first + lines.length, `line ${mark} at ${second} s`).toBe(true);
    const [width, height] = shape.name === 'tall' ? [100, 125] : [100, 56];
    const tall = size * lead * lines.length + (scene.file === undefined ? 0 : 6);
    const wide = size * 0.6 * (4 + Math.max(...lines.map((line) => line.length)));
    expect(tall, `${second} s`).toBeLessThan(height);
    expect(wide, `${second} s`).toBeLessThan(width);
    expect(Math.max(tall / height, wide / width), `${second} s`).toBeGreaterThan(0.75);
  }
});
