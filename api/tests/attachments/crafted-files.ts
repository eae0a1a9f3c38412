import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { movingGif, photograph, square } from './test-images.ts';

/** A file made to do harm, and what must become of it. */
export type CraftedFile = {
  readonly what: string;
  readonly bytes: Buffer;
  readonly fate: 'refused' | 'encoded anew';
  readonly name?: string;
  readonly type?: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** What must not be found in anything that is kept. */
export const canary = 'CANARY-<script>alert(1)</script>';

const text = (content: string) => Buffer.from(content, 'latin1');
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>${canary}</script></svg>`;
const html = `<!doctype html><html><body><script>${canary}</script>`;
const zip = Buffer.concat([text('PK\u0003\u0004'), text(canary), text('PK\u0005\u0006'), Buffer.alloc(18)]);

/** All of them: sixty and more. */
export async function craftedFiles(): Promise<readonly CraftedFile[]> {
  const image = await photograph(64, 48);
  const [png, jpeg, webp, avif, gif] = await Promise.all([
    image.clone().png().toBuffer(),
    image.clone().jpeg().toBuffer(),
    image.clone().webp().toBuffer(),
    image.clone().avif().toBuffer(),
    image.clone().gif().toBuffer(),
  ]);
  const exif = { IFD0: { Copyright: canary, ImageDescription: canary }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } };
  const withExif = image.clone().withExif(exif).withIccProfile('p3');
  const moving = await movingGif(10, 10, 60);
  const refused = (what: string, bytes: Buffer, rest: Partial<CraftedFile> = {}): CraftedFile => ({
    what,
    bytes,
    fate: 'refused',
    ...rest,
  });
  const taken = (what: string, bytes: Buffer, rest: Partial<CraftedFile> = {}): CraftedFile => ({
    what,
    bytes,
    fate: 'encoded anew',
    ...rest,
  });
  return [
    refused('SVG', text(svg), { type: 'image/svg+xml', name: 'a.svg' }),
    refused('SVG that says it is PNG', text(svg)),
    refused('SVG with an XML declaration', text(`<?xml version="1.0"?>\n<!-- a -->\n${svg}`)),
    refused('SVG after white space', text(`\n\n   ${svg}`)),
    refused('SVG, compressed', gzipSync(svg), { name: 'a.svgz' }),
    refused('HTML that says it is PNG', text(html)),
    refused('HTML after a byte order mark', text(`\u00ef\u00bb\u00bf${html}`)),
    refused('HTML behind the first bytes of a PNG', Buffer.concat([png.subarray(0, 8), text(html)])),
    refused('HTML behind the first bytes of a JPEG', Buffer.concat([jpeg.subarray(0, 4), text(html)])),
    refused('a script that is a GIF', text(`GIF89a/*${' '.repeat(40)}*/=1;${canary}`)),
    refused('a script that is a BMP', text(`BM/*${' '.repeat(40)}*/=1;${canary}`)),
    refused('PDF', text(`%PDF-1.7\n${canary}`), { type: 'application/pdf' }),
    refused('PDF that says it is JPEG', text(`%PDF-1.7\n${canary}`), { type: 'image/jpeg' }),
    refused('a ZIP', zip),
    refused('a program for Windows', Buffer.concat([text('MZ'), Buffer.alloc(200)])),
    refused('a program for Linux', Buffer.concat([text('\u007fELF'), Buffer.alloc(200)])),
    refused('PHP', text(`<?php echo "${canary}";`)),
    refused('a shell script', text('#!/bin/sh\nrm -rf /\n')),
    refused('MP4', Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypisom'), Buffer.alloc(100)])),
    refused('HEIC', Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypheic'), Buffer.alloc(100)])),
    refused('BMP', Buffer.concat([text('BM'), Buffer.alloc(100)])),
    refused('TIFF', await image.clone().tiff().toBuffer(), { type: 'image/tiff' }),
    refused('TIFF that says it is PNG', await image.clone().tiff().toBuffer()),
    refused('an icon', Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]), Buffer.alloc(100)])),
    refused('Photoshop', Buffer.concat([text('8BPS'), Buffer.alloc(100)])),
    refused('JPEG 2000', Buffer.concat([Buffer.from([0, 0, 0, 12]), text('jP  \r\n\u0087\n'), Buffer.alloc(60)])),
    refused('nothing', Buffer.alloc(0)),
    refused('one byte', Buffer.from([0xff])),
    refused('a PNG of eight bytes', png.subarray(0, 8)),
    refused('a JPEG of three bytes', jpeg.subarray(0, 3)),
    refused('a GIF of its header', gif.subarray(0, 13)),
    refused('a WebP of its header', webp.subarray(0, 16)),
    refused('half a JPEG', jpeg.subarray(0, jpeg.length / 2)),
    refused('half a PNG', png.subarray(0, png.length / 2)),
    refused('half a WebP', webp.subarray(0, webp.length / 2)),
    refused('half an AVIF', avif.subarray(0, avif.length / 2)),
    refused('a PNG that says 65,535 pixels each way', patched(png, 16, [0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff])),
    refused('a PNG that says 16,000 pixels each way', patched(png, 16, [0, 0, 0x3e, 0x80, 0, 0, 0x3e, 0x80])),
    refused('a PNG that says no pixels', patched(png, 16, [0, 0, 0, 0, 0, 0, 0, 0])),
    refused(
      'a JPEG that says 65,500 pixels each way',
      patched(jpeg, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5, [0xff, 0xdc, 0xff, 0xdc]),
    ),
    refused('a GIF of 301 frames', await movingGif(8, 8, 301)),
    refused('a GIF of 60 frames on 2,000 pixels each way', patched(moving, 6, [0xd0, 0x07, 0xd0, 0x07])),
    refused(
      'a WebP on 16,384 pixels each way',
      patched(await square(40).webp({ lossless: true }).toBuffer(), 21, [0xff, 0xff, 0xff, 0x0f]),
    ),
    refused('one byte too many', Buffer.concat([jpeg, Buffer.alloc(10_000_001 - jpeg.length)])),
    refused('a PNG said to be HTML', png, { type: 'text/html' }),
    refused('a PNG said to be SVG', png, { details: { contentType: 'image/svg+xml' } }),
    refused('a PNG to be kept as a file', png, { details: { kind: 'FILE' } }),
    taken('a GIF that is a ZIP too', Buffer.concat([gif, zip]), { name: 'a.gif' }),
    taken('a JPEG that is a ZIP too', Buffer.concat([jpeg, zip])),
    taken('a PNG with a page behind it', Buffer.concat([png, text(html)])),
    taken('a WebP with a page behind it', Buffer.concat([webp, text(html)])),
    taken('a PNG with words', await image.clone().png().withExif(exif).toBuffer()),
    taken('a JPEG with a comment', Buffer.concat([jpeg.subarray(0, 2), comment(html), jpeg.subarray(2)])),
    taken('a JPEG that tells its place', await withExif.clone().jpeg().toBuffer(), { type: 'image/jpeg' }),
    taken('a WebP that tells its place', await withExif.clone().webp().toBuffer()),
    taken('an AVIF that tells its place', await withExif.clone().avif().toBuffer()),
    taken(
      'a PNG with XMP',
      await image
        .clone()
        .png()
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${html.replace('<!doctype html>', '')}</x:xmpmeta>`)
        .toBuffer(),
    ),
    taken('a PNG named JPEG', png, { name: 'a.jpg', type: 'image/jpeg' }),
    taken('a PNG of no type', png, { type: 'application/octet-stream' }),
    taken('a name that climbs', png, { name: '../../../../etc/passwd.png' }),
    taken('a name with %00', png, { name: 'a.png%00.html' }),
    taken('a name of Windows', png, { name: 'C:\\\\windows\\\\system.ini' }),
    taken('a name with a line end', png, { details: { name: 'a\r\nset-cookie: x=1\r\n\r\n<script>' } }),
    taken('a name of 300 signs', png, { details: { name: `${'n'.repeat(300)}.png` } }),
    taken('a name that turns its reader around', png, { details: { name: 'gnp.\u202e\u2066exe' } }),
    taken('a name of nothing', png, { details: { name: '\u0001\u0002' } }),
  ]; // prettier-ignore
}

