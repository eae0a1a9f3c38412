import { askOffer } from './ask-offline.ts';
import { keepVideo, type OfferedVideo } from './keep-video.ts';
import {
  measure,
  type OfflinePage,
  type OfflineTitle,
  readOffline,
  readStored,
  recordContact,
  removeOffline,
  removePage,
  removeUnusedFiles,
  removeVideos,
  storeFiles,
  storeResponse,
  writeOffline,
} from './offline-titles.ts';

/** Why a title couldn't be kept: turned off by the owner, no space, no access (or another user), no connection, or canceled. */
export type KeepFault = 'off' | 'full' | 'refused' | 'unreachable' | 'canceled';

/** Thrown when a title couldn't be kept. What was stored stays, and keeping it again continues there. */
export class KeepError extends Error {
  readonly fault: KeepFault;
  constructor(fault: KeepFault, options?: ErrorOptions) {
    super(`The title couldn’t be kept: ${fault}`, options);
    this.name = 'KeepError';
    this.fault = fault;
  }
}

/** How far a title is stored: first its pages, then its videos; `done` can be a fraction of a video. */
export type KeepProgress = { readonly of: 'pages' | 'videos'; readonly done: number; readonly total: number };

type Options = {
  signal?: AbortSignal;
  /** Whether its videos are kept, too, if the author allows it; without it, as before. */
  hasVideos?: boolean;
  /** Called with each stored page, and each stored part of a video. */
  onProgress?: (progress: KeepProgress) => void;
};

/** The files that show pages offline, which the build lists. */
type OfflineFiles = {
  /** Null if the owner has turned offline copies off. */
  readonly release: string | null;
  readonly files: readonly string[];
  /** More files, which play videos. */
  readonly videoFiles: readonly string[];
};

/** Attributes with the URLs of images in HTML. */
const imageInHtml = /\b(?:src|srcset|srcSet|imagesrcset)="([^"]+)"/g;

/**
 * Stores a title for reading offline, as the site sends it to the signed-in reader: pages that they have no access to aren't stored. Pages
 * that are stored already, in the same version and for the same release, aren't loaded again.
 *
 * @returns the title, complete
 * @throws KeepError
 */
export async function keepTitle(
  target: Pick<OfflineTitle, 'id' | 'kind'>,
  { signal, hasVideos: wantsVideos, onProgress }: Options = {},
): Promise<OfflineTitle> {
  let record: OfflineTitle | null = null;
  try {
    const [{ userId, title, videos }, { release, files, videoFiles }] = await Promise.all([
      askOffer(target, signal),
      readOfflineFiles(signal),
    ]);
    if (release === null) throw new KeepError('off');
    if (userId === null || title === null) throw new KeepError('refused');
    await recordContact(userId);
    const before = await readOffline({ userId, id: title.id });
    const now = Date.now();
    const hasVideos = (wantsVideos ?? before?.hasVideos ?? false) && videos.length > 0;
    const next = { ...title, userId, release, bytes: 0, savedAt: before?.savedAt ?? now, updatedAt: now, isComplete: false, hasVideos };
    const versions = new Map(before?.release === release ? before.pages.map((page) => [page.path, page.version]) : []);
    for (const { path } of before?.pages ?? []) if (!title.pages.some((page) => page.path === path)) await removePage(next, path);
    // Files of an older release stay as long as a record needs them.
    await storeFiles(release, hasVideos ? [...files, ...videoFiles] : files);
    const pages: OfflinePage[] = [];
    for (const page of title.pages) {
      signal?.throwIfAborted();
      if (versions.get(page.path) !== page.version || (await readStored(next, page.path)) === undefined)
        await storePage(next, page.path, signal);
      pages.push(page);
      // While a complete title is updated, its record lists the older texts, so that an interrupted update is repeated.
      if (before?.isComplete !== true) {
        record = { ...next, pages };
        await writeOffline(record);
      }
      onProgress?.({ of: 'pages', done: pages.length, total: title.pages.length });
    }
    const savedIds = hasVideos ? await keepVideos(next, videos, { signal, onProgress }) : [];
    await removeVideos(next, savedIds);
    // If the reader has signed out or lost the access meanwhile, some pages are another reader's.
    const after = await askOffer(target, signal);
    if (after.userId !== userId || after.title?.pages.length !== pages.length) {
      await removeOffline(next);
      throw new KeepError('refused');
    }
    const complete = { ...next, pages, bytes: await measure(next), isComplete: true };
    await writeOffline(complete);
    await removeUnusedFiles();
    return complete;
  } catch (error) {
    if (error instanceof KeepError) throw error;
    const fault = faultOf(error, signal);
    if (record !== null) await writeOffline({ ...record, bytes: await measure(record) }).catch(() => undefined);
    throw new KeepError(fault, { cause: error });
  }
}

