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
  const tex = node.tagName === 'mjx-container' ? latexOf(node, 0) : null;
  if (tex !== null) attributes['data-tex'] = tex;
  // MathJax 2 has the MathML of a formula as text.
  const mathml = attributes['data-mathml'];
  if (mathml !== undefined && hasMathClass(attributes['class']) && !otherTags.test(mathml))
    return { tag: node.tagName, attributes, children: toPieces(parseFragment(mathml).childNodes, maxDepth - 1) };
  return { tag: node.tagName, attributes, children: emptied.has(node.tagName) ? [] : toPieces(node.childNodes, depth + 1) };
}

/** Tags that aren't of MathML. Formatting, which a parser repeats, isn't among those. */
const otherTags = /<(?!\/?(?:m[a-z]+|semantics|annotation)\b)/iu;

/** Returns the TeX that MathJax 4 has in its output, also in drawings; null without any. */
function latexOf(node: DefaultTreeAdapterTypes.Element, depth: number): string | null {
  const own = node.attrs.find(({ name }) => name === 'data-latex')?.value.trim() ?? '';
  if (own !== '' || depth > maxDepth) return own || null;
  for (const child of node.childNodes) {
    const tex = 'tagName' in child ? latexOf(child, depth + 1) : null;
    if (tex !== null) return tex;
  }
  return null;
}

function hasMathClass(classes: string | undefined): boolean {
  return classes?.split(/\s+/u).includes('MathJax') === true;
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
