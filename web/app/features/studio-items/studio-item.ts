import type { CertificateRules } from '@newline/api/rules/certificate-criteria';
import type { ItemFields, ItemKind } from './item-documents.ts';
import type { Section } from './outline.ts';

/** A course or book in the studio, in a common shape. */
export type StudioItem = ItemFields & {
  readonly kind: ItemKind;
  /** True when everyone may read all of it. */
  readonly isFree: boolean;
  readonly isMasterclass: boolean;
  /** Included in Pro; only for courses. */
  readonly subscriptionRequired: boolean;
  /** The kind of production; only for courses. */
  readonly archetype: string;
  /** What its certificate needs, how many were issued, and how many exercises it can require; null for a book. */
  readonly certificate: {
    readonly rules: CertificateRules | null;
    readonly issuedCount: number;
    readonly exercisesCount: number;
  } | null;
  readonly outline: readonly Section[];
};

/** An existing tag. */
export type TagRow = { readonly slug: string; readonly name: string };
