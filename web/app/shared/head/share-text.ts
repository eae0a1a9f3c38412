import { truncate } from '@newline/document/truncate';

/** The text of a link preview image. Only titles and names: nothing of the content. */
export type ShareText = {
  readonly title: string;
  /** 'Course', 'Article'; null for a page of the site itself. */
  readonly kind: string | null;
  /** The authors, or the item it belongs to. */
  readonly by: readonly string[];
  /** The topic in lower case; it selects the figure and the colors. */
  readonly topic: string;
};

/** Returns the small line below the title: 'Course · Ines Valderrama'. */
export function bylineOf({ kind, by }: ShareText): string {
  const names = by.length > 2 ? `${by[0]} and ${by.length - 1} others` : by.join(' and ');
  return [kind, names].filter(Boolean).join(' · ');
}

/** Returns that line shortened to fit into the image. */
export function shortBylineOf(text: ShareText): string {
  return truncate(bylineOf(text), 52);
}
