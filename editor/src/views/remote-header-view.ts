import { safeUrl } from '@newline/document/safe-url';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import { openForm } from '../forms/forms-plugin.ts';
import { loadRemoteCodeInto, requestOf } from '../forms/load-remote-code.ts';
import type { EditorServices } from '../services.ts';
import { iconPaths, makeButton, makeElement, makeIcon } from './make-element.ts';
import styles from './views.module.css';

/** The line above remote code: its source, the commit, and a button to change it. Loads a block in the loading state. */
export class RemoteHeaderView implements NodeView {
  readonly dom = makeElement('div', { class: styles.remoteHeader, contenteditable: 'false' });
  readonly #view: EditorView;
  readonly #getPos: () => number | undefined;
  readonly #services: EditorServices;
  #node: DocumentNode;

  constructor(node: DocumentNode, view: EditorView, getPos: () => number | undefined, services: EditorServices) {
    this.#node = node;
    this.#view = view;
    this.#getPos = getPos;
    this.#services = services;
    this.#show(false);
    // The block around it is not yet in the state while the view is created.
    queueMicrotask(() => this.#load());
  }

  update(node: DocumentNode): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#show(false);
    queueMicrotask(() => this.#load());
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('button') !== null;
  }

  ignoreMutation(): boolean {
    return true;
  }

  #load(): void {
    const block = this.#block();
    if (block?.node.maybeChild(1)?.attrs['loading'] !== true) return;
    this.#show(true);
    const id: unknown = block.node.attrs['uniqueId'];
    if (typeof id !== 'string') return;
    // ProseMirror keeps an unchanged header without an update, so the end of loading is shown here.
    void loadRemoteCodeInto(this.#view, id, requestOf(block.node), this.#services).then(() => {
      if (!this.#view.isDestroyed) this.#show(this.#block()?.node.maybeChild(1)?.attrs['loading'] === true);
    });
  }

  #block(): { readonly node: DocumentNode; readonly pos: number } | null {
    const pos = this.#view.isDestroyed ? undefined : this.#getPos();
    if (pos === undefined) return null;
    const $pos = this.#view.state.doc.resolve(pos);
    return $pos.parent.type.name === 'remoteCodeBlock' ? { node: $pos.parent, pos: $pos.before() } : null;
  }

  #show(isLoading: boolean): void {
    const { url, filepath, oid } = this.#node.attrs;
    const address = safeUrl(url);
    const label = address === null ? '(unknown url)' : String(filepath || address);
    const source = makeElement('span', { class: styles.embedName, title: address ?? undefined }, label);
    const commit = typeof oid === 'string' ? [makeElement('span', { class: `num ${styles.commit}` }, oid.slice(0, 7))] : [];
    const state = makeElement('span', { class: styles.quiet, role: 'status' }, isLoading ? 'Loading...' : '');
    const edit = makeButton('Edit', styles.textButton ?? '', () => {
      const block = this.#block();
      if (block !== null) this.#view.dispatch(openForm(this.#view.state.tr, { kind: 'remote-code', at: block.pos, isEdit: true }));
    });
    this.dom.setAttribute('aria-busy', isLoading ? 'true' : 'false');
    this.dom.replaceChildren(makeIcon(iconPaths.commit), source, ...commit, state, edit);
  }
}
