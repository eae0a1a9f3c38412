import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import { iconPaths, makeElement, makeIcon } from './make-element.ts';
import styles from './views.module.css';

/** Renders a source into an element. Rejects with an error whose message describes the problem in the source. */
export type RenderPreview = (source: string, target: HTMLElement) => Promise<void>;

interface Options {
  readonly name: string;
  readonly placeholder: string;
  readonly draw: RenderPreview;
}

const restMs = 150;

/** An editable source with its live rendering. While the source is invalid, the last rendering stays and the error is shown below. */
export class LivePreviewView implements NodeView {
  readonly dom = makeElement('div', { class: styles.live });
  readonly contentDOM = makeElement('code');
  readonly #preview: HTMLElement;
  readonly #fault = makeElement('p', { class: styles.fault, role: 'status' });
  readonly #options: Options;
  readonly #source: HTMLElement;
  #node: DocumentNode;
  #waiting: ReturnType<typeof setTimeout> | null = null;
  #turn = 0;

  constructor(node: DocumentNode, options: Options) {
    this.#node = node;
    this.#options = options;
    this.#preview = makeElement('div', { class: styles.livePreview, role: 'img' });
    this.#source = makeElement(
      'pre',
      { class: styles.liveSource, 'data-placeholder': options.placeholder, spellcheck: 'false' },
      this.contentDOM,
    );
    const label = makeElement('span', { class: styles.liveName, contenteditable: 'false' }, options.name);
    const side = makeElement('div', { class: styles.liveSide, contenteditable: 'false' }, this.#preview, this.#fault);
    this.dom.append(makeElement('div', { class: styles.liveEdit }, label, this.#source), side);
    this.#show();
    void this.#draw();
  }

  update(node: DocumentNode): boolean {
    if (node.type !== this.#node.type) return false;
    const isSame = node.textContent === this.#node.textContent;
    this.#node = node;
    if (isSame) return true;
    this.#show();
    if (this.#waiting !== null) clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.#draw(), restMs);
    return true;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  destroy(): void {
    if (this.#waiting !== null) clearTimeout(this.#waiting);
    this.#turn += 1;
  }

  #show(): void {
    this.#source.classList.toggle(styles.empty ?? '', this.#node.content.size === 0);
    this.#preview.setAttribute('aria-label', `${this.#options.name}: ${this.#node.textContent}`);
  }

  async #draw(): Promise<void> {
    const turn = (this.#turn += 1);
    const source = this.#node.textContent;
    const target = makeElement('div');
    let fault = '';
    try {
      if (source.trim() !== '') await this.#options.draw(source, target);
    } catch (error) {
      fault = error instanceof Error && error.message !== '' ? error.message : 'This can’t be rendered.';
    }
    if (turn !== this.#turn) return;
    this.#fault.replaceChildren(...(fault === '' ? [] : [makeIcon(iconPaths.alert), makeElement('span', {}, fault)]));
    if (fault === '') this.#preview.replaceChildren(...target.childNodes);
  }
}
