import type { CreateElement, ElementAttributes } from '@newline/document/render';

/** A fragment of finished XHTML; text is a plain string and is escaped when it is inserted into an element. `isLink` is true if it contains a link. */
export type Xhtml = { readonly xml: string; readonly isLink?: boolean };

/** Options of rendering a page of a book. */
export type XhtmlOptions = {
  /** Returns the target of a link inside or outside the book; null removes the link. */
  readonly linkFor: (href: string) => string | null;
  /** Returns the image's file in the book; null if there is none, which leaves its text and a link. */
  readonly imageFor: (src: string) => { readonly path: string } | null;
  /** Number added to the level of every heading, because the chapter's title is the first. */
  readonly headingShift: number;
  /** Where the exercises of the page can be solved. */
  readonly exercisesUrl: string;
};

const inHtml = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li hr br blockquote pre code span figure figcaption a strong em b i u s del mark kbd sub sup table thead tbody tr th td div section aside details summary'.split(
    ' ',
  ),
);
const inRenderings = new Set(
  'math mrow mi mo mn mtext mspace mover munder munderover msub msup msubsup mmultiscripts mprescripts mfrac msqrt mroot mtable mtr mtd mstyle mpadded mphantom menclose none svg g defs marker path rect circle ellipse line polyline polygon text tspan'.split(
    ' ',
  ),
);
const globalAttributes = new Set(['class', 'lang', 'dir', 'translate', 'aria-label']);
const ownAttributes: Readonly<Record<string, ReadonlySet<string>>> = {
  ol: new Set(['start', 'reversed']),
  li: new Set(['value']),
  td: new Set(['colspan', 'rowspan', 'headers']),
  th: new Set(['colspan', 'rowspan', 'scope']),
};
/** The attributes of footnotes, by their role on a page. */
const roles: Readonly<Record<string, string | undefined>> = {
  'doc-noteref': ' epub:type="noteref" role="doc-noteref"',
  'doc-endnotes': ' epub:type="footnotes" role="doc-endnotes"',
  'doc-backlink': ' role="doc-backlink"',
};
/** Attributes of rendered MathML that aren't in EPUB's MathML schema. */
const notInEpub = new Set(['class', 'mathcolor', 'mathbackground', 'data-line', 'style', 'form']);

/**
 * Creates an `h` for `renderDocument` that writes XHTML for EPUB: every element is closed, ids are valid names, links and images are within
 * the book; elements that aren't allowed keep only their text.
 */
export function createXhtml({ linkFor, imageFor, headingShift, exercisesUrl }: XhtmlOptions): CreateElement<Xhtml> {
  return (name, attributes, ...children) => {
    const inner = () => children.map(toXml).join('');
    if (name === 'img') return image(attributes, imageFor, linkFor);
    if (name === 'iframe') {
      const src = `${attributes['src'] ?? ''}`;
      const href = linkFor(src);
      return { xml: href === null ? '' : `<p><a href="${escapeXml(href)}">${escapeXml(`${attributes['title'] ?? src}`)}</a></p>` };
    }
    // A book has the task; its hints, tests and solution are on the page.
    if (name === 'details' && `${attributes['class'] ?? ''}`.startsWith('part ')) return { xml: '' };
    if (inRenderings.has(name)) return { xml: `<${name}${renderingAttributes(name, attributes)}>${inner()}</${name}>` };
    const level = /^h([1-6])$/u.exec(name)?.[1];
    const tag = level === undefined ? name : `h${Math.min(6, Number(level) + headingShift)}`;
    if (!inHtml.has(tag)) return { xml: inner() };
    let start = `<${tag}`;
    if (tag === 'li' && `${attributes['id'] ?? ''}`.startsWith('fn.')) start += ' epub:type="footnote"';
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined || value === false || value === true) continue;
      if (name === 'role' && typeof value === 'string') start += roles[value] ?? '';
      if (name === 'id' && (level !== undefined || tag === 'figure' || tag === 'li' || tag === 'a'))
        start += ` id="h-${escapeXml(`${value}`)}"`;
      else if (name === 'style' && /^text-align:\s*(?:left|right|center)$/u.test(`${value}`)) start += ` style="${value}"`;
      else if (
        globalAttributes.has(name) &&
        (name !== 'aria-label' || tag === 'figure' || tag === 'pre' || tag === 'section' || attributes['role'] !== undefined)
      )
        start += ` ${name}="${escapeXml(`${value}`)}"`;
      else if (ownAttributes[tag]?.has(name)) start += ` ${name}="${escapeXml(`${value}`)}"`;
    }
    if (tag === 'a') {
      const href = linkFor(`${attributes['href'] ?? ''}`);
      if (href === null) return { xml: `<span>${inner()}</span>` };
      // Links can't be in links.
      if (children.some((child) => typeof child !== 'string' && child.isLink === true))
        return { xml: `${inner()} <a href="${escapeXml(href)}">${escapeXml(href)}</a>`, isLink: true };
      start += ` href="${escapeXml(href)}"`;
    }
    const isExercise = tag === 'section' && attributes['class'] === 'exercise';
    const link = isExercise ? `<p><a href="${escapeXml(exercisesUrl)}">Solve this exercise on the site</a></p>` : '';
    return { xml: tag === 'br' || tag === 'hr' ? `${start}/>` : `${start}>${inner()}${link}</${tag}>` };
  };
}

function image({ src, alt: words }: ElementAttributes, imageFor: XhtmlOptions['imageFor'], linkFor: XhtmlOptions['linkFor']): Xhtml {
  const alt = `${words ?? ''}`;
  const file = imageFor(`${src ?? ''}`);
  if (!file) {
    const href = linkFor(`${src ?? ''}`);
    const name = alt === '' ? '' : `<b>${escapeXml(alt)}</b> `;
    const link = href === null ? '' : ` <a href="${escapeXml(href)}">Open it on the site</a>`;
    return { xml: `<span class="fig__absent">${name}This image couldn’t be included.${link}</span>`, isLink: href !== null };
  }
  return { xml: `<img src="${escapeXml(file.path)}" alt="${escapeXml(alt)}"/>` };
}

function renderingAttributes(tag: string, attributes: ElementAttributes): string {
  const space = tag === 'math' ? ' xmlns="http://www.w3.org/1998/Math/MathML"' : tag === 'svg' ? ' xmlns="http://www.w3.org/2000/svg"' : '';
  const isMath = tag.startsWith('m') && tag !== 'marker';
  const allowed = Object.entries(attributes).filter(
    ([name, value]) => typeof value === 'string' && !name.startsWith('data-') && name !== 'tabindex' && !(isMath && notInEpub.has(name)),
  );
  return space + allowed.map(([name, value]) => ` ${name}="${escapeXml(`${value}`)}"`).join('');
}

/** Returns the XHTML of a fragment. */
export function toXml(fragment: Xhtml | string): string {
  return typeof fragment === 'string' ? escapeXml(fragment) : fragment.xml;
}

const replacements: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML, and removes characters that XML forbids. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>"]/gu, (character) => replacements[character] ?? character);
}
