import { measureRendering } from '../measure-rendering.ts';
import type { Suite } from './suite.ts';

/** A long text becomes HTML, drawings included, for no more than its JSON costs to read and to write. */
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
