import { videoSources } from '../player/video-sources.ts';
import { askSite } from './ask-site.ts';
import { OfflineBookDocument, OfflineCourseDocument, type OfflineLesson, OfflineReaderDocument } from './offline-documents.ts';
import type { OfferedVideo } from './keep-video.ts';
import type { OfflinePage, OfflineTitle } from './offline-titles.ts';

/** What the site says about a title: who asks, and which pages they may keep. */
export type OfflineOffer = {
  readonly userId: string | null;
  /** Null if the title is gone, or if the reader has no access to any of its lessons. */
  readonly title: Pick<OfflineTitle, 'id' | 'kind' | 'title' | 'path' | 'pages' | 'closedCount'> | null;
  /** The videos that the reader may keep: none, unless the author allows it. */
  readonly videos: readonly OfferedVideo[];
};

/** Asks the site who is signed in; null for a visitor. Rejects when the site can't tell. */
export async function askReader(): Promise<string | null> {
  return (await askSite(OfflineReaderDocument, {})).viewer?.id ?? null;
}

/** Asks the site which pages of a title the signed-in reader may keep. Rejects when the site can't tell. */
export async function askOffer({ id, kind }: Pick<OfflineTitle, 'id' | 'kind'>, signal?: AbortSignal): Promise<OfflineOffer> {
  if (kind === 'course') {
    const { viewer, courseById: course } = await askSite(OfflineCourseDocument, { id }, { signal });
    return offerOf(viewer?.id, kind, course, course?.courseLessons.nodes);
  }
  const { viewer, bookById: book } = await askSite(OfflineBookDocument, { id }, { signal });
  return offerOf(viewer?.id, kind, book, book?.bookLessons.nodes);
}

type Item = { id: string; title: string; permalink: string; updatedAt: string; allowsOfflineVideos: boolean };

function offerOf(
  userId: string | undefined,
  kind: OfflineTitle['kind'],
  item: Item | null,
  entries: readonly { lesson: OfflineLesson | null }[] = [],
): OfflineOffer {
  const lessons = entries.flatMap(({ lesson }) => lesson ?? []);
  const open = lessons.filter(({ isOpen }) => isOpen === true);
  if (userId === undefined || item === null || open.length === 0) return { userId: userId ?? null, title: null, videos: [] };
  const page = ({ permalink, title, updatedAt }: Pick<Item, 'permalink' | 'title' | 'updatedAt'>): OfflinePage => ({
    path: permalink,
    title,
    // Each page shows the outline of the title.
    version: `${item.updatedAt} ${updatedAt}`,
  });
  const { id, title, permalink: path } = item;
  return {
    userId,
    title: { id, kind, title, path, pages: [page(item), ...open.map(page)], closedCount: lessons.length - open.length },
    videos: item.allowsOfflineVideos ? open.flatMap(videoOf) : [],
  };
}

/** Returns the video of a lesson, if its files are on this site. */
function videoOf({ videoUrl, videoPass }: OfflineLesson): OfferedVideo[] {
  const sources = videoSources(videoUrl, videoPass);
  if (sources === null || !sources.streamUrl.startsWith('/')) return [];
  const folder = sources.streamUrl.slice(0, sources.streamUrl.lastIndexOf('/'));
  return [{ playbackId: sources.playbackId, folder }];
}
