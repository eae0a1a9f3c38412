/*
 * Renews the stills and posters in db/demo/media/videos, without the videos: the captions tell when each sentence is spoken. Needs ffmpeg
 * and Chromium; `node db/demo/generate/make-stills.ts [playbackId …]` renews those of all videos or of the named ones.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from './chromium.ts';
import { allVideos } from './videos/all-videos.ts';
import { secondsOf } from './videos/captions.ts';
import { writeStills } from './videos/package-hls.ts';
import { layOut } from './videos/timeline.ts';

const target = join(import.meta.dirname, '../media/videos');
const wanted = process.argv.slice(2);
const browser = await launchChromium();

for (const { script, shape } of allVideos) {
  if (wanted.length > 0 && !wanted.includes(script.playbackId)) continue;
  const out = join(target, script.playbackId);
  const work = mkdtempSync(join(tmpdir(), 'demo-stills-'));
  const timeline = layOut(script, secondsOf(readFileSync(join(out, 'captions.en.vtt'), 'utf8')));
  const { thumbnails } = JSON.parse(readFileSync(join(out, 'video.json'), 'utf8')) as { thumbnails: number[] };
  await writeStills(browser, { script, shape, timeline }, thumbnails, work, out);
  rmSync(work, { recursive: true });
}
await browser.close();
