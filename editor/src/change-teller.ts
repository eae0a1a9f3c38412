import type { DocumentKind } from '@newline/document/document-node';
import type { Editor } from '@tiptap/core';
import { type EditorContent, fromEditorDoc } from './content.ts';
import { anchorsOf } from './plugins/anchors.ts';

/** How long nothing changes before typing counts as paused. */
const restMs = 400;

interface Listeners {
  readonly onChange: (content: EditorContent) => void;
  readonly onDirty: () => void;
}

/** Reports changes of the text to the page: immediately that something changed, and the content when typing pauses. */
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

  /** Call this after each change of the text. */
  handleUpdate(): void {
    if (this.#rest === null) this.#listeners.onDirty();
    else clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.tellNow(), restMs);
  }

  /** Reports the changes that haven't been reported yet. */
  tellNow(): void {
    if (this.#rest === null) return;
    this.#listeners.onChange(this.flush());
  }

  /** Returns the current content, which counts as reported. */
  flush(): EditorContent {
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#rest = null;
    const anchors = anchorsOf(this.#editor.state);
    return { ...fromEditorDoc(this.#editor.state.doc, this.#kind), ...(anchors && { anchors }) };
  }
}
