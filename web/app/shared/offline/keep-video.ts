import { type OfflineTitle, readStored, storeResponse } from './offline-titles.ts';

/** A video that the reader may keep: its ID, and the folder of its files with the current access token. */
export type OfferedVideo = { readonly playbackId: string; readonly folder: string };

/** The quality of a stream that a copy has. */
export type CachedQuality = {
  /** The main playlist with this quality alone. */
  readonly playlist: string;
  /** The names of its playlists: the picture, and the sound if that is separate. */
  readonly names: readonly string[];
  /** Its average, including the sound. */
  readonly bitsPerSecond: number;
};

/** The name of a main playlist, which lists the qualities of a video. */
export const mainName = 'master.m3u8';
/** The shorter side in pixels of the largest quality that is kept. */
const maxShortSide = 720;
/** Names of files next to a playlist; nothing else is loaded. */
const plainName = /^[\w-]+(?:\.[\w-]+)+$/u;

/** Returns the path under which a file of a video is kept, whatever access token its URL has; null for other URLs. */
export function videoFilePath(path: string): string | null {
  const [, playbackId, name] = /^\/media\/(?:v|s\/[^/]+)\/([\w-]+)\/([\w.-]+)$/u.exec(path) ?? [];
  return playbackId === undefined || name === undefined ? null : `/media/v/${playbackId}/${name}`;
}

/** Chooses the best quality of up to 720 pixels from a main playlist, or the smallest of larger ones; null if it has none. */
export function chooseQuality(text: string): CachedQuality | null {
  const lines = text.split(/\r?\n/u).filter((line) => line !== '');
  const streams = lines.flatMap((line, index) => {
    const name = lines[index + 1] ?? '';
    if (!line.startsWith('#EXT-X-STREAM-INF:') || !plainName.test(name)) return [];
    const [, width = '0', height = '0'] = /\bRESOLUTION=(\d+)x(\d+)/u.exec(line) ?? [];
    const rate = /\bAVERAGE-BANDWIDTH=(\d+)/u.exec(line)?.[1] ?? /\bBANDWIDTH=(\d+)/u.exec(line)?.[1] ?? '0';
    return [{ line, name, side: Math.min(Number(width), Number(height)), bitsPerSecond: Number(rate) }];
  });
  const bySide = streams.toSorted((a, b) => b.side - a.side);
  const stream = bySide.find(({ side }) => side <= maxShortSide) ?? bySide.at(-1);
  if (stream === undefined) return null;
  const around = lines.filter((line) => !line.startsWith('#EXT-X-STREAM-INF:') && line.startsWith('#'));
  const sounds = around.flatMap((line) => (line.startsWith('#EXT-X-MEDIA:') ? (/\bURI="([^"]+)"/u.exec(line)?.[1] ?? []) : []));
  return {
    playlist: [...around, stream.line, stream.name, ''].join('\n'),
    names: [stream.name, ...sounds.filter((name) => plainName.test(name))],
    bitsPerSecond: stream.bitsPerSecond,
  };
}

/** Returns about how many bytes a copy of a video needs; 0 if it can't be kept, because its files aren't on this site. */
export async function videoBytes({ folder }: OfferedVideo): Promise<number> {
  const main = await fetch(`${folder}/${mainName}`);
  const quality = main.ok ? chooseQuality(await main.text()) : null;
  if (quality === null) return 0;
  const segments = await fetch(`${folder}/${quality.names[0] ?? ''}`);
  const text = segments.ok ? await segments.text() : '';
  const seconds = [...text.matchAll(/^#EXTINF:([\d.]+)/gmu)].reduce((sum, [, length]) => sum + Number(length), 0);
  return Math.round((quality.bitsPerSecond * seconds) / 8);
}

type Options = {
  signal: AbortSignal | undefined;
  /** Called after each stored part, with the share of the video that is stored. */
  onPart: (share: number) => void;
};

/**
 * Stores a video with its captions in one quality. Files that are stored already aren't loaded again. Returns false if it can't be kept,
 * because it isn't a stream of this site.
 */
export async function keepVideo(
  title: Pick<OfflineTitle, 'userId' | 'id'>,
  { playbackId, folder }: OfferedVideo,
  { signal, onPart }: Options,
): Promise<boolean> {
  const pathOf = (name: string) => `/media/v/${playbackId}/${name}`;
  const load = (name: string) => fetch(`${folder}/${name}`, signal ? { signal } : {});
  const main = await load(mainName);
  if (main.status === 404) return false;
  const quality = chooseQuality(await textOf(main, mainName));
  if (quality === null) return false;
  const parts: string[] = [];
  for (const name of quality.names) {
    const response = await load(name);
    const text = await textOf(response.clone(), name);
    await storeResponse(title, pathOf(name), response);
    for (const part of partsOf(text)) parts.push(part);
  }
  for (const [index, name] of parts.entries()) {
    signal?.throwIfAborted();
    if ((await readStored(title, pathOf(name))) === undefined) await storeResponse(title, pathOf(name), await sound(load(name), name));
    onPart((index + 1) / parts.length);
  }
  await keepTracks(title, pathOf, load);
  // The last: with it, the video can be played.
  await storeResponse(title, pathOf(mainName), new Response(quality.playlist, { headers: main.headers }));
  return true;
}

/** Stores the list of captions, the captions and the still. Without one of them, the video plays all the same. */
async function keepTracks(
  title: Pick<OfflineTitle, 'userId' | 'id'>,
  pathOf: (name: string) => string,
  load: (name: string) => Promise<Response>,
): Promise<void> {
  const tracks = await load('tracks.json');
  const { captions = [] } = tracks.ok ? ((await tracks.json()) as { captions?: string[] }) : {};
  await storeResponse(title, pathOf('tracks.json'), Response.json({ captions, hasStoryboard: false }));
  for (const name of [...captions.map((language) => `captions.${language}.vtt`), 'poster.webp']) {
    const response = await load(name);
    if (response.ok) await storeResponse(title, pathOf(name), response);
  }
}

/** Returns the names of the files that a playlist consists of. */
function partsOf(playlist: string): string[] {
  const first = /^#EXT-X-MAP:.*\bURI="([^"]+)"/mu.exec(playlist)?.[1];
  const rest = playlist.split(/\r?\n/u).filter((line) => line !== '' && !line.startsWith('#'));
  return [...(first === undefined ? [] : [first]), ...rest].filter((name) => plainName.test(name));
}

async function textOf(response: Response, name: string): Promise<string> {
  return (await sound(Promise.resolve(response), name)).text();
}

async function sound(loading: Promise<Response>, name: string): Promise<Response> {
  const response = await loading;
  if (!response.ok) throw new Error(`${name}: expected a file of the video, got ${response.status}`);
  return response;
}
