import type { Node } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import type { EditorServices } from '../services.ts';
import type { OpenForm } from './forms-plugin.ts';

/** What every form between the blocks is given. */
export interface FormProps {
  readonly view: EditorView;
  readonly form: OpenForm;
  readonly services: EditorServices;
  /** The block that is edited; null when a new one is made. */
  readonly node: Node | null;
  /** Closes the form and puts the focus back into the text. */
  readonly onDone: () => void;
}
