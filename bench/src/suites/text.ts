import { measureRendering } from '../measure-rendering.ts';
import type { Suite } from './suite.ts';

/** Measures that a long text with renderings becomes HTML for no more than its JSON costs to read and write. */
export const text: Suite = async ({ say }) => {
  say('text: a thousand blocks as HTML, beside their JSON');
  const { rendering, parsing } = measureRendering();
  return [
    {
      suite: 'text',
      name: 'CPU of a thousand blocks as HTML',
      value: rendering,
      unit: 'ms',
      floor: { name: 'their JSON', value: parsing },
      ratio: rendering / parsing,
      goal: { must: 1, isUpperBound: true },
    },
  ];
};
