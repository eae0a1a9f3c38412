import type { RunLanguage } from '@newline/document/run-languages';
import type { CodeKind } from './count-steps.ts';

/** A file of runnable code. */
export type RunFile = { readonly name: string; readonly language: RunLanguage; readonly text: string };

/** Code to build: a file, a script within a page, or the code of an attribute. */
export type CodePiece = {
  readonly kind: CodeKind;
  readonly file: RunFile;
  /** True to show the component that a module exports by default, as React code without a page expects. */
  readonly isShown?: boolean;
};

/** A request to the builder: pieces of code, and the files that they can import. Without pieces, it loads what building the files takes. */
export type BuildRequest = { readonly id: number; readonly pieces: readonly CodePiece[]; readonly files: readonly RunFile[] };

/** What keeps code from being built: a mistake in it, or with `isOutside` something else, such as a connection. */
export type BuildFault = { readonly file: string; readonly line: number | null; readonly message: string; readonly isOutside?: true };

/** The built pieces in their order and the styles that they import, or what is wrong. */
export type BuildAnswer = { readonly id: number } & (
  | { readonly codes: readonly string[]; readonly css: string }
  | { readonly faults: readonly BuildFault[] }
);
