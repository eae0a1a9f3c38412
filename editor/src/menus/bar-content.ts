import { AllSelection, NodeSelection, TextSelection, type EditorState } from '@tiptap/pm/state';
import { CellSelection } from '@tiptap/pm/tables';

/** What the bar is for: selected text, one selected block, or the table that contains the caret. */
export type BarContent =
  | { readonly kind: 'text'; readonly from: number; readonly to: number }
  | { readonly kind: 'block'; readonly type: string; readonly pos: number }
  | { readonly kind: 'table'; readonly pos: number };

const blocksWithBar = new Set([
  'image',
  'embed',
  'iframeEmbed',
  'ideEmbed',
  'mdx',
  'protectedRepositoryLink',
  'remoteCodeBlock',
  'codeBlock',
  'mermaid',
  'captioned',
]);

// One object per state, so that React sees whether anything has changed.
const contents = new WeakMap<EditorState, BarContent | null>();

/** Returns what the bar shows for a state, or null for nothing. */
export function barContentOf(state: EditorState): BarContent | null {
  const cached = contents.get(state);
  if (cached !== undefined) return cached;
  const content = read(state);
  contents.set(state, content);
  return content;
}

function read({ selection: stateSelection, doc }: EditorState): BarContent | null {
  // "Everything" means its text, from the first to the last character.
  const selection =
    stateSelection instanceof AllSelection ? TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size)) : stateSelection;
  if (selection instanceof NodeSelection) {
    const { name } = selection.node.type;
    return blocksWithBar.has(name) ? { kind: 'block', type: name, pos: selection.from } : null;
  }
  const { $from } = selection;
  if (selection instanceof TextSelection && !selection.empty) {
    const isMarkable = $from.parent.inlineContent && $from.parent.type.spec.marks !== '' && $from.parent.type.spec.code !== true;
    return isMarkable ? { kind: 'text', from: selection.from, to: selection.to } : null;
  }
  if (!selection.empty && !(selection instanceof CellSelection)) return null;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name === 'table') return { kind: 'table', pos: $from.before(depth) };
  }
  return null;
}
