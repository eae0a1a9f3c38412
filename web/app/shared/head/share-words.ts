import { truncate } from '@newline/document/truncate';

/** What the picture of a link says. Titles and names only: nothing of a text. */
export type ShareWords = {
  readonly title: string;
  /** 'Course', 'Article'; null for a page of the site itself. */
  readonly kind: string | null;
  /** By whom, or of what. */
  readonly by: readonly string[];
  /** Chooses figure and colours, in lower case. */
  readonly topic: string;
};

/** The small line under the title: 'Course · Ines Valderrama'. */
export function bylineOf({ kind, by }: ShareWords): string {
  const names = by.length > 2 ? `${by[0]} and ${by.length - 1} others` : by.join(' and ');
  return [kind, names].filter(Boolean).join(' · ');
}

/** The same as short as the picture has room for. */
export function shortBylineOf(words: ShareWords): string {
  return truncate(bylineOf(words), 52);
}
