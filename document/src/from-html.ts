import type { DocumentKind } from './document-node.ts';
import { parseHtml } from './html-in/parse-html.ts';
import { readHtml } from './html-in/read-html.ts';
import { documentLimits } from './limits.ts';
import { validateDocument, type Validation, type ValidationOptions } from './validate.ts';

/**
 * Reads pasted or imported HTML into a normalized document. The output of `toHtml` is read back without changes. In other HTML, what the
 * format supports becomes nodes and marks, and other markup becomes text; scripts, styles and forms are dropped, and nothing is loaded.
 * Only a text beyond the limits is rejected. Never throws.
 *
 * fromHtml('<h2>Plans</h2><div>Read <b>them</b>.</div>', 'comment') is a heading and a paragraph.
 */
export function fromHtml(html: string, kind: DocumentKind, options: ValidationOptions = {}): Validation {
  const maxLength = documentLimits[kind].maxBytes * 2;
  const refuse = (expected: string, got: string): Validation => ({ ok: false, errors: [{ path: '', expected, got }] });
  if (html.length > maxLength) return refuse(`HTML of at most ${maxLength} characters`, `${html.length} characters`);
  const tree = parseHtml(html);
  return tree === null ? refuse('HTML of at most 100000 elements', 'more') : validateDocument(readHtml(tree, kind), kind, options);
}
