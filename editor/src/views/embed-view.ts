import { safeUrl } from '@newline/document/safe-url';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import { type FormKind, openForm } from '../forms/forms-plugin.ts';
import { faultOfEmbed, loadEmbedInto } from '../forms/load-embed.ts';
import type { EditorServices } from '../services.ts';
import { iconPaths, makeButton, makeElement, makeIcon } from './make-element.ts';
import styles from './views.module.css';

const formOf: Readonly<Record<string, FormKind>> = { embed: 'embed', iframeEmbed: 'iframe', ideEmbed: 'ide' };

/** A frame of another site with a bar that names it; without an allowed URL, only the bar. Looks up an embed in the loading state. */
export class EmbedView implements NodeView {
  readonly dom = makeElement('div', { contenteditable: 'false' });
  readonly #view: EditorView;
  readonly #getPos: () => number | undefined;
  readonly #services: EditorServices;
  #node: DocumentNode;

  constructor(node: DocumentNode, view: EditorView, getPos: () => number | undefined, services: EditorServices) {
    this.#node = node;
    this.#view = view;
    this.#getPos = getPos;
    this.#services = services;
    this.#show();
    this.#lookUp();
  }

  update(node: DocumentNode): boolean {
    if (node.type !== this.#node.type) return false;
    const isSame = node.sameMarkup(this.#node);
    this.#node = node;
    if (!isSame) this.#show();
    this.#lookUp();
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('button, a') !== null;
  }

  ignoreMutation(): boolean {
    return true;
  }

  selectNode(): void {
    this.dom.classList.add(styles.selected ?? '');
  }

  deselectNode(): void {
    this.dom.classList.remove(styles.selected ?? '');
  }

  #lookUp(): void {
    const { loading, url, uniqueId } = this.#node.attrs;
    if (loading !== true || typeof url !== 'string' || typeof uniqueId !== 'string') return;
    // Not within the change that inserted the node.
    queueMicrotask(() => void loadEmbedInto(this.#view, uniqueId, url, this.#services));
  }

  #show(): void {
    const { type, attrs } = this.#node;
    const isHanging = attrs['embedPosition'] === 'hang';
    const isSelected = this.dom.classList.contains(styles.selected ?? '');
    this.dom.className = ['embed', styles.embed, isHanging && 'embed--hang', isSelected && styles.selected].filter(Boolean).join(' ');
    const url = safeUrl(type.name === 'embed' ? attrs['url'] : attrs['src'], 'media') ?? '';
    const title = typeof attrs['title'] === 'string' && attrs['title'] !== '' ? attrs['title'] : url;
    this.dom.setAttribute('aria-busy', attrs['loading'] === true ? 'true' : 'false');
    const name = makeElement('span', { class: styles.embedName }, title || '(unknown url)');
    const edit = makeButton('Edit', styles.textButton ?? '', () => this.#openForm());
    this.dom.replaceChildren(makeElement('div', { class: styles.embedBar }, makeIcon(iconPaths.frame), name, edit), ...this.#body(title));
  }

  #body(title: string): readonly Node[] {
    const { attrs } = this.#node;
    if (attrs['loading'] === true) return [makeElement('div', { class: styles.loading, role: 'status' }, 'Loading...')];
    const fault = faultOfEmbed(this.#view, String(attrs['uniqueId']));
    if (fault !== null) {
      const again = makeButton('Try again', styles.textButton ?? '', () => this.#tryAgain());
      const message = makeElement('span', {}, fault);
      return [makeElement('p', { class: styles.fault, role: 'alert' }, makeIcon(iconPaths.alert), message, again)];
    }
    const frame = this.#services.frameFor({ src: attrs['src'], url: attrs['url'] });
    if (frame === null) return [makeElement('p', { class: styles.quiet }, 'Readers will see a link.')];
    const height: unknown = attrs['height'];
    return [
      makeElement('iframe', {
        src: frame.src,
        title,
        sandbox: frame.sandbox,
        referrerpolicy: 'strict-origin-when-cross-origin',
        loading: 'lazy',
        ...(typeof height === 'number' ? { height } : {}),
      }),
    ];
  }

  #openForm(): void {
    const pos = this.#getPos();
    const kind = formOf[this.#node.type.name];
    if (pos !== undefined && kind !== undefined) this.#view.dispatch(openForm(this.#view.state.tr, { kind, at: pos, isEdit: true }));
  }

  #tryAgain(): void {
    const pos = this.#getPos();
    if (pos === undefined) return;
    this.#view.dispatch(this.#view.state.tr.setNodeAttribute(pos, 'loading', true).setMeta('addToHistory', false));
  }
}
