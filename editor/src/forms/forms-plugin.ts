import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** The kinds of forms between the blocks. */
export type FormKind = 'remote-code' | 'embed' | 'iframe' | 'ide' | 'repository-link' | 'mdx' | 'image';

/** The open form. It isn't part of the document: it can't be saved, undone or copied. */
export interface OpenForm {
  /** A number that increases with each form that is opened. */
  readonly id: number;
  readonly kind: FormKind;
  /** The position before the block that is edited, or where a new one will be. */
  readonly at: number;
  /** True if the block after `at` is edited; otherwise a new one is created. */
  readonly isEdit: boolean;
}

type FormChange = { readonly open: Omit<OpenForm, 'id'> } | { readonly close: true };

const formsKey = new PluginKey<OpenForm | null>('forms');
let lastId = 0;

/** Creates the plugin that stores which form is open and where, and creates its slot in the text. */
export function createFormsPlugin(onHost: (host: HTMLElement | null) => void): Plugin<OpenForm | null> {
  let host: { readonly id: number; readonly element: HTMLElement } | null = null;

  const hostOf = (id: number): HTMLElement => {
    if (host?.id !== id) {
      const element = document.createElement('div');
      element.className = 'form-slot';
      element.contentEditable = 'false';
      host = { id, element };
      onHost(element);
    }
    return host.element;
  };

  return new Plugin<OpenForm | null>({
    key: formsKey,
    state: {
      init: () => null,
      apply(tr, previous) {
        const change = tr.getMeta(formsKey) as FormChange | undefined;
        if (change !== undefined) {
          if ('close' in change) return null;
          lastId += 1;
          return { ...change.open, id: lastId };
        }
        if (previous === null || !tr.docChanged) return previous;
        const mapped = tr.mapping.mapResult(previous.at, -1);
        if (previous.isEdit && mapped.deletedAfter) return null;
        return { ...previous, at: mapped.pos };
      },
    },
    props: {
      decorations(state) {
        const form = formsKey.getState(state) ?? null;
        if (form === null) return null;
        const widget = Decoration.widget(form.at, () => hostOf(form.id), {
          key: `form-${form.id}`,
          side: -1,
          stopEvent: () => true,
          ignoreSelection: true,
        });
        return DecorationSet.create(state.doc, [widget]);
      },
    },
  });
}

/** Returns the open form or null. */
export function openFormOf(state: EditorState): OpenForm | null {
  return formsKey.getState(state) ?? null;
}

/** Opens a form and closes any other one. */
export function openForm(tr: Transaction, form: Omit<OpenForm, 'id'>): Transaction {
  return tr.setMeta(formsKey, { open: form } satisfies FormChange).setMeta('addToHistory', false);
}

/** Closes the open form. */
export function closeForm(tr: Transaction): Transaction {
  return tr.setMeta(formsKey, { close: true } satisfies FormChange);
}
