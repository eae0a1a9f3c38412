/** A video of a slide. */
export type SlideVideo = {
  /** Tells it from the others of the page; short, because it travels with it. */
  id: string;
  title: string;
  streamUrl: string;
  captionsUrl: string | null;
  stillUrl: string;
};

/** A title in the carousel. */
export type Slide = {
  kind: 'course' | 'book';
  title: string;
  permalink: string;
  topic: string;
  summary: string | null;
  authors: string;
  posterImageUrl: string | null;
  /** '4.9 / 5'; 5 without ratings. */
  rating: string;
  /** '517 ratings'; '1 rating' without any. */
  ratings: string;
  /** At most three: the hero video, then clips, only those with a video that can be played. */
  videos: SlideVideo[];
};

/** The most videos that a slide has (CARO-01). */
export const mostSlideVideos = 3;

/** The index `by` steps on, round and round. */
export function wrapped(index: number, by: number, length: number): number {
  return (((index + by) % length) + length) % length;
}
