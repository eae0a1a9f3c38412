import type { DocumentKind } from '@newline/document/document-node';
import type { DerivedBlocks } from '@newline/document/derive-blocks';
import type { ValidationError } from '@newline/document/validate';
import type { BodyField } from './validate-body.ts';

/** What the process of long texts can be asked: to read what a user sent, to derive what is stored of a document, or to write it as Markdown. */
export type TextTask =
  | { readonly kind: 'read'; readonly field: BodyField; readonly text: string; readonly as: DocumentKind; readonly siteOrigin: string }
  | { readonly kind: 'derive'; readonly body: string; readonly siteOrigin: string }
  | { readonly kind: 'markdown'; readonly body: string; readonly hasIds: boolean };

/** What it answers: a document as JSON with what is stored of it, why a text is refused, or Markdown. */
export type TextAnswer =
  | { readonly kind: 'derived'; readonly body: string; readonly blocks: DerivedBlocks }
  | { readonly kind: 'refused'; readonly errors: readonly ValidationError[] }
  | { readonly kind: 'markdown'; readonly markdown: string };
