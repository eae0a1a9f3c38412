/** A chapter, as far as the reader may have it. */
export type ChapterContent = {
  readonly slug: string;
  readonly title: string;
  /** Its place among those that count; null for what does not. */
  readonly number: number | null;
  readonly sectionTitle: string | null;
  readonly permalink: string;
  /** The text as a document; null when the reader may have none of it. */
  readonly document: unknown;
  readonly renderings: unknown;
  /** True when there is more than this reader may have. */
  readonly isCut: boolean;
};

/** A book, as far as the reader may have it. */
export type BookContent = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly summary: string | null;
  /** BCP 47. */
  readonly language: string;
  readonly permalink: string;
  readonly authors: readonly string[];
  readonly posterImageUrl: string | null;
  /** The latest change of the book or of a chapter. */
  readonly revisedAt: Date;
  /** True when the reader has every chapter whole. */
  readonly isWhole: boolean;
  readonly chapters: readonly ChapterContent[];
};
