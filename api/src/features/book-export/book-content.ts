/** A chapter, limited to what the reader may see. */
export type ChapterContent = {
  readonly slug: string;
  readonly title: string;
  /** Its number among the numbered chapters; null for one without a number. */
  readonly number: number | null;
  readonly sectionTitle: string | null;
  readonly permalink: string;
  /** The text as a document; null if the reader may see none of it. */
  readonly document: unknown;
  readonly renderings: unknown;
  /** True when there is more than this reader may have. */
  readonly isCut: boolean;
};

/** A book, limited to what the reader may see. */
export type BookContent = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly summary: string | null;
  /** BCP 47 language tag. */
  readonly language: string;
  readonly permalink: string;
  readonly authors: readonly string[];
  readonly posterImageUrl: string | null;
  /** Time of the latest change of the book or a chapter. */
  readonly revisedAt: Date;
  /** Whether the reader has access to all of every chapter. */
  readonly isWhole: boolean;
  readonly chapters: readonly ChapterContent[];
};
