import type { ImportPlan } from './import-plan.ts';

/** What the process that reads archives is asked: the plan of an archive, or one of its files. */
export type ArchiveTask =
  | { readonly kind: 'plan'; readonly archive: string }
  | { readonly kind: 'file'; readonly archive: string; readonly path: string };

/** What it answers. A refusal is the archive's fault, in words for people. */
export type ArchiveAnswer =
  | { readonly kind: 'plan'; readonly plan: ImportPlan; readonly paths: readonly string[] }
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly message: string };
