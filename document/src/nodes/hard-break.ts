import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/** A forced line break. In Markdown, a backslash at the end of the line, or `{:br}` where no line can end. */
export const hardBreak: NodeDefinition = {
  name: 'hardBreak',
  group: 'inline',
  isForComments: true,
  migrations: [{ to: 1, formerNames: ['hard_break'] }],
  attributes: {},
  text: () => '\n',
};

/** `<br>`. */
export const renderHardBreak: RenderNode = (_node, context) => context.h('br', {});
