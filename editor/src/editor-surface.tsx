import type { DocumentKind } from '@newline/document/document-node';
import { validatePart } from '@newline/document/validate-part';
import { Editor, type Extensions } from '@tiptap/core';
import { lazyComponent } from '@newline/ui/lazy-component';
import { Selection, TextSelection } from '@tiptap/pm/state';
import { type Ref, Suspense, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { ChangeTeller } from './change-teller.ts';
import { type EditorContent, toEditorJson, type TypedText } from './content.ts';
import { createEditorOptions } from './editor-options.ts';
import './editor-surface.css';
import { selectBlock } from './commands/select-block.ts';
import { SubmitKey } from './keys/submit-key.ts';
import type { EditorServices } from './services.ts';
import { typeInto } from './type-into.ts';
import { isUploadProgress } from './uploads/upload-commands.ts';
import type { UploadCounts } from './uploads/upload-queue.ts';

// The text accepts typing before its menus are loaded.
const EditorMenus = lazyComponent(() => import('./menus/editor-menus.tsx').then((module) => module.EditorMenus));

/** Methods of a mounted editor. */
export interface EditorHandle {
  /** Returns the current content, and prevents further calls of `onChange` for it. */
  flush(): EditorContent;
  /** Replaces all content. The change can be undone. */
  replace(content: EditorContent): void;
  focus(): void;
}

/** Props that both editors share. */
export interface EditorSurfaceProps {
  readonly kind: DocumentKind;
  /** The nodes and features that it has in addition to those of a comment. */
  readonly extensions: Extensions;
  /** The accessible name of the text. */
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly content: EditorContent;
  readonly services: EditorServices;
  readonly onChange: (content: EditorContent) => void;
  readonly onDirty?: (() => void) | undefined;
  /** True to start with the caret at the end of the text. */
  readonly hasFocus?: boolean | undefined;
  /** Another initial position of the caret, as the number of positions before the end of the text. */
  readonly caret?: { readonly anchor: number; readonly head: number } | undefined;
  /** Returns what was typed before the editor was mounted. Called once. */
  readonly takeTyped?: (() => readonly TypedText[]) | undefined;
  readonly onSubmit?: ((content: EditorContent) => void) | undefined;
  /** Called with the counts of images that are still uploading, whenever they change. `onChange` reports none of them. */
  readonly onUploads?: ((counts: UploadCounts) => void) | undefined;
  /** A block to select and show: when the editor is mounted, and when another object is passed. */
  readonly selected?: { readonly blockId: string } | null | undefined;
  readonly handle?: Ref<EditorHandle> | undefined;
}

interface Standing {
  readonly editor: Editor;
  readonly teller: ChangeTeller;
}

/** Renders the text with its menus. Content, services and kind are read once. */
export function EditorSurface(props: EditorSurfaceProps) {
  const { kind, content, handle, selected = null } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const [standing, setStanding] = useState<Standing | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  // The same for the handle, which can be used before the next render, or even before the editor is mounted.
  const latestState = useRef<{ standing: Standing | null; content: EditorContent }>({ standing: null, content });
  useEffect(() => {
    latest.current = props;
  });

  const reportUploads = useCallback((counts: UploadCounts) => latest.current.onUploads?.(counts), []);

  // Runs before anything else can happen: a character typed between the static text and the editor would be lost.
  useLayoutEffect(() => {
    const now = latestState.current;
    const created = createStanding(host.current, latest, now.content);
    now.standing = created;
    setStanding(created);
    setIsRefused(created === null);
    return () => {
      now.standing = null;
      created?.teller.tellNow();
      created?.editor.destroy();
    };
  }, []);

  useEffect(() => {
    if (standing === null || selected === null) return undefined;
    // After a dialog has returned the focus.
    const frame = requestAnimationFrame(() => !standing.editor.isDestroyed && selectBlock(standing.editor.view, selected.blockId));
    return () => cancelAnimationFrame(frame);
  }, [standing, selected]);

  useImperativeHandle(handle, () => ({
    flush: () => latestState.current.standing?.teller.flush() ?? latestState.current.content,
    replace: (other) => {
      const { standing: now } = latestState.current;
      if (now === null) latestState.current.content = other;
      else replaceText(now.editor, toEditorJson(other, kind));
    },
    focus: () => latestState.current.standing?.editor.commands.focus(),
  }));

  if (isRefused) return <p role="alert">We couldn’t open this text in the editor. Nothing was changed.</p>;
  return (
    <div className="editor-surface" data-kind={kind} ref={host}>
      {standing !== null && (
        <Suspense>
          <EditorMenus editor={standing.editor} kind={kind} onUploads={reportUploads} />
        </Suspense>
      )}
    </div>
  );
}

/** Replaces the text and leaves the caret where the browser has it. If the caret hasn't moved, its position isn't set again. */
function replaceText(editor: Editor, content: ReturnType<typeof toEditorJson>): void {
  const { from } = editor.state.selection;
  editor
    .chain()
    .setContent(content, { emitUpdate: true })
    .command(({ tr }) => {
      tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size))));
      return true;
    })
    .run();
}

/** Returns null for an invalid document: an editor that showed empty text instead would save that. */
function createStanding(
  element: HTMLElement | null,
  latest: { readonly current: EditorSurfaceProps },
  content: EditorContent,
): Standing | null {
  const { kind, extensions, label, placeholder, services, hasFocus = false, caret } = latest.current;
  const validation = validatePart(content.document, kind);
  if (!validation.ok) {
    services.logFailure('open', new Error(JSON.stringify(validation.errors)));
    return null;
  }
  const submit = SubmitKey.configure({
    onSubmit: () => {
      const { onSubmit } = latest.current;
      onSubmit?.(teller.flush());
      return onSubmit !== undefined;
    },
  });
  const editor = new Editor({
    ...createEditorOptions({ kind, services, extensions: [...extensions, submit], placeholder }),
    element,
    content: toEditorJson({ title: content.title, document: validation.document }, kind),
    editorProps: {
      attributes: { class: 'prose', role: 'textbox', dir: 'auto', 'aria-multiline': 'true', 'aria-label': label, spellcheck: 'true' },
    },
    onUpdate: ({ transaction }) => {
      if (!isUploadProgress(transaction)) teller.handleUpdate();
    },
    onBlur: () => teller.tellNow(),
  });
  const teller = new ChangeTeller(editor, kind, {
    onChange: (changed) => latest.current.onChange(changed),
    onDirty: () => latest.current.onDirty?.(),
  });
  if (hasFocus) focusAt(editor, caret ?? { anchor: 0, head: 0 });
  typeInto(editor, latest.current.takeTyped?.() ?? []);
  return { editor, teller };
}

/** Takes the focus immediately, so that no character is lost. Tiptap's own method does it later. */
function focusAt({ view }: Editor, { anchor, head }: { readonly anchor: number; readonly head: number }): void {
  const { doc, tr } = view.state;
  const at = (steps: number) => doc.resolve(Math.max(0, Selection.atEnd(doc).to - steps));
  view.dispatch(tr.setSelection(TextSelection.between(at(anchor), at(head))));
  view.focus();
}
