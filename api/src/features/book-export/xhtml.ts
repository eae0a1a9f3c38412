import type { CreateElement, ElementAttributes } from '@newline/document/render';

/** A piece of finished XHTML; text is a plain string and is escaped when it is put into an element. */
export type Xhtml = { readonly xml: string };

/** What a page of a book needs to know to be written. */
export type XhtmlOptions = {
  /** Where a link leads within the book or outside of it; null drops the link. */
  readonly linkFor: (href: string) => string | null;
  /** The picture's file in the book with its size; null when there is none, and its words stand alone. */
  readonly imageFor: (src: string) => { readonly path: string } | null;
  /** Added to the level of every heading: the chapter's own title is the first. */
  readonly headingShift: number;
};

const inHtml = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li hr br blockquote pre code span figure figcaption a strong em b i s del sub sup table thead tbody tr th td div section aside details summary'.split(
    ' ',
  ),
);
const inRenderings = new Set(
  'math mrow mi mo mn mtext mspace mover munder munderover msub msup msubsup mmultiscripts mprescripts mfrac msqrt mroot mtable mtr mtd mstyle mpadded mphantom menclose none svg g defs marker path rect circle ellipse line polyline polygon text tspan'.split(
    ' ',
  ),
);
const everywhere = new Set(['class', 'lang', 'dir', 'translate', 'aria-label']);
const ownAttributes: Readonly<Record<string, ReadonlySet<string>>> = {
  ol: new Set(['start', 'reversed']),
  li: new Set(['value']),
  td: new Set(['colspan', 'rowspan', 'headers']),
  th: new Set(['colspan', 'rowspan', 'scope']),
};
/** MathML of the drawings: these are not in the schema of EPUB's MathML. */
const notInEpub = new Set(['class', 'mathcolor', 'mathbackground', 'data-line', 'style', 'form']);

/**
 * An `h` for `renderDocument` that writes XHTML as EPUB knows it: every element closed, ids that are names, links and pictures within the
 * book; what is not on its list keeps its words and loses its element.
 */
export function createXhtml({ linkFor, imageFor, headingShift }: XhtmlOptions): CreateElement<Xhtml> {
  return (given, attributes, ...children) => {
    const inner = () => children.map(toXml).join('');
    if (given === 'img') return image(attributes, imageFor);
    if (given === 'iframe') {
      const src = `${attributes['src'] ?? ''}`;
      const href = linkFor(src);
      return { xml: href === null ? '' : `<p><a href="${escapeXml(href)}">${escapeXml(`${attributes['title'] ?? src}`)}</a></p>` };
    }
    if (inRenderings.has(given)) return { xml: `<${given}${renderingAttributes(given, attributes)}>${inner()}</${given}>` };
    const level = /^h([1-6])$/u.exec(given)?.[1];
    const tag = level === undefined ? given : `h${Math.min(6, Number(level) + headingShift)}`;
    if (!inHtml.has(tag)) return { xml: inner() };
    let start = `<${tag}`;
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined || value === false || value === true) continue;
      if (name === 'id' && level !== undefined) start += ` id="h-${escapeXml(`${value}`)}"`;
      else if (name === 'style' && /^text-align:\s*(?:left|right|center)$/u.test(`${value}`)) start += ` style="${value}"`;
      else if (everywhere.has(name) && (name !== 'aria-label' || tag === 'figure' || tag === 'pre' || tag === 'section'))
        start += ` ${name}="${escapeXml(`${value}`)}"`;
      else if (ownAttributes[tag]?.has(name)) start += ` ${name}="${escapeXml(`${value}`)}"`;
    }
    if (tag === 'a') {
      const href = linkFor(`${attributes['href'] ?? ''}`);
      if (href === null) return { xml: `<span>${inner()}</span>` };
      start += ` href="${escapeXml(href)}"`;
    }
    return { xml: tag === 'br' || tag === 'hr' ? `${start}/>` : `${start}>${inner()}</${tag}>` };
  };
}

function image(attributes: ElementAttributes, imageFor: XhtmlOptions['imageFor']): Xhtml {
  const alt = `${attributes['alt'] ?? ''}`;
  const found = imageFor(`${attributes['src'] ?? ''}`);
  if (!found) return { xml: alt === '' ? '' : `<span class="meta">[${escapeXml(alt)}]</span>` };
  return { xml: `<img src="${escapeXml(found.path)}" alt="${escapeXml(alt)}"/>` };
}

function renderingAttributes(tag: string, attributes: ElementAttributes): string {
  const space = tag === 'math' ? ' xmlns="http://www.w3.org/1998/Math/MathML"' : tag === 'svg' ? ' xmlns="http://www.w3.org/2000/svg"' : '';
  const isMath = tag.startsWith('m') && tag !== 'marker';
  const kept = Object.entries(attributes).filter(
    ([name, value]) => typeof value === 'string' && !name.startsWith('data-') && name !== 'tabindex' && !(isMath && notInEpub.has(name)),
  );
  return space + kept.map(([name, value]) => ` ${name}="${escapeXml(`${value}`)}"`).join('');
}

/** The XHTML of a piece. */
export function toXml(piece: Xhtml | string): string {
  return typeof piece === 'string' ? escapeXml(piece) : piece.xml;
}

const replacements: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML: escaped, and without the characters that XML forbids. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>"]/gu, (sign) => replacements[sign] ?? sign);
}
