import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { mathmlToTex, type MathNode } from './clipboard/mathml-to-tex.ts';
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
  ...['canvas', 'audio', 'video', 'source', 'track', 'map', 'area', 'select', 'option', 'textarea', 'button', 'datalist'],
  ...['frame', 'frameset', 'noframes', 'noembed', 'dialog', 'slot', 'portal', 'fencedframe', 'xml'],
]);

/** Elements that are kept for their attributes: the URL of a frame, the TeX of a formula, the state of a checkbox. */
const emptied = new Set(['iframe', 'math', 'input']);

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
  // The TeX of a formula comes from its elements: `alttext` can be anything, except in the HTML of this site.
  if (node.tagName === 'math' && !isOwnFormula(node))
    attributes['alttext'] = mathmlToTex(mathNode(node, 0)) || (attributes['alttext'] ?? '');
  return { tag: node.tagName, attributes, children: emptied.has(node.tagName) ? [] : toPieces(node.childNodes, depth + 1) };
}

/** True for a formula in the HTML that this site renders, whose `alttext` is its TeX. */
function isOwnFormula({ parentNode, attrs }: DefaultTreeAdapterTypes.Element): boolean {
  if (parentNode === null || !('tagName' in parentNode)) return false;
  const ownClass = parentNode.tagName === 'div' ? 'math' : parentNode.tagName === 'span' ? 'formula' : null;
  const isOwn = parentNode.attrs.some(({ name, value }) => name === 'class' && value === ownClass);
  return isOwn && attrs.some(({ name, value }) => name === 'alttext' && value !== '');
}

function mathNode(node: DefaultTreeAdapterTypes.Element, depth: number): MathNode {
  const children = depth > maxDepth ? [] : node.childNodes;
  return {
    tag: node.tagName.toLowerCase(),
    attributes: new Map(node.attrs.map(({ name, value }) => [name, value])),
    children: children.flatMap((child): (MathNode | string)[] =>
      'tagName' in child ? [mathNode(child, depth + 1)] : 'value' in child ? [child.value] : [],
    ),
  };
}