function patched(bytes: Buffer, at: number, with_: readonly number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(with_, at);
  return copy;
}

function comment(words: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(words.length + 2);
  return Buffer.concat([Buffer.from([0xff, 0xfe]), length, text(words)]);
}

/** Twenty small whole pictures of every kind, to be damaged. */
export async function seedImages(): Promise<readonly { readonly format: string; readonly bytes: Buffer }[]> {
  const image = await photograph(48, 40);
  const seeds = (['jpeg', 'png', 'webp', 'avif', 'gif'] as const).flatMap((format) => [
    image.clone().toFormat(format),
    square(33).toFormat(format),
    image.clone().greyscale().toFormat(format),
  ]);
  const more = [
    sharp({ create: { width: 30, height: 30, channels: 4, background: '#8888' } }).png(),
    image.clone().jpeg({ progressive: true }),
    image
      .clone()
      .withExif({ IFD0: { Copyright: canary } })
      .jpeg(),
    image.clone().webp({ lossless: true }),
  ];
  const still = await Promise.all([...seeds, ...more].map((each) => each.toBuffer({ resolveWithObject: true })));
  return [...still.map(({ data, info }) => ({ format: info.format, bytes: data })), { format: 'gif', bytes: await movingGif(16, 16, 6) }];
}

/** Flips about one bit in so many, by a seed: what zzuf does. */
export function damaged(bytes: Buffer, seed: number, oneIn: number): Buffer {
  const copy = Buffer.from(bytes);
  let state = seed * 2_654_435_761 + 1;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) | 0;
    return (state >>> 0) / 2 ** 32;
  };
  for (let flips = Math.max(1, Math.round((copy.length * 8) / oneIn)); flips > 0; flips -= 1) {
    const at = Math.floor(next() * copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(next() * 8));
  }
  return copy;
}
