import type { MarkDefinition } from '../schema/definition.ts';
import type { RenderMark } from '../render/mark.ts';

/** Bold text. */
export const bold: MarkDefinition = {
  name: 'bold',
  isForComments: true,
  attributes: {},
  delimiter: '**',
  token: 'strong',
  migrations: [{ to: 1, formerNames: ['strong'] }],
};

/** `<strong>`. */
export const renderBold: RenderMark = (_mark, context, content) => context.h('strong', {}, ...content);
