import type { Token } from 'markdown-it';
import type { DocumentMark, DocumentNode } from '../document-node.ts';
import { safeUrl } from '../safe-url.ts';
import { markDefinitions } from '../schema/marks.ts';
import { cutText } from '../truncate.ts';
import { tagToken } from './mark-tags.ts';

const marksByToken = new Map(
  markDefinitions.flatMap(({ name, token, tag }) =>
    token === undefined && tag === undefined ? [] : [[token ?? tagToken(tag ?? ''), name] as const],
  ),
);

/**
 * Reads the inline tokens of a block. In a paragraph, images become nodes between text; on a line (heading, cell), an image becomes its
 * alternative text. A reference to a footnote is a `footnoteReference`, which `NoteReader` replaces.
 */
export function readInline(tokens: readonly Token[], position: 'paragraph' | 'line'): DocumentNode[] {
  const nodes: DocumentNode[] = [];
  const active: DocumentMark[] = [];
  const addText = (text: string, ...more: readonly DocumentMark[]) => {
    if (text !== '') nodes.push({ type: 'text', text, marks: [...active, ...more] });
  };
  for (const token of tokens) {
    const base = token.type.replace(/_(?:open|close)$/u, '');
    const markName = marksByToken.get(base);
    if (base === 'link') {
      if (token.nesting === 1) active.push(linkMark(token));
      else closeMark(active, 'link');
    } else if (markName !== undefined) {
      if (token.nesting === 1) active.push({ type: markName });
      else closeMark(active, markName);
    } else if (token.type === 'code_inline') {
      addText(token.content, { type: 'code' });
    } else if (token.type === 'inline_formula') {
      addText(token.content, { type: 'formula' });
    } else if (token.type === 'footnote_inline') {
      nodes.push({ type: 'footnote', content: readInline(token.children ?? [], 'line') });
    } else if (token.type === 'footnote_reference') {
      nodes.push({ type: 'footnoteReference', attrs: { label: token.info } });
    } else if (token.type === 'softbreak') {
      addText(' ');
    } else if (token.type === 'hardbreak') {
      nodes.push({ type: 'hardBreak' });
    } else if (token.type === 'image') {
      const image = position === 'paragraph' ? imageNode(token, active) : null;
      if (image === null) addText(textOfInline(token.children ?? []));
      else nodes.push(image);
    } else {
      addText(token.content);
    }
  }
  // A link without an allowed URL becomes its text.
  return nodes.map((node) =>
    node.marks === undefined ? node : { ...node, marks: node.marks.filter((mark) => mark.attrs?.['href'] !== '') },
  );
}

/** Returns the text of tokens, without marks. */
function textOfInline(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') return ' ';
      return token.type === 'image' ? textOfInline(token.children ?? []) : token.content;
    })
    .join('');
}

function linkMark(token: Token): DocumentMark {
  return { type: 'link', attrs: { href: safeUrl(token.attrGet('href')) ?? '' } };
}

function closeMark(active: DocumentMark[], type: string): void {
  const index = active.findLastIndex((mark) => mark.type === type);
  if (index !== -1) active.splice(index, 1);
}

function imageNode(token: Token, active: readonly DocumentMark[]): DocumentNode | null {
  const src = safeUrl(token.attrGet('src'), 'media');
  if (src === null) return null;
  const href = active.findLast((mark) => mark.type === 'link')?.attrs?.['href'] ?? '';
  const title = token.attrGet('title');
  return {
    type: 'image',
    attrs: {
      src,
      alt: cutText(textOfInline(token.children ?? []), 2000),
      title: title === null || title === '' ? null : cutText(`${title}`, 500),
      href: href === '' ? null : href,
    },
  };
}
