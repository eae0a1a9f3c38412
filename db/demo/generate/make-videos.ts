/*
 * Creates db/demo/media/videos from the scripts next to this file. Needs Festival with the slt voice, ffmpeg and Chromium; `node
 * db/demo/generate/make-videos.ts [playbackId …]` creates all videos or the named ones.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from './chromium.ts';
import { allVideos } from './videos/all-videos.ts';
import { captionsOf } from './videos/captions.ts';
import { checkRoom, drawFrames, type Shape } from './videos/frames.ts';
import { narrate } from './videos/narrate.ts';
import { packageAudio, packageVideo, stillSeconds, writeMaster, writeStills } from './videos/package-hls.ts';
import { sentencesOf, type VideoScript } from './videos/script.ts';
import { FPS, layOut } from './videos/timeline.ts';

const target = join(import.meta.dirname, '../media/videos');
const wanted = process.argv.slice(2);
const browser = await launchChromium();

async function makeVideo(script: VideoScript, shape: Shape, number: number): Promise<void> {
  checkRoom(script, shape);
  const work = mkdtempSync(join(tmpdir(), 'demo-video-'));
  const out = join(work, 'out');
  mkdirSync(out);
  const voice = await narrate(script, work);
  const timeline = layOut(script, voice.seconds);
  const images = await drawFrames(browser, script, shape, timeline, work);
  packageVideo(images, timeline, shape, work, out);
  packageAudio(voice.files, timeline, out);
  writeMaster(shape, out);
  const thumbnails = stillSeconds(timeline);
  await writeStills(browser, { script, shape, timeline }, thumbnails, work, out);
  writeFileSync(join(out, 'captions.en.vtt'), captionsOf(timeline.cues));
  const [width, height] = shape.high;
  const facts = {
    number,
    playbackId: script.playbackId,
    title: script.title,
    topic: script.topic,
    durationSeconds: Number((timeline.frames / FPS).toFixed(3)),
    width,
    height,
    thumbnails,
    script: sentencesOf(script).map((sentence) => sentence.text),
  };
  writeFileSync(join(out, 'video.json'), `${JSON.stringify(facts, null, 2)}\n`);
  // The previous video stays until this one is complete.
  const folder = join(target, script.playbackId);
  rmSync(folder, { recursive: true, force: true });
  cpSync(out, folder, { recursive: true });
  rmSync(work, { recursive: true });
  console.log(`${number} ${script.playbackId} ${facts.durationSeconds} s`);
}

for (const [index, { script, shape }] of allVideos.entries())
  if (wanted.length === 0 || wanted.includes(script.playbackId)) await makeVideo(script, shape, index + 1);
await browser.close();
