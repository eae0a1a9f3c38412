import { bold } from '../marks/bold.ts';
import { code } from '../marks/code.ts';
import { italic } from '../marks/italic.ts';
import { link } from '../marks/link.ts';
import type { MarkDefinition } from './definition.ts';

/** Every mark, outermost first: the order in which marks are stored. */
export const markDefinitions: readonly MarkDefinition[] = [link, bold, italic, code];

const marksByName = /* @__PURE__ */ new Map(/* @__PURE__ */ markDefinitions.map((definition) => [definition.name, definition]));

/** The definition of a mark, or undefined for an unknown name; anything may be asked. */
export function findMark(name: unknown): MarkDefinition | undefined {
  return typeof name === 'string' ? marksByName.get(name) : undefined;
}
