import { lift, setBlockType, toggleMark, wrapIn } from '@tiptap/pm/commands';
import { type Command, type EditorState, NodeSelection } from '@tiptap/pm/state';
import {
  Bold,
  Captions,
  Code,
  Heading2,
  Heading3,
  Hash,
  Italic,
  type IconNode,
  MoveHorizontal,
  PanelLeft,
  PanelRight,
  Pencil,
  RectangleHorizontal,
  ScanText,
  Square,
  Superscript,
  TextQuote,
  Trash2,
  UnfoldHorizontal,
} from 'lucide';
import { addCaption } from '../commands/add-caption.ts';
import { deleteSelected } from '../commands/delete-captioned.ts';
import { insertFootnote } from '../commands/insert-footnote.ts';
import { type FormKind, openForm } from '../forms/forms-plugin.ts';
import type { BarContent } from './bar-content.ts';

/** A button of the bar. */
export interface BarItem {
  readonly name: string;
  readonly label: string;
  readonly icon: IconNode;
  /** The keyboard shortcut, for the tooltip. */
  readonly keys?: string;
  /** Returns whether it's on; absent if it isn't a toggle. */
  readonly isOn?: (state: EditorState) => boolean;
  readonly run: Command;
  /** Shows a separator before it. */
  readonly startsGroup?: boolean;
}

/** A format in the menu for selected text. */
export type FormatItem = Pick<BarItem, 'name' | 'label' | 'run'> & { readonly isOn: (state: EditorState) => boolean };

const forms: Readonly<Record<string, FormKind>> = {
  image: 'image',
  embed: 'embed',
  iframeEmbed: 'iframe',
  ideEmbed: 'ide',
  mdx: 'mdx',
  protectedRepositoryLink: 'repository-link',
  remoteCodeBlock: 'remote-code',
};

/** The buttons for selected text; a link has a button of its own. */
export const textItems: readonly BarItem[] = [
  markItem('bold', 'Bold', Bold, 'Mod+B'),
  markItem('italic', 'Italic', Italic, 'Mod+I'),
  markItem('code', 'Code', Code, 'Mod+E'),
];

/** The formats in the menu after these buttons, of which comments have some. */
export const formatItems: readonly FormatItem[] = [
  formatItem('underline', 'Underline'),
  formatItem('strikethrough', 'Strikethrough'),
  formatItem('highlight', 'Highlight'),
  formatItem('subscript', 'Subscript'),
  formatItem('superscript', 'Superscript'),
  formatItem('keyboard', 'Key'),
  formatItem('formula', 'Formula'),
];

/** The buttons after the link, for the kind of line. */
export const lineItems: readonly BarItem[] = [
  headingItem(2, Heading2),
  headingItem(3, Heading3),
  {
    name: 'quote',
    label: 'Quote',
    icon: TextQuote,
    isOn: (state) => isInside(state, 'blockquote'),
    run: (state, dispatch, view) => {
      const type = state.schema.nodes['blockquote'];
      if (type === undefined) return false;
      return isInside(state, 'blockquote') ? lift(state, dispatch) : wrapIn(type)(state, dispatch, view);
    },
  },
];

/** The button for a footnote after the selected text, which comments don't have. */
export const footnoteItem: BarItem = { name: 'footnote', label: 'Footnote', icon: Superscript, keys: 'Mod+Alt+F', run: insertFootnote };

const imagePositions = [
  ['wrap-left', 'Left', PanelLeft],
  ['inline', 'Center', Square],
  ['hang', 'Wide', RectangleHorizontal],
  ['wide', 'Full width', UnfoldHorizontal],
  ['wrap-right', 'Right', PanelRight],
] as const;

const embedPositions = [
  ['inline', 'Center', Square],
  ['hang', 'Wide', RectangleHorizontal],
] as const;

