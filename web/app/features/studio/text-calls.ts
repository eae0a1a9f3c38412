import { expectValue } from '../../shared/graphql-document.ts';
import type { EditorAnchor } from '@newline/editor/plugins/anchors.ts';
import type { CheckedExercise } from '../../shared/exercise-checks/checked-exercise.ts';
import type { ChangedCode } from './remote-code-documents.ts';

/** A version of a text in its history. */
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

/** The title and text of a version; the text is a document as JSON. */
export type RevisionText = { title: string; bodyDelta: string };

/** The working text. */
export type WorkingText = RevisionText & { version: number; updatedAt: string; publishedAt: string | null };

/** The position of a reader's annotation in the working text; without positions its passage isn't in it. */
export type WorkingAnchor = EditorAnchor & { text: string };

/** The variables of one save. */
export type SaveVariables = {
  id: string;
  baseVersion: number;
  title: string;
  bodyDelta: string;
  sessionId: string;
  sequence: number;
  anchors: readonly EditorAnchor[] | null;
};

/** The operations on a kind of text: saving, history, and comparing code with its repository; the same for articles and lessons. */
export type TextCalls = {
  /**
   * Saves a text.
   *
   * @throws StudioError; CONFLICT with what someone else saved
   */
  save(variables: SaveVariables, options: { isLeaving: boolean }): Promise<{ version: number; savedAt: string }>;
  revisions(id: string, page: { first: number; offset: number }): Promise<{ totalCount: number; nodes: RevisionLine[] }>;
  revisionText(revisionId: string): Promise<RevisionText | null>;
  restore(revisionId: string, baseVersion: number): Promise<{ version: number; savedAt: string; revision: RevisionText }>;
  /** Loads the newest version, whoever saved it. */
  working(id: string): Promise<WorkingText | null>;
  changedCode(id: string): Promise<readonly ChangedCode[]>;
  /** Loads its exercises, and what their checks found. */
  exerciseChecks(id: string): Promise<readonly CheckedExercise[]>;
};

/** Converts a save for the API. */
export function savedOf({ anchors, ...variables }: SaveVariables) {
  return { ...variables, anchors: anchors && [...anchors] };
}

/** Converts the result of restoring a version. */
export function restoredOf(restored: { version: number; savedAt: string; revision: RevisionText | null } | null) {
  const { revision, ...saved } = expectValue(restored);
  return { ...saved, revision: expectValue(revision) };
}
