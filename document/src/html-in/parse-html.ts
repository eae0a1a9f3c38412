import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { emptyRecord } from '../empty-record.ts';
import type { HtmlElement, HtmlPiece } from './html-tree.ts';

/** The depth below which elements are dropped with their content. */
const maxDepth = 128;
/** The most elements that are read. HTML's rules repeat open formatting in each new block, so a small text can be a huge tree. */
const maxElements = 100_000;

class TooManyElements extends Error {}

/**
 * Parses HTML like a browser, into a tree without comments, or returns null if it has more than 100,000 elements. The tree leaves out what
 * a page would run, load or show in its own way (scripts, styles, form controls, media, drawings).
 *
 * @param onElement called for each element that is created; if it throws, parsing ends
 */
export function parseHtml(html: string, onElement?: () => void): HtmlElement | null {
  let count = 0;
  const createElement: typeof defaultTreeAdapter.createElement = (tag, namespace, attributes) => {
    count += 1;
    onElement?.();
    if (count > maxElements) throw new TooManyElements();
    return defaultTreeAdapter.createElement(tag, namespace, attributes);
  };
  try {
    const fragment = parseFragment(html, {
      treeAdapter: { ...defaultTreeAdapter, createElement },
      scriptingEnabled: false,
    });
    return { tag: 'div', attributes: emptyRecord(), children: toPieces(fragment.childNodes, 0) };
  } catch (error) {
    if (error instanceof TooManyElements) return null;
    throw error;
  }
}

const dropped = new Set([
  ...['script', 'style', 'head', 'title', 'meta', 'link', 'base', 'template', 'object', 'applet', 'embed', 'param', 'svg'],
  ...['canvas', 'audio', 'video', 'source', 'track', 'map', 'area', 'input', 'select', 'option', 'textarea', 'button', 'datalist'],
  ...['frame', 'frameset', 'noframes', 'noembed', 'dialog', 'slot', 'portal', 'fencedframe', 'xml'],
]);

/** Elements kept only for their attributes: the URL of a frame, the TeX of a formula. */
const emptied = new Set(['iframe', 'math']);

function toPieces(nodes: readonly DefaultTreeAdapterTypes.ChildNode[], depth: number): HtmlPiece[] {
  if (depth > maxDepth) return [];
  const pieces: HtmlPiece[] = [];
  for (const node of nodes) {
    if ('value' in node) pieces.push(node.value);
    else if ('tagName' in node && !dropped.has(node.tagName)) pieces.push(toElement(node, depth));
  }
  return pieces;
}

function toElement(node: DefaultTreeAdapterTypes.Element, depth: number): HtmlElement {
  const attributes = emptyRecord<string>();
  for (const { name, value } of node.attrs) attributes[name] = value;
  return { tag: node.tagName, attributes, children: emptied.has(node.tagName) ? [] : toPieces(node.childNodes, depth + 1) };
}
