import type { MarkupRendering } from '@newline/document/renderings';
import temml from 'temml';
import { toMarkup } from './to-markup.ts';

const maxLength = 10_000;
/** How temml marks a command that it does not know; the page has a colour of its own for that. */
const errorColour = '#b22222';

/**
 * MathML of TeX. Nothing in it loads, links or names anything (`trust` is off), and macros end. Throws when it is no TeX; of
 * a command that is not known the name is shown.
 */
export function renderMath(source: string): MarkupRendering {
  if (source.length > maxLength) throw new Error(`the formula has ${source.length} characters, at most ${maxLength} are drawn`);
  const html = temml.renderToString(source, {
    displayMode: true,
    trust: false,
    throwOnError: false,
    maxExpand: 500,
    maxSize: [30, 30],
    errorColor: errorColour,
  });
  const markup = toMarkup(html, 'math', (name, value) => {
    if (name !== 'style') return value;
    // Sizes in a formula are small; more would only reach over the text around it.
    return /\d{3}/u.test(
      value
        .replaceAll('100%', '')
        .replaceAll(/#[0-9a-f]{6}/giu, '')
        .replaceAll(/\.\d+/gu, ''),
    )
      ? null
      : value.replace(errorColour, 'red');
  });
  if (markup === null) throw new Error(/ParseError:\s*([^\n<]*)/u.exec(html)?.[1] ?? 'the formula cannot be drawn');
  return { of: source.length, markup };
}
