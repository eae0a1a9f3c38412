import type { DocumentKind } from './document-node.ts';
import { readFootnotes } from './html-in/read-footnotes.ts';
import { parseHtml } from './html-in/parse-html.ts';
import { readHtml } from './html-in/read-html.ts';
import { withClassFonts } from './html-in/clipboard/class-fonts.ts';
import { boldClassesIn } from './html-in/clipboard/read-tables.ts';
import { tidyClipboard } from './html-in/clipboard/tidy-clipboard.ts';
import { documentLimits } from './limits.ts';
import { validateDocument, type Validation, type ValidationOptions } from './validate.ts';

/** How HTML is read. */
export interface FromHtmlOptions extends ValidationOptions {
  /** Called for each image that isn't available, because it's only on another machine. */
  readonly onLostImage?: () => void;
}

/**
 * Reads pasted or imported HTML into a normalized document. The output of `toHtml` is read back without changes. In other HTML, what the
 * format supports becomes nodes and marks, and other markup becomes text; scripts, styles and forms are dropped, and nothing is loaded.
 * Only a text beyond the limits is rejected. Never throws.
 *
 * fromHtml('<h2>Plans</h2><div>Read <b>them</b>.</div>', 'comment') is a heading and a paragraph.
 */
export function fromHtml(html: string, kind: DocumentKind, options: FromHtmlOptions = {}): Validation {
  const maxLength = documentLimits[kind].maxBytes * 2;
  const refuse = (expected: string, got: string): Validation => ({ ok: false, errors: [{ path: '', expected, got }] });
  if (html.length > maxLength) return refuse(`HTML of at most ${maxLength} characters`, `${html.length} characters`);
  const tree = parseHtml(html);
  if (tree === null) return refuse('HTML of at most 100000 elements', 'more');
  const noted = kind === 'comment' ? tree : readFootnotes(tree);
  const isOwn = html.includes('data-document');
  const tidied = isOwn
    ? noted
    : tidyClipboard(withClassFonts(noted, html), kind, { onLostImage: () => options.onLostImage?.() }, boldClassesIn(html));
  return validateDocument(readHtml(tidied, kind), kind, options);
}