/** Returns the buttons for one selected block. */
export function blockItemsOf(
  { type, pos }: Extract<BarContent, { kind: 'block' }>,
  focusHandle: () => void,
  hasCaptions: boolean,
): readonly BarItem[] {
  const positions = type === 'image' ? imagePositions : type === 'embed' ? embedPositions : [];
  const attribute = type === 'image' ? 'imagePosition' : 'embedPosition';
  const items: BarItem[] = positions.map(([position, label, icon]) => ({
    name: position,
    label,
    icon,
    isOn: (state) => state.selection instanceof NodeSelection && state.selection.node.attrs[attribute] === position,
    run: (state, dispatch) => {
      const tr = state.tr.setNodeAttribute(pos, attribute, position);
      dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, pos)));
      return true;
    },
  }));
  const form = forms[type];
  if (form !== undefined) {
    items.push({
      name: 'edit',
      label: type === 'image' ? 'Alt text' : 'Edit',
      icon: type === 'image' ? ScanText : Pencil,
      startsGroup: items.length > 0,
      run: (state, dispatch) => {
        dispatch?.(openForm(state.tr, { kind: form, at: pos, isEdit: true }));
        return true;
      },
    });
  }
  // Only authors' texts have captions of code.
  if (type === 'image' || hasCaptions)
    items.push({ name: 'caption', label: 'Caption', icon: Captions, keys: 'Mod+Shift+L', run: addCaption });
  if (hasCaptions && (type === 'image' || type === 'captioned')) {
    items.push({
      name: 'number',
      label: 'Number',
      icon: Hash,
      isOn: (state) => state.doc.nodeAt(pos)?.attrs['isNumbered'] === true,
      run: (state, dispatch) => {
        const tr = state.tr.setNodeAttribute(pos, 'isNumbered', state.doc.nodeAt(pos)?.attrs['isNumbered'] !== true);
        dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, pos)));
        return true;
      },
    });
  }
  if (type === 'image') {
    items.push({
      name: 'resize',
      label: 'Width',
      icon: MoveHorizontal,
      run: (_state, dispatch) => {
        if (dispatch !== undefined) focusHandle();
        return true;
      },
    });
  }
  items.push({
    name: 'remove',
    label: 'Remove',
    icon: Trash2,
    startsGroup: true,
    run: (state, dispatch) => state.selection instanceof NodeSelection && deleteSelected(state, dispatch),
  });
  return items;
}

function markItem(name: string, label: string, icon: IconNode, keys: string): BarItem {
  return { ...formatItem(name, label), icon, keys };
}

function formatItem(name: string, label: string): FormatItem {
  return {
    name,
    label,
    isOn: (state) => isMarked(state, name),
    run: (state, dispatch, view) => {
      const type = state.schema.marks[name];
      return type !== undefined && toggleMark(type, null, { removeWhenPresent: false })(state, dispatch, view);
    },
  };
}

function headingItem(level: number, icon: IconNode): BarItem {
  const isOn = (state: EditorState) => {
    const { parent } = state.selection.$from;
    return parent.type.name === 'heading' && parent.attrs['level'] === level;
  };
  return {
    name: `heading-${level}`,
    label: `Heading ${level}`,
    icon,
    keys: `Mod+Alt+${level}`,
    isOn,
    startsGroup: level === 2,
    run: (state, dispatch, view) => {
      const type = state.schema.nodes[isOn(state) ? 'paragraph' : 'heading'];
      return type !== undefined && setBlockType(type, isOn(state) ? null : { level })(state, dispatch, view);
    },
  };
}

/** Returns true if all selected text has a mark, or if text typed next would have it. */
function isMarked(state: EditorState, name: string): boolean {
  const type = state.schema.marks[name];
  if (type === undefined) return false;
  const { from, to, empty, $from } = state.selection;
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined;
  let isEverywhere = true;
  state.doc.nodesBetween(from, to, (node) => {
    if (node.isText && type.isInSet(node.marks) === undefined) isEverywhere = false;
    return isEverywhere;
  });
  return isEverywhere;
}

function isInside(state: EditorState, type: string): boolean {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === type) return true;
  return false;
}
