import { bold } from '../marks/bold.ts';
import { code } from '../marks/code.ts';
import { formula } from '../marks/formula.ts';
import { highlight } from '../marks/highlight.ts';
import { italic } from '../marks/italic.ts';
import { keyboard } from '../marks/keyboard.ts';
import { link } from '../marks/link.ts';
import { strikethrough } from '../marks/strikethrough.ts';
import { subscript } from '../marks/subscript.ts';
import { superscript } from '../marks/superscript.ts';
import { underline } from '../marks/underline.ts';
import type { MarkDefinition } from './definition.ts';

/** All marks, outermost first, which is the order in which they're stored. */
export const markDefinitions: readonly MarkDefinition[] = [
  link,
  bold,
  italic,
  underline,
  strikethrough,
  highlight,
  subscript,
  superscript,
  keyboard,
  code,
  formula,
];

const marksByName = /* @__PURE__ */ new Map(/* @__PURE__ */ markDefinitions.map((definition) => [definition.name, definition]));

/** Returns the definition of a mark, or undefined for any unknown name or value. */
export function findMark(name: unknown): MarkDefinition | undefined {
  return typeof name === 'string' ? marksByName.get(name) : undefined;
}
