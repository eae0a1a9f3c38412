/*
 * Makes db/demo/media/videos from the scripts beside this file. Needs Festival with the slt voice, ffmpeg and Chromium;
 * `node db/demo/generate/make-videos.ts [playbackId …]` makes all of them or those named.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from './chromium.ts';
import { captionsOf } from './videos/captions.ts';
import { drawFrames, type Shape, TALL, WIDE } from './videos/frames.ts';
import { paidFulls } from './videos/fulls-paid.ts';
import { screensFulls } from './videos/fulls-screens.ts';
import { systemsFulls } from './videos/fulls-systems.ts';
import { FULLS } from './videos/fulls.ts';
import { narrate } from './videos/narrate.ts';
import { packageAudio, packageVideo, writeMaster, writeStills } from './videos/package-hls.ts';
import type { VideoScript } from './videos/script.ts';
import { languagesShorts } from './videos/shorts-languages.ts';
import { screensShorts } from './videos/shorts-screens.ts';
import { systemsShorts } from './videos/shorts-systems.ts';
import { SHORTS } from './videos/shorts.ts';
import { FPS, layOut } from './videos/timeline.ts';

const target = join(import.meta.dirname, '../media/videos');
const wanted = process.argv.slice(2);
const browser = await launchChromium();

async function makeVideo(script: VideoScript, shape: Shape, number: number): Promise<void> {
  const out = join(target, script.playbackId);
  const work = mkdtempSync(join(tmpdir(), 'demo-video-'));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const voice = narrate(script, work);
  const timeline = layOut(script, voice.seconds);
  const images = await drawFrames(browser, script, shape, timeline, work);
  packageVideo(images, timeline, shape, work, out);
  packageAudio(voice.files, timeline, out);
  writeMaster(shape, out);
  const thumbnails = writeStills(images, timeline, shape, out);
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
    script: script.sentences.map((sentence) => sentence.text),
  };
  writeFileSync(join(out, 'video.json'), `${JSON.stringify(facts, null, 2)}\n`);
  rmSync(work, { recursive: true });
  console.log(`${number} ${script.playbackId} ${facts.durationSeconds} s`);
}

// The number is the place in this list: what is new comes last.
const all = [
  { scripts: SHORTS, shape: TALL },
  { scripts: FULLS, shape: WIDE },
  { scripts: [...systemsShorts, ...languagesShorts, ...screensShorts], shape: TALL },
  { scripts: [...systemsFulls, ...screensFulls, ...paidFulls], shape: WIDE },
].flatMap(({ scripts, shape }) => scripts.map((script) => ({ script, shape })));
for (const [index, { script, shape }] of all.entries())
  if (wanted.length === 0 || wanted.includes(script.playbackId)) await makeVideo(script, shape, index + 1);
await browser.close();
