import { hasClass, type HtmlElement, type HtmlPiece } from '@newline/document/html-in/html-tree';
import { safeUrl } from '@newline/document/safe-url';
import Slugger from 'github-slugger';

/** A link within the folder: the text it belongs to, and the file and line where it is written, which an include may have moved. */
export type LinkPlace = { readonly from: string; readonly file: string; readonly line: number; readonly href: string };

/** What the reading of a text asks of the book it is in. */
export type TreeAnswers = {
  readonly file: string;
  /** The address of a picture; null, with the reason, when there is none. */
  image(src: string): { readonly src: string } | { readonly fault: string };
};

type Surroundings = TreeAnswers & {
  tell(line: number, message: string): void;
  placeOf(line: number): { readonly file: string; readonly line: number };
  hold(element: HtmlElement): HtmlElement;
};

/** What `readTree` answers. */
export type ReadTree = {
  readonly tree: HtmlElement;
  readonly headings: readonly (readonly string[])[];
  readonly leading: readonly string[];
  readonly links: readonly LinkPlace[];
};

const headingTags = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const idPattern = /\s*(?:\{([^{}]*)\}|\{\/\*\s*#([\w-]+)\s*\*\/\})\s*$/u;

/** Walks the HTML of a text: takes the ids of headings, gives links and pictures their new addresses, and makes boxes of what says so. */
export function readTree(root: HtmlElement, surroundings: Surroundings): ReadTree {
  const walk = new TreeWalk(surroundings);
  const tree = walk.element(root, 0);
  return { tree, headings: walk.headings, leading: walk.leading, links: walk.links };
}

class TreeWalk {
  readonly headings: string[][] = [];
  readonly leading: string[] = [];
  readonly links: LinkPlace[] = [];
  readonly #surroundings: Surroundings;
  readonly #slugger = new Slugger();

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  element(given: HtmlElement, outerLine: number): HtmlElement {
    const line = Number(given.attributes['data-line'] ?? outerLine);
    const { tag } = given;
    if (headingTags.has(tag)) return this.#heading(given, line);
    // The line of a box that opens is words only.
    if (tag === 'summary') return { tag, attributes: {}, children: [given.children.map(wordsOf).join('').trim()] };
    for (const id of [given.attributes['id'], tag === 'a' ? given.attributes['name'] : undefined]) this.#note(id);
    if (tag === 'img') return this.#image(given, line);
    const children = given.children.flatMap((child) => this.#piece(child, line));
    if (tag === 'tabs') return this.#surroundings.hold({ ...given, children });
    if (tag === 'a') return this.#link({ ...given, children }, line);
    if (hasClass(given, 'warning') && tag === 'div')
      return { tag: 'aside', attributes: { class: 'note note--warning' }, children: [{ tag: 'div', attributes: {}, children }] };
    return { ...given, children };
  }

  #piece(piece: HtmlPiece, line: number): HtmlPiece[] {
    if (typeof piece === 'string') return [piece];
    if (hasClass(piece, 'hidden')) {
      this.#surroundings.tell(Number(piece.attributes['data-line'] ?? line), 'What is hidden from readers is left out.');
      return [];
    }
    return [this.element(piece, line)];
  }

  #note(id: string | undefined): void {
    if (id === undefined || id === '') return;
    (this.headings.at(-1) ?? this.leading).push(id);
  }

  #heading(given: HtmlElement, line: number): HtmlElement {
    const { rest, id, hasClasses } = takeId(given.children);
    const own = given.attributes['id'] ?? id;
    if (hasClasses) this.#surroundings.tell(line, 'Classes of a heading are left out.');
    const words = rest.map(wordsOf).join('').trim();
    // The heading of the notes is ours: a slug of the text stays free for it.
    const ids = own === undefined ? [this.#slugger.slug(words)] : [own];
    if (words !== '') this.headings.push(ids);
    return { tag: given.tag, attributes: {}, children: rest.flatMap((child) => this.#piece(child, line)) };
  }

  #link(given: HtmlElement, line: number): HtmlElement {
    const { href } = given.attributes;
    if (href === undefined) return { tag: 'span', attributes: {}, children: given.children };
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu.test(href)) {
      if (safeUrl(href) === null)
        this.#surroundings.tell(line, `A link to ${shown(href)} is left out: expected http, https, mailto or tel.`);
      return { tag: 'a', attributes: { href }, children: given.children };
    }
    const { file, line: written } = this.#surroundings.placeOf(line);
    this.links.push({ from: this.#surroundings.file, file, line: written, href });
    return { tag: 'a', attributes: { href: `/~link/${this.links.length - 1}` }, children: given.children };
  }

  #image(given: HtmlElement, line: number): HtmlElement {
    const { src = '', alt = '', title } = given.attributes;
    const answer = this.#surroundings.image(src);
    if ('src' in answer) {
      const position = hasClass(given, 'left') ? 'fig--wrap-left' : hasClass(given, 'right') ? 'fig--wrap-right' : '';
      const image = { tag: 'img', attributes: { src: answer.src, alt, ...(title === undefined ? {} : { title }) }, children: [] };
      return position === '' ? image : { tag: 'figure', attributes: { class: `fig ${position}` }, children: [image] };
    }
    this.#surroundings.tell(line, `The picture ${shown(src)} is left out, its words stay: ${answer.fault}`);
    return { tag: 'span', attributes: {}, children: [alt] };
  }
}

/** Takes `{#id .class}` from the end of a heading. */
function takeId(children: readonly HtmlPiece[]): { rest: readonly HtmlPiece[]; id: string | undefined; hasClasses: boolean } {
  const last = children.at(-1);
  const found = typeof last === 'string' ? idPattern.exec(last) : null;
  if (typeof last !== 'string' || found === null) return { rest: children, id: undefined, hasClasses: false };
  const given = found[1] ?? '';
  const id = found[2] ?? /#([^\s.{}#]+)/u.exec(given)?.[1];
  const hasClasses = /(?:^|\s)\.[\w-]+/u.test(given);
  if (id === undefined && !hasClasses) return { rest: children, id: undefined, hasClasses: false };
  return { rest: [...children.slice(0, -1), last.slice(0, found.index)], id, hasClasses };
}

function wordsOf(piece: HtmlPiece): string {
  if (typeof piece === 'string') return piece;
  return piece.tag === 'img' ? (piece.attributes['alt'] ?? '') : piece.children.map(wordsOf).join('');
}

function shown(address: string): string {
  return JSON.stringify(address.slice(0, 120));
}
