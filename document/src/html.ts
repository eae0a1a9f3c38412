import { escapeHtml } from './escape-html.ts';
import type { CreateElement, RenderOptions } from './render/element.ts';
import { renderNotes } from './render/note-list.ts';
import { renderBlocks, renderDocument } from './render.ts';

/** A piece of finished HTML. Text is a plain string and is escaped when it is put into an element. */
interface Markup {
  readonly html: string;
}

/**
 * Renders a document as an HTML string for storage, feeds and emails. Safe for any input; see `renderDocument`.
 *
 * renderHtml({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a < b' }] }] }) is `<p>a &lt; b</p>`.
 */
export function renderHtml(document: unknown, options: RenderOptions = {}): string {
  let html = '';
  for (const piece of renderDocument(document, createMarkup, options)) html += toHtml(piece);
  return html;
}

/**
 * Renders a document like `renderHtml`, with one string for each top-level block. Anchors are unique in the whole document, and the
 * footnotes of a block follow it, because a text is cut between blocks.
 */
export function renderHtmlBlocks(document: unknown, options: RenderOptions = {}): string[] {
  return renderBlocks(document, createMarkup, options).map(({ content, notes }) =>
    [...content, ...renderNotes(notes, createMarkup, options.hasDirections)].map(toHtml).join(''),
  );
}

const createMarkup: CreateElement<Markup> = (tag, attributes, ...children) => {
  let start = `<${tag}`;
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined || value === false) continue;
    start += value === true ? ` ${name}` : typeof value === 'number' ? ` ${name}="${value}"` : ` ${name}="${escapeHtml(value)}"`;
  }
  if (tag === 'br' || tag === 'hr' || tag === 'img') return { html: `${start}>` };
  // Pieces are appended one by one, because joining would copy deep content once per level.
  let html = `${start}>`;
  // HTML drops a line break right after `<pre>`.
  if (tag === 'pre' && typeof children[0] === 'string' && children[0].startsWith('\n')) html += '\n';
  for (const child of children) html += typeof child === 'string' ? escapeHtml(child) : child.html;
  html += `</${tag}>`;
  return { html };
};

function toHtml(piece: Markup | string): string {
  return typeof piece === 'string' ? escapeHtml(piece) : piece.html;
}
