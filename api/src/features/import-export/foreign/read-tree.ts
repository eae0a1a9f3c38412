import { append } from '@newline/document/append';
import { hasClass, type HtmlElement, type HtmlPiece } from '@newline/document/html-in/html-tree';
import { readBoxes, readCallout } from '@newline/document/html-in/clipboard/read-boxes';
import { safeUrl } from '@newline/document/safe-url';
import Slugger from 'github-slugger';
import type { MessageWeight } from '../import-plan.ts';

/** A link within the folder: its text, and the file and line where it's written, which may belong to an include. */
export type LinkPlace = {
  readonly from: string;
  readonly file: string;
  readonly line: number;
  readonly href: string;
  /** Whether it's written without words, `[](two.md)`: it gets the title of its target. */
  readonly isBare: boolean;
};

/** Context of a text: its book. */
export type TreeAnswers = {
  readonly file: string;
  /** Returns the URL of an image, with what to report about it, or the reason why there is none. */
  image(src: string): { readonly src: string; readonly loss?: string } | { readonly fault: string };
};

type Surroundings = TreeAnswers & {
  tell(line: number, message: string, weight?: MessageWeight): void;
  placeOf(line: number): { readonly file: string; readonly line: number };
  hold(element: HtmlElement): HtmlElement;
};

/** Result of `readTree`. */
export type ReadTree = {
  readonly tree: HtmlElement;
  readonly headings: readonly (readonly string[])[];
  readonly leading: readonly string[];
  readonly links: readonly LinkPlace[];
};

