/** A video of a slide, as it's sent with the page: the addresses of its files are derived when they're needed. */
export type SlideVideo = {
  title: string;
  /** A URL that `videoSources` supports. Each video of a slide has another one. */
  videoUrl: string;
  /** The second of its still. */
  second: number;
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
  /** At most three playable videos: the hero video, then clips. */
  videos: SlideVideo[];
};

/** The maximum number of videos per slide (CARO-01). */
export const maxSlideVideos = 3;

/** Moves an index by `by` steps, wrapping around. */
export function wrapped(index: number, by: number, length: number): number {
  return (((index + by) % length) + length) % length;
}