function faultOf(error: unknown, signal: AbortSignal | undefined): KeepFault {
  if (signal?.aborted === true) return 'canceled';
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unreachable';
}

/** Stores the videos of a title one after the other. Returns the IDs of those that can be kept. */
async function keepVideos(
  title: Pick<OfflineTitle, 'userId' | 'id'>,
  videos: readonly OfferedVideo[],
  { signal, onProgress }: { signal: AbortSignal | undefined; onProgress: Options['onProgress'] },
): Promise<string[]> {
  const savedIds: string[] = [];
  for (const [index, video] of videos.entries()) {
    const onPart = (share: number) => onProgress?.({ of: 'videos', done: index + share, total: videos.length });
    onPart(0);
    if (await keepVideo(title, video, { signal, onPart })) savedIds.push(video.playbackId);
    onPart(1);
  }
  return savedIds;
}

/** Returns the current release of the site, and its files that show pages offline. */
export async function readOfflineFiles(signal?: AbortSignal): Promise<OfflineFiles> {
  const response = await fetch('/offline-files.json', { cache: 'no-cache', ...(signal && { signal }) });
  if (!response.ok) throw new Error(`offline-files.json: expected a list, got ${response.status}`);
  return (await response.json()) as OfflineFiles;
}

/** Stores a page with its images. */
async function storePage(title: Pick<OfflineTitle, 'userId' | 'id'>, path: string, signal: AbortSignal | undefined): Promise<void> {
  const response = await fetch(path, { cache: 'no-store', headers: { accept: 'text/html' }, ...(signal && { signal }) });
  // A page that has just moved or ended is left to the next attempt.
  if (!response.ok || response.redirected) throw new Error(`${path}: expected the page, got ${response.status}`);
  const html = await response.clone().text();
  // Another user may have signed in since the start; then this page is theirs.
  if (!html.includes(title.userId)) throw new Error(`${path}: expected the reader’s own page, got another reader’s`);
  await storeResponse(title, path, response);
  for (const image of imagesIn(html)) {
    if ((await readStored(title, image)) !== undefined) continue;
    const loaded = await fetch(image, signal ? { signal } : {});
    // The page shows a gray block for a missing image.
    if (loaded.ok) await storeResponse(title, image, loaded);
  }
}

/**
 * Returns the paths of uploaded images in the HTML of a page.
 *
 * @example imagesIn('<img src="/media/a/x/1600.webp" srcset="/media/a/x/480.webp 480w">') // ['/media/a/x/1600.webp', '/media/a/x/480.webp']
 */
export function imagesIn(html: string): string[] {
  const paths = new Set<string>();
  for (const [, list = ''] of html.matchAll(imageInHtml))
    for (const candidate of list.split(',')) {
      const [path = ''] = candidate.trim().split(/\s/u);
      if (/^\/media\/a\/[\w-]+\/[\w.-]+$/u.test(path)) paths.add(path);
    }
  return [...paths];
}
