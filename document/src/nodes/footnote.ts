import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/**
 * A note to a position in the text. Its number is its position among all notes of the text; those with the same content are one note, to which the
 * text refers several times. In HTML, `readFootnotes` finds it.
 */
export const footnote: NodeDefinition = {
  name: 'footnote',
  group: 'inline',
  content: '(text | hardBreak)*',
  isForComments: false,
  attributes: {},
};

/** `<sup class="fnref">` with the number, which links to the note. The renderer adds the notes after the text. */
export const renderFootnote: RenderNode = (node, context, extra) => {
  const { h } = context;
  const { number, id, backId } = context.footnote(node);
  const link = { href: `#${id}`, id: backId, role: 'doc-noteref', 'aria-label': `Footnote ${number}` };
  return h('sup', { class: 'fnref', ...extra }, id === '' ? `${number}` : h('a', link, `${number}`));
};
