import type { Node } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import type { EditorServices } from '../services.ts';
import type { OpenForm } from './forms-plugin.ts';

/** Props of each form between the blocks. */
export interface FormProps {
  readonly view: EditorView;
  readonly form: OpenForm;
  readonly services: EditorServices;
  /** The block that is edited, or null for a new one. */
  readonly node: Node | null;
  /** Closes the form and returns the focus to the text. */
  readonly onDone: () => void;
}
