import type { EditorContent } from '@newline/editor/content.ts';
import type { EditorHandle } from '@newline/editor/editor-surface.tsx';
import type { EditorServices } from '@newline/editor/services.ts';
import type { UploadCounts } from '@newline/editor/uploads/upload-queue.ts';
import { toText } from '@newline/document/text';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { createEditorServices, type Surroundings } from '../../shared/writing/editor-services.ts';
import { useStorageOwner } from '../../shared/use-storage-owner.ts';
import { showToast } from '../../shared/toast/show-toast.ts';
import { useLeaveGuard } from '../../shared/upload/leave-guard.ts';
import { compareBlocks } from './compare-blocks.ts';
import { dropCopy, readCopy, type LocalCopy } from './local-copy.ts';
import { documentOfMarkdown, readMarkdownFile, writeMarkdownFile } from './markdown-file.ts';
import type { RevisionLine, TextCalls, WorkingAnchor, WorkingText } from './text-calls.ts';
import { useTextSaving, type TextSaving } from './use-text-saving.ts';
import { sentenceOf } from '../../shared/form/explain-failure.ts';
import { ApiError } from '../../shared/graphql-document.ts';

/** The text that is written, as it was loaded, with the operations of its kind. */
export type WrittenText = {
  readonly id: string;
  /** The kind by name: 'article', 'lesson', 'chapter', 'page'. */
  readonly word: string;
  readonly calls: TextCalls;
  readonly revision: WorkingText;
  readonly anchors: readonly WorkingAnchor[];
  readonly surroundings: Surroundings;
  /** False for a text that claims its images only when it's saved. */
  readonly isAttachable?: boolean;
};

/** The state and actions of a text's page, whatever its kind. */
export type TextStudioState = TextSaving & {
  readonly text: WrittenText;
  readonly editor: RefObject<EditorHandle | null>;
  readonly services: EditorServices;
  /** The editor's initial text: the loaded one, unless it was replaced before the editor loaded. */
  readonly start: EditorContent;
  /** True when that is the loaded text. */
  readonly isLoaded: boolean;
  /** The current text. */
  readonly content: EditorContent;
  readonly words: number;
  /** Text from an earlier visit that was never saved; null when there is none. */
  readonly copy: LocalCopy | null;
  /** An error message; null without an error. */
  readonly failure: string | null;
  readonly isInHistory: boolean;
  readonly setIsInHistory: (isInHistory: boolean) => void;
  /** Images of the text that are uploading or have failed, and so aren't in the saved text. */
  readonly uploads: UploadCounts;
  readonly setUploads: (uploads: UploadCounts) => void;
  /** Runs something that needs everything saved, and shows errors. */
  readonly perform: (work: () => unknown) => Promise<void>;
  /** Saves everything; rejects with a message for users on failure. */
  readonly requireSaved: () => Promise<void>;
  readonly change: (next: EditorContent) => void;
  readonly restore: (line: RevisionLine) => Promise<void>;
  readonly takeNewest: () => Promise<void>;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
  readonly copyMine: () => Promise<void>;
  readonly exportFile: (name: string) => Promise<void>;
  readonly importFile: (file: File) => Promise<void>;
  readonly recover: () => void;
  readonly discard: () => void;
};

