import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import { findPlaceholders, removePlaceholders } from '../uploads/upload-commands.ts';
import type { UploadQueue, UploadState } from '../uploads/upload-queue.ts';
import { makeButton, makeElement } from './make-element.ts';
import styles from './views.module.css';

/** The placeholder of an image that is being uploaded: a preview, the progress, and buttons to cancel or retry. */
export class PlaceholderView implements NodeView {
  readonly dom = makeElement('div', { class: styles.drop, contenteditable: 'false' });
  readonly #inside = makeElement('div', { class: styles.dropInside });
  readonly #name = makeElement('span', { class: styles.dropName });
  readonly #percent = makeElement('span', { class: 'num' });
  readonly #fill = makeElement('i');
  readonly #bar = makeElement('div', { class: styles.bar, role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': 100 }, this.#fill);
  readonly #bytes = makeElement('span', { class: 'num', role: 'status' });
  readonly #actions = makeElement('span', { class: styles.dropActions });
  readonly #view: EditorView;
  readonly #queue: UploadQueue;
  readonly #id: string;
  readonly #stopWatching: () => void;

  constructor(node: DocumentNode, view: EditorView, queue: UploadQueue) {
    this.#view = view;
    this.#queue = queue;
    this.#id = String(node.attrs['uniqueId'] ?? '');
    const row = (...children: Node[]) => makeElement('div', { class: styles.dropRow }, ...children);
    this.#inside.append(row(this.#name, this.#percent), this.#bar, row(this.#bytes, this.#actions));
    this.dom.append(this.#inside);
    this.#stopWatching = queue.watch(this.#id, () => this.#show());
    this.#show();
    // Undo can restore a placeholder, but never its upload.
    if (queue.state(this.#id) === null && queue.isKnown(this.#id)) queueMicrotask(() => this.#removeSelf());
  }

  update(node: DocumentNode): boolean {
    return node.type.name === 'imageUploadPlaceholder' && node.attrs['uniqueId'] === this.#id;
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('button') !== null;
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

  destroy(): void {
    this.#stopWatching();
    // A removed element may only have been rendered again, so the upload is canceled only when the node is gone from the document.
    queueMicrotask(() => {
      const isGone = this.#view.isDestroyed || !findPlaceholders(this.#view.state.doc).some(({ id }) => id === this.#id);
      if (isGone) this.#queue.cancel(this.#id);
    });
  }

  #removeSelf(): void {
    if (this.#view.isDestroyed) return;
    const tr = removePlaceholders(this.#view.state, ({ id }) => id === this.#id);
    if (tr !== null) this.#view.dispatch(tr);
  }

  #show(): void {
    const state = this.#queue.state(this.#id);
    if (state === null) {
      this.#name.textContent = this.#queue.isKnown(this.#id) ? '' : 'This upload was interrupted.';
      this.#percent.textContent = '';
      this.#bar.hidden = true;
      this.#bytes.textContent = 'Choose the image again.';
      this.#actions.replaceChildren(makeButton('Remove', styles.textButton ?? '', () => this.#removeSelf()));
      return;
    }
    const percent = state.totalBytes > 0 ? Math.min(100, Math.floor((state.sentBytes / state.totalBytes) * 100)) : 0;
    this.#name.textContent = state.fileName;
    this.#percent.textContent = state.status === 'failed' ? '' : `${percent} %`;
    this.#bar.hidden = state.status === 'failed';
    this.#bar.setAttribute('aria-label', `Uploading ${state.fileName}`);
    this.#bar.setAttribute('aria-valuenow', `${percent}`);
    this.#fill.style.width = `${percent}%`;
    this.dom.classList.toggle(styles.failed ?? '', state.status === 'failed');
    this.#bytes.textContent = progressText(state);
    this.#showPreview(state.previewUrl);
    if (this.#actions.dataset['for'] === state.status) return;
    this.#actions.dataset['for'] = state.status;
    const stop = makeButton(state.status === 'failed' ? 'Remove' : 'Cancel', styles.textButton ?? '', () => {
      this.#queue.cancel(this.#id);
      this.#removeSelf();
      this.#view.focus();
    });
    const again = makeButton('Try again', styles.textButton ?? '', () => this.#queue.retry(this.#id));
    this.#actions.replaceChildren(...(state.status === 'failed' ? [again, stop] : [stop]));
  }

  #showPreview(url: string | null): void {
    if (url === null || this.dom.querySelector('img') !== null) return;
    this.dom.prepend(makeElement('img', { src: url, alt: '', class: styles.preview, draggable: 'false' }));
  }
}

function progressText({ status, message, sentBytes, totalBytes }: UploadState): string {
  if (status === 'failed') return message ?? 'The upload failed.';
  if (status === 'waiting') return 'Waiting';
  return totalBytes < 1_000_000
    ? `${Math.round(sentBytes / 1000)} of ${Math.round(totalBytes / 1000)} kB`
    : `${(sentBytes / 1_000_000).toFixed(1)} of ${(totalBytes / 1_000_000).toFixed(1)} MB`;
}
