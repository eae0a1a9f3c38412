import { requestDocument } from '../request-document.ts';
import { askOffer } from './ask-offline.ts';
import { videoBytes } from './keep-video.ts';
import { BookSizeDocument, CourseSizeDocument } from './offline-documents.ts';
import type { OfflineTitle } from './offline-titles.ts';

/** The size of a page without its text: the header, the footer and what the browser's code needs, in bytes. */
const pageBytes = 20_000;
/** The size of a lesson in the outline, which every page of a title has, in bytes. */
const lineBytes = 900;

type Target = Pick<OfflineTitle, 'id' | 'kind'>;

/** What can be kept of a title: about how many bytes its texts and images need, and whether its videos can be kept, too. */
export type OfflineSize = { readonly bytes: number; readonly mayKeepVideos: boolean };

/** Asks the site how large a copy of a title would be without its videos: an estimate, because only a copy has all of its pages. */
export async function askSize({ id, kind }: Target): Promise<OfflineSize> {
  const item =
    kind === 'course'
      ? (await requestDocument(CourseSizeDocument, { id })).courseById
      : (await requestDocument(BookSizeDocument, { id })).bookById;
  const entries = (item === null ? [] : 'courseLessons' in item ? item.courseLessons.nodes : item.bookLessons.nodes).map(
    ({ lesson }) => lesson,
  );
  const isOpenVideo = (lesson: (typeof entries)[number]) => lesson?.offlineBytes != null && lesson.videoUrl?.startsWith('local:') === true;
  return {
    bytes: estimateSize(entries.map((lesson) => lesson?.offlineBytes ?? null)),
    mayKeepVideos: item?.allowsOfflineVideos === true && entries.some(isOpenVideo),
  };
}

/** Asks the site about how many bytes the videos of a title need in a copy. */
export async function askVideoSize(target: Target): Promise<number> {
  const { videos } = await askOffer(target);
  let bytes = 0;
  for (const video of videos) bytes += await videoBytes(video);
  return bytes;
}

/**
 * Returns the size of a copy with these lessons: the page of the title, and one for each.
 *
 * @param lessons the size of the text and images of each; null for those that the reader can't keep
 */
function estimateSize(lessons: readonly (number | null)[]): number {
  const included = lessons.filter((bytes) => bytes !== null);
  const pages = (included.length + 1) * (pageBytes + lessons.length * lineBytes);
  return included.reduce((sum, bytes) => sum + bytes, pages);
}
