import type { MarkDefinition } from '../schema/definition.ts';
import type { RenderMark } from '../render/mark.ts';

/** Italic text. */
export const italic: MarkDefinition = {
  name: 'italic',
  isForComments: true,
  attributes: {},
  delimiter: '_',
  token: 'em',
  migrations: [{ to: 1, formerNames: ['em'] }],
};

/** `<em>`. */
export const renderItalic: RenderMark = (_mark, context, content) => context.h('em', {}, ...content);
