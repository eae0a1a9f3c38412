import type { DocumentNode } from './document-node.ts';
import { safeUrl } from './safe-url.ts';
import { findNode } from './schema/nodes.ts';

// Only full http and https URLs become links; no other scheme does because of how a text looks.
const url = /https?:\/\/[^\s<>"'`\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/giu;
/** Characters that end a sentence, a quotation or a parenthesis around a URL, and aren't part of the URL. */
const trailing = /^[.,:;!?…*_~»›”’]$/u;
const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** A URL in a text. */
export interface TextUrl {
  readonly from: number;
  readonly to: number;
  readonly href: string;
}

/**
 * Finds the URLs in a text, without the punctuation around them.
 *
 * findUrls('See (https://a.example/b).') finds https://a.example/b at 5.
 */
export function findUrls(text: string): readonly TextUrl[] {
  const urls: TextUrl[] = [];
  for (const { 0: match, index } of text.matchAll(url)) {
    // In the middle of a word it isn't a URL of its own.
    if (/[\p{L}\p{N}_]/u.test(text.charAt(index - 1))) continue;
    const written = withoutTrailing(match);
    const href = URL.canParse(written) ? safeUrl(written) : null;
    if (href !== null && /^https?:\/\/[^/?#]*[\p{L}\p{N}]/iu.test(href)) urls.push({ from: index, to: index + written.length, href });
  }
  return urls;
}

function withoutTrailing(match: string): string {
  let end = match.length;
  const counts = new Map<string, number>();
  for (const character of match) counts.set(character, (counts.get(character) ?? 0) + 1);
  const count = (character: string) => counts.get(character) ?? 0;
  for (; end > 0; end -= 1) {
    const last = match.charAt(end - 1);
    const opening = pairs[last];
    // A closing bracket belongs to the URL if its opening bracket does.
    if (opening === undefined ? !trailing.test(last) : count(last) <= count(opening)) break;
    counts.set(last, count(last) - 1);
  }
  return match.slice(0, end);
}

/** Returns the node with a link on each URL in its text. Existing links and code stay unchanged. */
export function linkUrls(node: DocumentNode): DocumentNode {
  if (node.content === undefined || findNode(node.type)?.marks === 'none') return node;
  const content = node.content.flatMap((child) => (child.type === 'text' ? linked(child) : [linkUrls(child)]));
  return content.length === node.content.length && content.every((child, index) => child === node.content?.[index])
    ? node
    : { ...node, content };
}

function linked(node: DocumentNode): readonly DocumentNode[] {
  const { text = '', marks = [] } = node;
  if (marks.some(({ type }) => type === 'link' || type === 'code')) return [node];
  const urls = findUrls(text);
  if (urls.length === 0) return [node];
  const pieces: DocumentNode[] = [];
  let end = 0;
  for (const { from, to, href } of urls) {
    if (from > end) pieces.push({ ...node, text: text.slice(end, from) });
    pieces.push({ ...node, text: text.slice(from, to), marks: [...marks, { type: 'link', attrs: { href } }] });
    end = to;
  }
  if (end < text.length) pieces.push({ ...node, text: text.slice(end) });
  return pieces;
}
