import { choiceOf, type LooseNode } from '@newline/document/render/element';
import { safeUrl } from '@newline/document/safe-url';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { EditorView, NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import { openForm } from '../forms/forms-plugin.ts';
import type { EditorServices, UploadedImage } from '../services.ts';
import { iconPaths, makeButton, makeElement, makeIcon } from './make-element.ts';
import styles from './views.module.css';

const positions = new Set(['wrap-left', 'inline', 'hang', 'wide', 'wrap-right']);
const minWidth = 40;
const maxWidth = 4000;
const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -16,
  ArrowRight: 16,
  ArrowDown: -16,
  ArrowUp: 16,
  PageDown: -80,
  PageUp: 80,
};

/** An image as the reader sees it, with an editable caption, a handle for resizing and a hint while the alternative text is missing. */
export class ImageView implements NodeView {
  readonly dom = makeElement('figure', { class: 'fig' });
  readonly contentDOM = makeElement('figcaption', { 'data-placeholder': 'Caption' });
  readonly #image = makeElement('img', { decoding: 'async', draggable: 'false' });
  readonly #broken = makeElement('div', { class: styles.broken, hidden: true });
  readonly #brokenSign = makeElement('span', { class: styles.brokenSign, role: 'img' }, makeIcon(iconPaths.imageOff, false));
  readonly #source = makeElement('a', { class: styles.textButton, target: '_blank', rel: 'noopener noreferrer' });
  readonly #hint: HTMLButtonElement;
  readonly #handle = makeElement('div', { class: styles.resize, role: 'slider', tabindex: 0, 'aria-label': 'Width of the image' });
  readonly #view: EditorView;
  readonly #getPos: () => number | undefined;
  readonly #services: EditorServices;
  readonly #leaving = new AbortController();
  #importing = '';
  #node: DocumentNode;

