import type { MarkDefinition } from '../schema/definition.ts';
import type { RenderMark } from '../render/mark.ts';

/** Text that no longer applies, shown crossed out. */
export const strikethrough: MarkDefinition = {
  name: 'strikethrough',
  isForComments: true,
  attributes: {},
  delimiter: '~~',
  token: 's',
};

/** `<s>`. */
export const renderStrikethrough: RenderMark = (_mark, context, content) => context.h('s', {}, ...content);
