import type { DocumentKind } from '@newline/document/document-node';
import type { DerivedBlocks } from '@newline/document/derive-blocks';
import type { ValidationError } from '@newline/document/validate';
import type { BodyField } from './validate-body.ts';

/** A task of the text process: read a user's text, convert a document into what is stored, or write it as Markdown. */
export type TextTask =
  | { readonly kind: 'read'; readonly field: BodyField; readonly text: string; readonly as: DocumentKind; readonly siteOrigin: string }
  | { readonly kind: 'derive'; readonly body: string; readonly siteOrigin: string }
  | { readonly kind: 'markdown'; readonly body: string; readonly hasIds: boolean };

/** Result of a task: a document as JSON with the values that are stored, the reasons for rejecting a text, or Markdown. */
export type TextAnswer =
  | { readonly kind: 'derived'; readonly body: string; readonly blocks: DerivedBlocks }
  | { readonly kind: 'refused'; readonly errors: readonly ValidationError[] }
  | { readonly kind: 'markdown'; readonly markdown: string };
