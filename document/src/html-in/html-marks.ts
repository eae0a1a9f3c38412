import type { DocumentMark } from '../document-node.ts';
import { safeUrl } from '../safe-url.ts';
import { hasClass, type HtmlElement } from './html-tree.ts';

const markTags: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null) as Record<string, string>, {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  code: 'code',
  samp: 'code',
  tt: 'code',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  mark: 'highlight',
  sub: 'subscript',
  sup: 'superscript',
  kbd: 'keyboard',
});

/**
 * Returns the marks for the content of an element, of those that the document can have. A style can contradict its tag: Google Docs wraps its clipboard in a `b` that isn't
 * bold.
 */
export function marksWithin(element: HtmlElement, marks: readonly DocumentMark[], allowed: ReadonlySet<string>): readonly DocumentMark[] {
  const style = element.attributes['style'] ?? '';
  const weight = /font-weight:\s*(\w+)/u.exec(style)?.[1];
  const slant = /font-style:\s*(\w+)/u.exec(style)?.[1];
  let within = marks;
  if (element.tag === 'a') {
    const href = safeUrl(element.attributes['href']);
    if (href !== null) within = [...within.filter(({ type }) => type !== 'link'), { type: 'link', attrs: { href } }];
  }
  const named = markTags[element.tag];
  if (named !== undefined && !(named === 'bold' && isLight(weight)) && !(named === 'italic' && slant === 'normal')) {
    within = withMark(within, named);
  }
  if (weight !== undefined && /^(?:bold|bolder|[6-9]00)$/u.test(weight)) within = withMark(within, 'bold');
  if (slant === 'italic' || slant === 'oblique') within = withMark(within, 'italic');
  if (/text-decoration(?:-line)?:[^;]*line-through/u.test(style)) within = withMark(within, 'strikethrough');
  if (element.tag === 'span' && hasClass(element, 'formula')) within = withMark(within, 'formula');
  // A link is underlined anyway.
  if (/text-decoration(?:-line)?:[^;]*underline/u.test(style) && !within.some(({ type }) => type === 'link'))
    within = withMark(within, 'underline');
  const [, raised] = /vertical-align:\s*(super|sub)\b/u.exec(style) ?? [];
  if (raised !== undefined) within = withMark(within, raised === 'super' ? 'superscript' : 'subscript');
  return within.filter(({ type }) => allowed.has(type));
}

function isLight(weight: string | undefined): boolean {
  return weight !== undefined && /^(?:normal|lighter|[1-5]00)$/u.test(weight);
}

function withMark(marks: readonly DocumentMark[], type: string): readonly DocumentMark[] {
  return marks.some((mark) => mark.type === type) ? marks : [...marks, { type }];
}
