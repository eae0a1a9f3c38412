import type { ItemFields, ItemKind } from './item-documents.ts';
import type { Section } from './outline.ts';

/** A course or a book in the studio, in one shape. */
export type StudioItem = ItemFields & {
  readonly kind: ItemKind;
  /** Everyone may read it all. */
  readonly isFree: boolean;
  readonly isMasterclass: boolean;
  /** Part of Pro; of a course alone. */
  readonly subscriptionRequired: boolean;
  /** The kind of production; of a course alone. */
  readonly archetype: string;
  readonly outline: readonly Section[];
};

/** A tag there is. */
export type TagRow = { readonly slug: string; readonly name: string };
