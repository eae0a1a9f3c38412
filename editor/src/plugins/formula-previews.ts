import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { changedSpans, type Span } from './changed-spans.ts';

const key = new PluginKey<DecorationSet>('formulaPreviews');

/** Shows each formula within a line as readers see it, and its TeX while the caret is in it or beside it. */
export const FormulaPreviews = Extension.create({
  name: 'formulaPreviews',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: (_config, { doc }) => DecorationSet.create(doc, previewsWithin(doc, { from: 0, to: doc.content.size }).decorations),
        apply: (tr, shown) => {
          if (!tr.docChanged) return shown;
          let decorations = shown.map(tr.mapping, tr.doc);
          for (const span of changedSpans(tr)) {
            const { blocks, decorations: added } = previewsWithin(tr.doc, span);
            for (const { from, to } of blocks) decorations = decorations.remove(decorations.find(from, to));
            if (added.length > 0) decorations = decorations.add(tr.doc, added);
          }
          return decorations;
        },
      },
      props: { decorations: (state) => withoutCurrent(state, key.getState(state) ?? DecorationSet.empty) },
    }),
  ],
});

/** Returns the text blocks that a span touches, and the previews of their formulas. */
function previewsWithin(doc: Node, { from, to }: Span): { readonly blocks: readonly Span[]; readonly decorations: Decoration[] } {
  const blocks: Span[] = [];
  const decorations: Decoration[] = [];
  doc.nodesBetween(from, Math.min(Math.max(to, from + 1), doc.content.size), (node, pos) => {
    if (!node.isTextblock) return true;
    blocks.push({ from: pos, to: pos + node.nodeSize });
    for (const { from: start, to: end, tex } of formulasIn(node)) {
      const at = { from: pos + 1 + start, to: pos + 1 + end };
      decorations.push(
        Decoration.inline(at.from, at.to, { class: 'nl-tex' }),
        Decoration.widget(at.to, (view, getPos) => preview(tex, view, getPos), { side: -1, key: `formula ${tex}`, ignoreSelection: true }),
      );
    }
    return false;
  });
  return { blocks, decorations };
}

/** Returns the formulas of a text block, by offsets in its content. */
function formulasIn(block: Node): readonly (Span & { readonly tex: string })[] {
  const formulas: (Span & { tex: string })[] = [];
  block.forEach((node, offset) => {
    if (node.marks.some(({ type }) => type.name === 'formula'))
      formulas.push({ from: offset, to: offset + node.nodeSize, tex: node.text ?? '' });
  });
  return formulas;
}

/** Returns the decorations without those of the formula with the caret. */
function withoutCurrent({ selection }: EditorState, decorations: DecorationSet): DecorationSet {
  if (decorations === DecorationSet.empty || !selection.empty) return decorations;
  const current = decorations.find(selection.from, selection.from);
  return current.length === 0 ? decorations : decorations.remove(current);
}

function preview(tex: string, view: EditorView, getPos: () => number | undefined): HTMLElement {
  const element = document.createElement('span');
  element.className = 'formula nl-formula';
  element.contentEditable = 'false';
  element.textContent = tex;
  element.addEventListener('mousedown', (event) => {
    const pos = getPos();
    if (pos === undefined || event.button !== 0) return;
    event.preventDefault();
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, pos)));
    view.focus();
  });
  void render(tex, element);
  return element;
}

/** Renders TeX into an element, which keeps the TeX itself if it isn't valid. */
async function render(tex: string, element: HTMLElement): Promise<void> {
  try {
    const { renderInlineMath } = await import('../views/render-math.ts');
    const target = document.createElement('span');
    await renderInlineMath(tex, target);
    element.replaceChildren(...target.childNodes);
  } catch {
    element.classList.add('nl-formula--fault');
  }
}
