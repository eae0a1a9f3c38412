import type { MarkupRendering } from '@newline/document/renderings';
import temml from 'temml';
import { toMarkup } from './to-markup.ts';

/** The longest formula on its own line, and within a line. */
const maxLength = { math: 10_000, formula: 1000 };
/** Color that temml gives unknown commands; the page has its own color for errors. */
const temmlErrorColor = '#b22222';

/**
 * Renders TeX as MathML. The result can't load or link to anything (`trust` is off), and macro expansion is limited. Throws if the source
 * isn't TeX; an unknown command is shown by its name.
 */
export function renderMath(source: string, type: 'math' | 'formula'): MarkupRendering {
  if (source.length > maxLength[type])
    throw new Error(`the formula has ${source.length} characters, at most ${maxLength[type]} are rendered`);
  const html = temml.renderToString(source, {
    displayMode: type === 'math',
    trust: false,
    throwOnError: false,
    maxExpand: 500,
    maxSize: [30, 30],
    errorColor: temmlErrorColor,
  });
  const markup = toMarkup(html, 'math', (name, value) => {
    if (name !== 'style') return value;
    // Sizes in a formula are small; larger ones would only overlap the text around it.
    return /\d{3}/u.test(
      value
        .replaceAll('100%', '')
        .replaceAll(/#[0-9a-f]{6}/giu, '')
        .replaceAll(/\.\d+/gu, ''),
    )
      ? null
      : value.replace(temmlErrorColor, 'red');
  });
  if (markup === null) throw new Error(/ParseError:\s*([^\n<]*)/u.exec(html)?.[1] ?? 'the formula cannot be rendered');
  return { of: source.length, markup };
}
