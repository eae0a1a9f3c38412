import type { CutCode } from './cq/query-code.ts';
import type { CodePart, CodeSource } from './cut-code.ts';

/** A task of the code process: extract part of a file, or check whether some code is still in it, perhaps indented further. */
export type CodeTask =
  | { readonly kind: 'cut'; readonly source: CodeSource; readonly part: CodePart }
  | { readonly kind: 'find'; readonly text: string; readonly code: string };

/** Result of a task: the part, whether the code was found, or why there is no such part, as a message for users. */
export type CodeAnswer =
  | { readonly kind: 'cut'; readonly cut: CutCode }
  | { readonly kind: 'found'; readonly isFound: boolean }
  | { readonly kind: 'refused'; readonly message: string };
