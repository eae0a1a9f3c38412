import type { CreateElement, ElementAttributes } from '@newline/document/render';

/** How a page customizes the elements of a document. */
export interface ReaderLooks {
  /** Added to every heading's level, so that a text whose headings start at level 1 is below the page's own. */
  readonly headingShift: number;
  /** The class of the Copy button. */
  readonly copyClass: string;
  /** Returns more attributes for an image: its stored sizes. */
  readonly imageAttributes?: (attributes: ElementAttributes) => ElementAttributes;
}

/** A heading as shown in the page. */
export interface ShownHeading {
  readonly id: string;
  readonly level: number;
  /** The ID of its block, if it's at the top level. */
  readonly block: string | null;
}

/**
 * An `h` for `renderDocument` that adds what only a page needs: the Copy and Run buttons, accessible names for scrollable elements, and embeds
 * behind a poster. Elements are created from the inside out, so a code block knows when it's closed whether it has a bar.
 */
export class ReaderElements<T> {
  /** The headings created so far, in order. */
  readonly headings: ShownHeading[] = [];
  readonly #h: CreateElement<T>;
  readonly #looks: ReaderLooks;
  #hasBar = false;

  constructor(h: CreateElement<T>, looks: ReaderLooks) {
    this.#h = h;
    this.#looks = looks;
  }

  /** The `h` to pass to `renderDocument`. */
  readonly h: CreateElement<T> = (tag, attributes, ...children) => {
    const name = typeof attributes['class'] === 'string' ? attributes['class'] : '';
    switch (tag) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return this.#heading(Number(tag.slice(1)), attributes, children);
      case 'figcaption':
        if (name !== 'code__bar') return this.#h(tag, attributes, ...children);
        this.#hasBar = true;
        return this.#h(tag, attributes, ...children, ...this.#runButton(attributes), this.#copyButton());
      case 'figure':
        return name === 'code' ? this.#codeBlock(attributes, children) : this.#h(tag, attributes, ...children);
      case 'pre':
        return this.#h(tag, { ...attributes, role: 'group', 'aria-label': name === 'mermaid' ? 'Diagram' : 'Code' }, ...children);
      case 'div':
        return this.#h(tag, name === 'scroll' ? { ...attributes, role: 'group', 'aria-label': 'Table' } : attributes, ...children);
      case 'aside':
        // An aside would be a landmark inside the page's main element.
        return this.#h(tag, { ...attributes, role: 'note' }, ...children);
      case 'section':
        if (name === 'exercise') return this.#titled(tag, attributes, children, 'exercise__title', 'Exercise');
        return name === 'summary'
          ? this.#titled(tag, attributes, children, 'summary__title', 'Summary')
          : this.#h(tag, attributes, ...children);
      case 'blockquote': {
        const type = name.startsWith('quote--') ? name.slice('quote--'.length) : '';
        const title = type.charAt(0).toUpperCase() + type.slice(1);
        return type === '' ? this.#h(tag, attributes, ...children) : this.#titled(tag, attributes, children, 'quote__type', title);
      }
      case 'img':
        return this.#h(tag, { ...attributes, ...this.#looks.imageAttributes?.(attributes) }, ...children);
      case 'iframe':
        return this.#poster(attributes);
      default:
        return this.#h(tag, attributes, ...children);
    }
  };

  #heading(documentLevel: number, attributes: ElementAttributes, children: readonly (T | string)[]): T {
    const level = Math.min(6, documentLevel + this.#looks.headingShift);
    const { id, 'data-block': block } = attributes;
    if (typeof id === 'string') this.headings.push({ id, level, block: typeof block === 'string' ? block : null });
    return this.#h(`h${level}`, attributes, ...children);
  }

  #codeBlock(attributes: ElementAttributes, children: readonly (T | string)[]): T {
    const bar = this.#hasBar
      ? []
      : [this.#h('figcaption', { class: 'code__bar' }, this.#h('span', { class: 'code__lang' }, 'Text'), this.#copyButton())];
    this.#hasBar = false;
    return this.#h('figure', attributes, ...bar, ...children);
  }

  #copyButton(): T {
    return this.#h('button', { type: 'button', class: `${this.#looks.copyClass} copy`, 'data-copy': '' }, 'Copy');
  }

  #runButton({ 'data-run': language }: ElementAttributes): readonly T[] {
    // It can be pressed once its script is there, so that no press is lost.
    const attributes = { type: 'button', class: `${this.#looks.copyClass} copy`, 'data-start': '', disabled: true };
    return language === undefined ? [] : [this.#h('button', attributes, 'Run')];
  }

  #titled(tag: string, attributes: ElementAttributes, children: readonly (T | string)[], name: string, title: string): T {
    return this.#h(tag, attributes, this.#h('p', { class: name }, title), ...children);
  }

  /** Returns a link to an embed's content, which the page replaces with the frame when it comes near or is pressed. */
  #poster({ src, title, height, sandbox, allow, 'data-embed': kind }: ElementAttributes): T {
    const page = /^https?:/u.test(`${title}`) ? `${title}` : `${src}`;
    const host = URL.canParse(page) ? new URL(page).hostname.replace(/^www\./u, '') : page;
    const attributes = {
      class: 'poster',
      href: page,
      rel: 'noopener noreferrer nofollow',
      'data-frame': src,
      'data-title': title,
      'data-sandbox': sandbox,
      'data-allow': allow,
      'data-embed': kind,
      'data-height': height,
      style: height === undefined ? undefined : `min-height:${height}px`,
    };
    return this.#h(
      'a',
      attributes,
      this.#h('span', { class: 'poster__host' }, host),
      this.#h('span', { class: 'poster__title' }, page === `${title}` ? page.replace(/^https?:\/\/(?:www\.)?/u, '') : `${title}`),
      this.#h('span', { class: 'poster__act' }, 'Show it here'),
    );
  }
}
