import { given } from '../../shared/graphql-document.ts';
import type { EditorAnchor } from '@newline/editor/plugins/anchors.ts';
import type { ChangedCode } from './remote-code-documents.ts';

/** A state of a text, as a line of its history. */
export type RevisionLine = {
  id: string;
  version: number;
  title: string;
  numWords: number;
  restoredVersion: number | null;
  publishedAt: string | null;
  updatedAt: string;
  user: { displayName: string } | null;
};

/** The title and the text of a state; the text is a document as JSON. */
export type RevisionText = { title: string; bodyDelta: string };

/** What its writers work on. */
export type WorkingText = RevisionText & { version: number; updatedAt: string; publishedAt: string | null };

/** Where an annotation of readers is in the working text; without positions its words are not in it. */
export type WorkingAnchor = EditorAnchor & { text: string };

/** One save. */
export type SaveVariables = {
  id: string;
  baseVersion: number;
  title: string;
  bodyDelta: string;
  sessionId: string;
  sequence: number;
  anchors: readonly EditorAnchor[] | null;
};

/** How a kind of text is saved, read in its history and compared with its code's repository: the same for articles and for lessons. */
export type TextCalls = {
  /** @throws StudioError; CONFLICT with what somebody else saved */
  save(variables: SaveVariables, options: { isLeaving: boolean }): Promise<{ version: number; savedAt: string }>;
  revisions(id: string, page: { first: number; offset: number }): Promise<{ totalCount: number; nodes: RevisionLine[] }>;
  revisionText(revisionId: string): Promise<RevisionText | null>;
  restore(revisionId: string, baseVersion: number): Promise<{ version: number; savedAt: string; revision: RevisionText }>;
  /** The newest state, whoever saved it. */
  working(id: string): Promise<WorkingText | null>;
  changedCode(id: string): Promise<readonly ChangedCode[]>;
};

/** A save as the API takes it. */
export function savedOf({ anchors, ...variables }: SaveVariables) {
  return { ...variables, anchors: anchors && [...anchors] };
}

/** What restoring a state gave. */
export function restoredOf(restored: { version: number; savedAt: string; revision: RevisionText | null } | null) {
  const { revision, ...saved } = given(restored);
  return { ...saved, revision: given(revision) };
}