/** The state of a text that is open for writing: its content, saving, and actions. */
export function useTextStudio(text: WrittenText): TextStudioState {
  const { id, calls, revision, surroundings, isAttachable = true } = text;
  const editor = useRef<EditorHandle | null>(null);
  const first = useMemo((): EditorContent => ({ title: revision.title, document: parsed(revision.bodyDelta) }), [revision]);
  const [start, setStart] = useState(first);
  const [content, setContent] = useState(first);
  const [isInHistory, setIsInHistory] = useState(false);
  const [copy, setCopy] = useState<LocalCopy | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [uploads, setUploads] = useState<UploadCounts>({ pending: 0, failed: 0 });
  const guard = useLeaveGuard();
  const services = useMemo(
    () => createEditorServices(isAttachable ? id : null, surroundings, guard),
    [id, isAttachable, surroundings, guard],
  );
  const saving = useTextSaving({ id, version: revision.version, savedAt: revision.updatedAt }, calls, editor, setContent);
  const { autosave, state, saveAll } = saving;

  const owner = useStorageOwner();
  useEffect(() => {
    if (owner === undefined) return;
    const copy = readCopy(id);
    if (!copy) return;
    if (copy.title === first.title && isEqual(copy, first)) dropCopy(id);
    else setCopy(copy);
  }, [id, first, owner]);

  const replace = (next: EditorContent) => {
    if (editor.current === null) setStart(next);
    else {
      editor.current.replace(next);
      // The page knows this text, so the editor doesn't need to report it.
      editor.current.flush();
    }
    setContent(next);
  };
  const requireSaved = async () => {
    if (uploads.pending > 0) throw new ApiError('CONFLICT', 'An image is still uploading. Try again when it’s finished.');
    if (!(await saveAll())) throw new ApiError('CONFLICT', 'Your changes aren’t saved yet. Try again in a moment.');
  };
  const perform = async (work: () => unknown) => {
    setFailure(null);
    try {
      await requireSaved();
      await work();
    } catch (error) {
      setFailure(sentenceOf(error));
    }
  };
  return {
    ...saving,
    text,
    editor,
    services,
    start,
    isLoaded: start === first,
    content,
    words: countWords(content),
    copy,
    failure,
    isInHistory,
    setIsInHistory,
    uploads,
    setUploads,
    perform,
    requireSaved,
    change(next) {
      setContent(next);
      autosave.change(next);
    },
    async restore(line) {
      await requireSaved();
      const restored = await calls.restore(line.id, autosave.version());
      setIsInHistory(false);
      replace({ title: restored.revision.title, document: parsed(restored.revision.bodyDelta) });
      autosave.adopt(restored);
      void showToast(`Restored version ${line.version} as version ${restored.version}.`);
    },
    async takeNewest() {
      const newest = await calls.working(id);
      // Text written meanwhile stays: its save meets the newer version, and the author compares the two.
      if (!newest || autosave.state().kind !== 'saved') return;
      replace({ title: newest.title, document: parsed(newest.bodyDelta) });
      autosave.adopt({ version: newest.version, savedAt: newest.updatedAt });
      void showToast('The new code has been added to the text.');
    },
    takeTheirs() {
      if (state.kind !== 'conflict') return;
      const { newer } = state;
      replace({ title: newer.title, document: parsed(newer.bodyDelta) });
      autosave.adopt(newer);
    },
    keepMine: () => void autosave.overrule(editor.current?.flush() ?? content),
    copyMine: async () => navigator.clipboard.writeText(await writeMarkdownFile(content.title, content.document)),
    exportFile: (name) =>
      perform(async () => {
        const { title, document } = editor.current?.flush() ?? content;
        download(name, await writeMarkdownFile(title, document));
      }),
    importFile: (file) =>
      perform(async () => {
        const { title, markdown } = readMarkdownFile(await file.text());
        const read = await documentOfMarkdown(markdown);
        if ('error' in read) throw new ApiError('BAD_INPUT', read.error);
        const next = { title: title ?? content.title, document: read.document };
        replace(next);
        autosave.change(next);
      }),
    recover() {
      if (copy === null) return;
      setCopy(null);
      replace(copy);
      autosave.change({ title: copy.title, document: copy.document });
    },
    discard() {
      dropCopy(id);
      setCopy(null);
    },
  };
}

function parsed(bodyDelta: string): EditorContent['document'] {
  return JSON.parse(bodyDelta) as EditorContent['document'];
}

function isEqual(one: EditorContent, other: EditorContent): boolean {
  return compareBlocks(one.document.content ?? [], other.document.content ?? []).every(({ kind }) => kind === 'same');
}

function countWords({ document }: EditorContent): number {
  return toText(document).match(/\S+/g)?.length ?? 0;
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