  constructor(node: DocumentNode, view: EditorView, getPos: () => number | undefined, services: EditorServices) {
    this.#node = node;
    this.#services = services;
    this.#view = view;
    this.#getPos = getPos;
    this.#hint = makeButton('Add alt text', styles.altHint ?? '', () => this.#openForm(), makeIcon(iconPaths.alert));
    this.#broken.append(this.#brokenSign, makeElement('span', {}, 'This image can’t be loaded.'), this.#source);
    const figure = makeElement(
      'div',
      { class: styles.picture, contenteditable: 'false' },
      this.#image,
      this.#broken,
      this.#hint,
      this.#handle,
    );
    this.dom.append(figure, this.contentDOM);
    this.#image.addEventListener('error', () => this.#showBroken(true));
    this.#image.addEventListener('load', () => {
      this.#showBroken(false);
      this.#showWidth(this.#width());
    });
    this.#listenToHandle();
    this.#show(node);
  }

  update(node: DocumentNode): boolean {
    if (node.type !== this.#node.type) return false;
    this.#show(node);
    return true;
  }

  destroy(): void {
    this.#leaving.abort();
  }

  selectNode(): void {
    this.dom.classList.add(styles.selected ?? '');
  }

  deselectNode(): void {
    this.dom.classList.remove(styles.selected ?? '');
  }

  stopEvent(event: Event): boolean {
    const { target } = event;
    return target instanceof Node && [this.#handle, this.#hint, this.#source].some((part) => part.contains(target));
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  #show(node: DocumentNode): void {
    this.#node = node;
    const loose: LooseNode = { type: 'image', attributes: node.attrs, content: [] };
    const position = choiceOf(loose, 'imagePosition', positions, 'inline');
    const isSelected = this.dom.classList.contains(styles.selected ?? '');
    this.dom.className = ['fig', position !== 'inline' && `fig--${position}`, isSelected && styles.selected].filter(Boolean).join(' ');
    const src = safeUrl(node.attrs['src'], 'media') ?? '';
    if (this.#image.getAttribute('src') !== src) this.#image.src = src;
    this.#image.alt = String(node.attrs['alt'] ?? '');
    this.#hint.hidden = this.#image.alt !== '';
    // The number of a numbered caption has the hint.
    this.contentDOM.classList.toggle(styles.empty ?? '', node.content.size === 0 && node.attrs['isNumbered'] !== true);
    for (const name of ['width', 'height'] as const) {
      const value: unknown = node.attrs[name];
      if (typeof value === 'number') this.#image.setAttribute(name, `${value}`);
      else this.#image.removeAttribute(name);
    }
    this.#brokenSign.setAttribute('aria-label', this.#image.alt || 'Image');
    this.#showSource(src);
    this.#showWidth(this.#width());
    this.#takeIn(src);
  }

  /** Imports an image from another site after pasting: the server fetches it. */
  #takeIn(src: string): void {
    const { importImage, logFailure } = this.#services;
    if (this.#node.attrs['attachmentId'] !== null || !isForeign(src) || importImage === undefined || this.#importing === src) return;
    this.#importing = src;
    this.dom.setAttribute('aria-busy', 'true');
    importImage(src, { signal: this.#leaving.signal })
      .then((image) => this.#setSource(src, image))
      .catch((error: unknown) => {
        if (!this.#leaving.signal.aborted) logFailure('import of an image', error);
      })
      .finally(() => this.dom.removeAttribute('aria-busy'));
  }

  #setSource(src: string, image: UploadedImage): void {
    const pos = this.#getPos();
    if (pos === undefined || this.#view.isDestroyed || this.#node.attrs['src'] !== src) return;
    const tr = this.#view.state.tr.setNodeAttribute(pos, 'src', image.imageUrl).setNodeAttribute(pos, 'attachmentId', image.attachmentId);
    tr.setNodeAttribute(pos, 'width', image.width).setNodeAttribute(pos, 'height', image.height);
    this.#view.dispatch(tr.setMeta('addToHistory', false));
  }

  /** Links to an image of another site from the box that is shown when it can't be loaded. */
  #showSource(src: string): void {
    this.#source.hidden = !isForeign(src);
    if (this.#source.hidden) return;
    this.#source.href = src;
    this.#source.textContent = `Open it on ${new URL(src).host}`;
  }

  /** Shows a box instead of an image that can't be loaded. */
  #showBroken(isBroken: boolean): void {
    this.#broken.hidden = !isBroken;
    this.#image.hidden = isBroken;
    this.#handle.hidden = isBroken;
  }

  #width(): number {
    const stored: unknown = this.#node.attrs['width'];
    return typeof stored === 'number' ? stored : this.#image.naturalWidth || 0;
  }

  #showWidth(width: number): void {
    this.#handle.setAttribute('aria-valuemin', `${minWidth}`);
    this.#handle.setAttribute('aria-valuemax', `${this.#widest()}`);
    this.#handle.setAttribute('aria-valuenow', `${width}`);
    this.#handle.setAttribute('aria-valuetext', `${width} pixels`);
  }

  #widest(): number {
    return Math.min(maxWidth, Math.max(this.#image.naturalWidth, this.#width(), minWidth));
  }

  #openForm(): void {
    const pos = this.#getPos();
    if (pos !== undefined) this.#view.dispatch(openForm(this.#view.state.tr, { kind: 'image', at: pos, isEdit: true }));
  }

  #listenToHandle(): void {
    const handle = this.#handle;
    handle.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#view.focus();
      const width = event.key === 'Home' ? minWidth : event.key === 'End' ? this.#widest() : this.#width() + (keySteps[event.key] ?? 0);
      if (event.key !== 'Home' && event.key !== 'End' && keySteps[event.key] === undefined) return;
      event.preventDefault();
      this.#setWidth(width);
    });
    handle.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      const startX = event.clientX;
      const startWidth = this.#image.getBoundingClientRect().width;
      const isLeft = this.#node.attrs['imagePosition'] === 'wrap-right';
      const widthAt = (x: number) => this.#clamp(startWidth + (isLeft ? startX - x : x - startX));
      const move = (moved: PointerEvent) => {
        this.#image.style.width = `${widthAt(moved.clientX)}px`;
        this.#image.style.height = 'auto';
        this.#showWidth(widthAt(moved.clientX));
      };
      const stop = (last: PointerEvent) => {
        handle.removeEventListener('pointermove', move);
        this.#image.style.removeProperty('width');
        this.#image.style.removeProperty('height');
        if (last.type === 'pointerup') this.#setWidth(widthAt(last.clientX));
      };
      handle.addEventListener('pointermove', move);
      handle.addEventListener('pointerup', stop, { once: true });
      handle.addEventListener('pointercancel', stop, { once: true });
    });
  }

  #clamp(width: number): number {
    return Math.round(Math.min(this.#widest(), Math.max(minWidth, width)));
  }

  #setWidth(requested: number): void {
    const pos = this.#getPos();
    const width = this.#clamp(requested);
    if (pos === undefined || width === this.#width()) return;
    const { width: oldWidth, height: oldHeight } = this.#node.attrs;
    const hasSize = typeof oldWidth === 'number' && typeof oldHeight === 'number';
    const ratio = this.#image.naturalWidth > 0 ? this.#image.naturalHeight / this.#image.naturalWidth : hasSize ? oldHeight / oldWidth : 1;
    const height = Math.max(1, Math.round(width * ratio));
    this.#view.dispatch(this.#view.state.tr.setNodeAttribute(pos, 'width', width).setNodeAttribute(pos, 'height', height));
  }
}

/** Returns true for the URL of an image on another site. */
function isForeign(src: string): boolean {
  return /^https?:/iu.test(src) && URL.canParse(src) && new URL(src).origin !== location.origin;
}
