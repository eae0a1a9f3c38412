import type { AnyParams } from '../../rules/errors/error-messages.ts';
import type { FolderReason } from './folder.ts';
import type { ImportPlan } from './import-plan.ts';

/** A task of the archive process: read the plan of an archive, or one of its files. */
export type ArchiveTask =
  | { readonly kind: 'plan'; readonly archive: string }
  | { readonly kind: 'file'; readonly archive: string; readonly path: string };

/** Result of a task. A refusal means that the archive is at fault, and says why. */
export type ArchiveAnswer =
  | { readonly kind: 'plan'; readonly plan: ImportPlan; readonly paths: readonly string[] }
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly reason: FolderReason; readonly params: AnyParams };