const headingTags = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const idPattern = /\s*(?:\{([^{}]*)\}|\{\/\*\s*#([\w-]+)\s*\*\/\})\s*$/u;

/** Walks the HTML of a text: collects the ids of headings, replaces URLs of links and images, and converts boxes. */
export function readTree(root: HtmlElement, surroundings: Surroundings): ReadTree {
  const walk = new TreeWalk(surroundings);
  const tree = walk.element(root, 0);
  walk.end();
  return { tree, headings: walk.headings, leading: walk.leading, links: walk.links };
}

class TreeWalk {
  readonly headings: string[][] = [];
  readonly leading: string[] = [];
  readonly links: LinkPlace[] = [];
  readonly #surroundings: Surroundings;
  readonly #slugger = new Slugger();
  /** Empty anchors whose heading isn't known yet. */
  readonly #anchors: string[] = [];

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  element(element: HtmlElement, outerLine: number): HtmlElement {
    const line = Number(element.attributes['data-line'] ?? outerLine);
    const { tag } = element;
    if (headingTags.has(tag)) return this.#heading(element, line);
    // The first line of a details box contains only text.
    if (tag === 'summary') return { tag, attributes: {}, children: [element.children.map(wordsOf).join('').trim()] };
    const isEmpty = element.children.every((child) => typeof child === 'string' && child.trim() === '');
    for (const id of [element.attributes['id'], tag === 'a' ? element.attributes['name'] : undefined]) this.#note(id, isEmpty);
    if (tag === 'img') return this.#image(element, line);
    if (tag === 'dl') this.#surroundings.tell(line, 'A definition list becomes paragraphs: each term, then its definition.');
    const format = formats.get(tag);
    if (format !== undefined) this.#surroundings.tell(line, format.message, format.weight);
    const callout = hasClass(element, 'note') ? element : readBoxes(readCallout(element));
    if (callout !== element) return this.element(callout, line);
    const children = (tag === 'details' ? withNotesOfSummary(element) : element.children).flatMap((child) => this.#piece(child, line));
    if (format !== undefined) return { tag: format.tag, attributes: {}, children };
    if (tag === 'dt') return { ...element, children: [{ tag: 'strong', attributes: {}, children }] };
    const align = alignmentOf(element);
    if (align !== null && blockTags.has(tag)) {
      if (imagesIn(element) > 0) this.#surroundings.tell(line, 'An image is no longer centered.');
      return aligned({ ...element, children }, align);
    }
    if (tag === 'table') return { ...element, children: children.filter((child) => !isEmptyHead(child)) };
    if (tag === 'figcaption') return { ...element, children: children.flatMap(withoutParagraph) };
    if (tag === 'figure' && imagesIn(element) > 1) return severalImages({ ...element, children });
    if (tag === 'tabs') return this.#surroundings.hold({ ...element, children });
    if (tag === 'a') return this.#link({ ...element, children }, line);
    if (hasClass(element, 'warning') && tag === 'div')
      return { tag: 'aside', attributes: { class: 'note note--warning' }, children: [{ tag: 'div', attributes: {}, children }] };
    return { ...element, children };
  }

  /** Anchors at the end belong to the last heading. */
  end(): void {
    this.#placeAnchors();
  }

  #piece(piece: HtmlPiece, line: number): HtmlPiece[] {
    if (typeof piece === 'string') {
      if (piece.trim() !== '') this.#placeAnchors();
      return [piece];
    }
    if (hasClass(piece, 'hidden')) {
      this.#surroundings.tell(Number(piece.attributes['data-line'] ?? line), 'Hidden content is removed.', 'lost');
      return [];
    }
    return [this.element(piece, line)];
  }

  /** An empty anchor belongs to the heading that follows it, if there is nothing between them. */
  #note(id: string | undefined, isEmpty: boolean): void {
    if (id === undefined || id === '') return;
    if (!isEmpty) this.#placeAnchors();
    this.#anchors.push(id);
    if (!isEmpty) this.#placeAnchors();
  }

  #placeAnchors(): void {
    append(this.headings.at(-1) ?? this.leading, this.#anchors.splice(0));
  }

  #heading(element: HtmlElement, line: number): HtmlElement {
    const { rest, id, hasClasses } = takeId(element.children);
    const own = element.attributes['id'] ?? id;
    if (hasClasses) this.#surroundings.tell(line, 'Classes of a heading are removed.', 'info');
    if (rest.some((piece) => imagesIn(piece) > 0))
      this.#surroundings.tell(line, 'An image in a heading is removed, and its alt text is kept.', 'lost');
    const words = rest.map(wordsOf).join('').trim();
    // The heading of the notes is ours: a slug of the text stays free for it.
    const ids = [own ?? this.#slugger.slug(words), ...this.#anchors.splice(0)];
    if (words !== '') this.headings.push(ids);
    return { tag: element.tag, attributes: {}, children: rest.flatMap((child) => this.#piece(child, line)) };
  }

  #link(element: HtmlElement, line: number): HtmlElement {
    const { href } = element.attributes;
    if (href === undefined) return { tag: 'span', attributes: {}, children: element.children };
    const isBare = href !== '' && isBareLink(element);
    const children = isBare ? [href] : element.children;
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu.test(href)) {
      if (safeUrl(href) === null)
        this.#surroundings.tell(line, `A link to ${shown(href)} is removed: expected http, https, mailto or tel.`, 'lost');
      return { tag: 'a', attributes: { href }, children };
    }
    const { file, line: written } = this.#surroundings.placeOf(line);
    this.links.push({ from: this.#surroundings.file, file, line: written, href, isBare });
    return { tag: 'a', attributes: { href: `/~link/${this.links.length - 1}` }, children };
  }

  /** The displayed width of an image, in pixels. */
  #widthOf({ attributes }: HtmlElement, line: number): string | null {
    const written = /(?:^|;)\s*(?:max-)?width:\s*([^;]+)/u.exec(attributes['style'] ?? '')?.[1] ?? attributes['width'];
    if (written === undefined || /^\s*100%\s*$/u.test(written)) return null;
    const pixels = /^\s*(\d{1,5})(?:\.\d+)?\s*(?:px)?\s*$/u.exec(written)?.[1];
    if (pixels === undefined)
      this.#surroundings.tell(line, `The width of an image is removed: ${shown(written.trim())}. Only pixels are supported.`);
    return pixels ?? null;
  }

  #image(element: HtmlElement, line: number): HtmlElement {
    const { src = '', alt = '', title } = element.attributes;
    if (/#(?:only-dark|gh-dark-mode-only)$/u.test(src)) {
      this.#surroundings.tell(line, `The image ${shown(src)} is removed: it’s for dark pages only.`, 'lost');
      return { tag: 'span', attributes: {}, children: [] };
    }
    const answer = this.#surroundings.image(src);
    if ('src' in answer) {
      if (answer.loss !== undefined) this.#surroundings.tell(line, `The image ${shown(src)} ${answer.loss}`, 'lost');
      const width = this.#widthOf(element, line);
      if (hasClass(element, 'center')) this.#surroundings.tell(line, 'An image is no longer centered.');
      const position = hasClass(element, 'left') ? 'fig--wrap-left' : hasClass(element, 'right') ? 'fig--wrap-right' : '';
      const image = {
        tag: 'img',
        attributes: { src: answer.src, alt, ...(title === undefined ? {} : { title }), ...(width === null ? {} : { width }) },
        children: [],
      };
      return position === '' ? image : { tag: 'figure', attributes: { class: `fig ${position}` }, children: [image] };
    }
    this.#surroundings.tell(line, `The image ${shown(src)} is removed, and its alt text is kept: ${answer.fault}`, 'lost');
    return { tag: 'span', attributes: {}, children: [alt] };
  }
}

/** Whether a part of a table is a head without words, which Markdown needs for a table that has none. */
function isEmptyHead(piece: HtmlPiece): boolean {
  return (
    typeof piece !== 'string' &&
    piece.tag === 'thead' &&
    wordsOf(piece).trim() === '' &&
    imagesIn(piece) === 0 &&
    notesIn(piece).length === 0
  );
}

/** Moves the footnotes of the first line of a details box, which contains only text, into its first paragraph. */
function withNotesOfSummary({ children }: HtmlElement): readonly HtmlPiece[] {
  const isSummary = (piece: HtmlPiece) => typeof piece !== 'string' && piece.tag === 'summary';
  const notes = children.filter(isSummary).flatMap(notesIn);
  if (notes.length === 0) return children;
  const first = children.findIndex((piece) => typeof piece !== 'string' && piece.tag === 'p');
  if (first === -1) return [...children, { tag: 'p', attributes: {}, children: notes }];
  return children.map((piece, index) =>
    index === first && typeof piece !== 'string' ? { ...piece, children: [...piece.children, ...notes] } : piece,
  );
}

function notesIn(piece: HtmlPiece): readonly HtmlPiece[] {
  if (typeof piece === 'string') return [];
  return piece.tag === 'footnote' ? [piece] : piece.children.flatMap(notesIn);
}

const blockTags = new Set(['div', 'p', 'center', 'section', 'figure']);

/** An unsupported text format: the nearest element, and the message for the report. */
type LostFormat = { readonly tag: string; readonly message: string; readonly weight: MessageWeight };

const formats: ReadonlyMap<string, LostFormat> = new Map([
  ...lostFormats(['small', 'big', 'font'], 'span', (tag) => `<${tag}> is removed, and its text is kept.`),
  ...lostFormats(['samp', 'tt'], 'code', (tag) => `<${tag}> becomes code.`),
  ...lostFormats(['cite', 'dfn', 'var'], 'em', (tag) => `<${tag}> becomes italic.`),
]);

function lostFormats(tags: readonly string[], tag: string, say: (tag: string) => string): [string, LostFormat][] {
  // Code and italics look as the original did.
  const weight = tag === 'span' ? 'changed' : 'info';
  return tags.map((lost) => [lost, { tag, message: say(lost), weight }]);
}

/** Returns the alignment that an element sets for its content; null if it sets none. */
function alignmentOf({ tag, attributes }: HtmlElement): string | null {
  const written =
    /(?:^|;)\s*text-align:\s*([a-z]+)/iu.exec(attributes['style'] ?? '')?.[1] ?? attributes['align'] ?? (tag === 'center' ? 'center' : '');
  return ['center', 'right', 'justify'].find((align) => align === written.toLowerCase()) ?? null;
}

/** Converts an element with aligned paragraphs; an element with only text is a paragraph. */
function aligned({ tag, children }: HtmlElement, align: string): HtmlElement {
  const attributes = { style: `text-align: ${align}` };
  const isBlock = (child: HtmlPiece) => typeof child !== 'string' && (inBlocks.has(child.tag) || child.children.some(isBlock));
  if (!children.some(isBlock)) return { tag: 'p', attributes, children };
  const alignPiece = (child: HtmlPiece): HtmlPiece => {
    if (typeof child === 'string') return child;
    return child.tag === 'p'
      ? { ...child, attributes: { ...child.attributes, ...attributes } }
      : { ...child, children: child.children.map(alignPiece) };
  };
  return { tag: tag === 'center' ? 'div' : tag, attributes: {}, children: children.map(alignPiece) };
}

const inBlocks = new Set(['p', 'div', 'ul', 'ol', 'table', 'pre', 'figure', 'blockquote', 'aside', 'details', 'section', ...headingTags]);

function imagesIn(piece: HtmlPiece): number {
  if (typeof piece === 'string') return 0;
  return piece.tag === 'img' ? 1 : piece.children.reduce((sum, child) => sum + imagesIn(child), 0);
}

/** A caption is one line: its paragraphs are separated by spaces. */
function withoutParagraph(piece: HtmlPiece): readonly HtmlPiece[] {
  return typeof piece !== 'string' && piece.tag === 'p' ? [...piece.children, ' '] : [piece];
}

/** Converts a figure with several images: the images one by one, then the caption as a paragraph. */
function severalImages({ children }: HtmlElement): HtmlElement {
  const words = (child: HtmlPiece): HtmlPiece => (typeof child !== 'string' && child.tag === 'figcaption' ? { ...child, tag: 'p' } : child);
  return { tag: 'div', attributes: {}, children: children.map(words) };
}

/** Whether a link has no words or images. One with other attributes, such as an ID, is an anchor. */
function isBareLink({ attributes, children }: HtmlElement): boolean {
  const isPlain = Object.keys(attributes).every((name) => ['href', 'title', 'data-line'].includes(name));
  return isPlain && children.every((child) => wordsOf(child).trim() === '' && imagesIn(child) === 0);
}

/** Takes `{#id .class}` from the end of a heading. */
function takeId(children: readonly HtmlPiece[]): { rest: readonly HtmlPiece[]; id: string | undefined; hasClasses: boolean } {
  const last = children.at(-1);
  const match = typeof last === 'string' ? idPattern.exec(last) : null;
  if (typeof last !== 'string' || match === null) return { rest: children, id: undefined, hasClasses: false };
  const braces = match[1] ?? '';
  const id = match[2] ?? /#([^\s.{}#]+)/u.exec(braces)?.[1];
  const hasClasses = /(?:^|[\s:])\.[\w-]+/u.test(braces);
  if (id === undefined && !hasClasses) return { rest: children, id: undefined, hasClasses: false };
  return { rest: [...children.slice(0, -1), last.slice(0, match.index)], id, hasClasses };
}

function wordsOf(piece: HtmlPiece): string {
  if (typeof piece === 'string') return piece;
  if (piece.tag === 'footnote') return '';
  return piece.tag === 'img' ? (piece.attributes['alt'] ?? '') : piece.children.map(wordsOf).join('');
}

function shown(address: string): string {
  return JSON.stringify(address.slice(0, 120));
}
