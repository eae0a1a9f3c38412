import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createImageEncoder } from '@newline/api/features/attachments/image-encoder';
import { makeHls } from '@newline/api/features/videos/make-hls';
import { probeVideo } from '@newline/api/features/videos/probe-video';
import { sendUpload } from '../attachments/send-upload.ts';
import { square } from '../attachments/test-images.ts';
import { makeVideo, programs } from '../videos/video-files.ts';
import type { Writers } from '../writers.ts';
import type { ParserBomb } from './parser-bomb.ts';

const signal = new AbortController().signal;
/** On a machine without ffmpeg, none of these reaches it. */
const ffmpeg = programs ?? { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };

/** What a failed call says, and what its cause says. */
const reasons = (error: unknown) =>
  error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : error;

/** A box of MP4: its size, its type and its content. */
function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** Numbers of 32 bits, one after the other. */
function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

const text = (value: string) => Buffer.from(value, 'latin1');

/**
 * An MP4 of about a kilobyte whose tables say that it has so many frames of one byte in each track. A demuxer makes an index of them all.
 */
function mp4OfFrames(frames: number, tracks: number): Buffer {
  const entry = Buffer.alloc(78);
  entry.writeUInt16BE(1, 6);
  entry.writeUInt16BE(320, 24);
  entry.writeUInt16BE(240, 26);
  const track = (id: number) =>
    box(
      'trak',
      box('tkhd', words(7, 0, 0, id, 0, frames, 0, 0, 0, 0, 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000, 320 << 16, 240 << 16)),
      box(
        'mdia',
        box('mdhd', words(0, 0, 0, 1000, frames, 0)),
        box('hdlr', words(0, 0), text('vide'), words(0, 0, 0), text('\0')),
        box(
          'minf',
          box('vmhd', words(1, 0, 0)),
          box('dinf', box('dref', words(0, 1), box('url ', words(1)))),
          box(
            'stbl',
            box('stsd', words(0, 1), box('mp4v', entry)),
            box('stts', words(0, 1, frames, 1)),
            box('stsc', words(0, 1, 1, frames, 1)),
            box('stsz', words(0, 1, frames)),
            box('stco', words(0, 1, 40)),
          ),
        ),
      ),
    );
  const movie = box(
    'mvhd',
    words(0, 0, 0, 1000, frames, 0x10000, 0x1000000, 0, 0, 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000, 0, 0, 0, 0, 0, 0, 9),
  );
  return Buffer.concat([
    box('ftyp', text('isom'), words(512), text('isommp41')),
    box('mdat', Buffer.alloc(64)),
    box('moov', movie, ...Array.from({ length: tracks }, (_, index) => track(index + 1))),
  ]);
}

/** Images and videos that pass every check of their first bytes, and cost much when they are read. */
export async function mediaBombs({
  site,
  author,
}: Writers): Promise<Readonly<Record<'images' | 'video probes' | 'videos', readonly ParserBomb[]>>> {
  const { dataDir } = site.options.env;
  const whole = await square(6300).png({ compressionLevel: 9 }).toBuffer();
  const overSaid = Buffer.from(whole);
  // The size that a PNG says is in its header: 30,000 by 30,000.
  overSaid.writeUInt32BE(30_000, 16);
  overSaid.writeUInt32BE(30_000, 20);
  const encoded = (limits: Parameters<typeof createImageEncoder>[0]): ParserBomb => ({
    outcome: /decoded in 30 seconds of processor time and 900 MB/u,
    async send() {
      const encoder = createImageEncoder(limits);
      try {
        return await encoder.encode(whole).catch(reasons);
      } finally {
        await encoder.close();
      }
    },
  });
  const probed = (name: string, bytes: Uint8Array, outcome: RegExp): ParserBomb => ({
    outcome,
    async send() {
      const file = join(dataDir, name);
      await writeFile(file, bytes);
      return probeVideo(file, { programs: ffmpeg, maxSeconds: 60, signal, cpuSeconds: 1 }).catch(reasons);
    },
  });
  const playlist = probed('playlist.mp4', text(`#EXTM3U\n${'#EXTINF:1,\nplaylist.mp4\n'.repeat(10_000)}`), /no video that can be read/u);
  if (!programs) return { images: [encoded({ cpuMs: 100 })], 'video probes': [playlist], videos: [playlist] };

  return {
    images: [
      encoded({ cpuMs: 100 }),
      encoded({ residentMb: 120 }),
      // As large as an image may be: it is encoded, in the process.
      { outcome: /^null$/u, send: async () => (await sendUpload(site, author, { bytes: whole })).errors ?? null },
      { outcome: /expected/u, send: async () => (await sendUpload(site, author, { bytes: overSaid })).errors },
    ],
    'video probes': [probed('frames.mp4', mp4OfFrames(20_000_000, 6), /took more than 1 s of CPU time/u), playlist],
    videos: [
      {
        outcome: /It took too long to make this video playable.*took more than 1 s of CPU time/u,
        async send() {
          const folder = join(dataDir, 'hls');
          await mkdir(folder, { recursive: true });
          // Two frames of 8K, half a minute apart: thirty copies a second are made of each.
          const shown = { width: 7680, height: 4320, seconds: 0.1, hasSound: false };
          const still = await makeVideo(dataDir, 'still.mp4', { ...shown, more: ['-r', '1/30', '-frames:v', '2'] });
          const seen = await probeVideo(still, { programs: ffmpeg, maxSeconds: 120, signal });
          return makeHls(still, seen, {
            programs: ffmpeg,
            folder,
            maxSeconds: 120,
            signal,
            onProgress: () => undefined,
            cpuSeconds: 1,
          }).catch(reasons);
        },
      },
    ],
  };
}
