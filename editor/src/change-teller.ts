import type { DocumentKind } from '@newline/document/document-node';
import type { Editor } from '@tiptap/core';
import { type EditorContent, fromEditorDoc } from './content.ts';
import { anchorsOf } from './plugins/anchors.ts';

/** Typing rests when nothing was changed for so long. */
const restMs = 400;

interface Listeners {
  readonly onChange: (content: EditorContent) => void;
  readonly onDirty: () => void;
}

/** Tells the page what is in the text: that something changed at once, what it is when typing rests. */
export class ChangeTeller {
  readonly #editor: Editor;
  readonly #kind: DocumentKind;
  readonly #listeners: Listeners;
  #rest: ReturnType<typeof setTimeout> | null = null;

  constructor(editor: Editor, kind: DocumentKind, listeners: Listeners) {
    this.#editor = editor;
    this.#kind = kind;
    this.#listeners = listeners;
  }

  /** To be called after each change of the text. */
  handleUpdate(): void {
    if (this.#rest === null) this.#listeners.onDirty();
    else clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.tellNow(), restMs);
  }

  /** Tells what has not been told yet. */
  tellNow(): void {
    if (this.#rest === null) return;
    this.#listeners.onChange(this.flush());
  }

  /** What is there now; it counts as told. */
  flush(): EditorContent {
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#rest = null;
    const anchors = anchorsOf(this.#editor.state);
    return { ...fromEditorDoc(this.#editor.state.doc, this.#kind), ...(anchors && { anchors }) };
  }
}
