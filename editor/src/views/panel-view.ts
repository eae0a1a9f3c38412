import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { EditorView, NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import type { MenuOption, OptionMenuHost } from '../menus/option-menu-host.ts';
import { iconPaths, makeElement, makeIcon } from './make-element.ts';
import styles from './views.module.css';

/** The types that a callout can be given; `important` is only shown. */
const offeredPanelTypes = ['info', 'tip', 'success', 'warning', 'error'] as const;

/** Where a callout can stand, with the words for it. */
const panelPositions = [
  ['inline', 'Between the lines'],
  ['wrap-left', 'Left of the text'],
  ['wrap-right', 'Right of the text'],
] as const;

// lucide, ISC licence: the drawings of the reader's page.
const drawings: Readonly<Record<string, string>> = {
  info: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 16v-4M12 8h.01',
  tip: 'M15 14c.2-1 .7-1.7 1.5-2.5 1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5.7.7 1.3 1.5 1.5 2.5M9 18h6M10 22h4',
  success: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M9 12l2 2 4-4',
  warning: 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
  error: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M15 9l-6 6M9 9l6 6',
  important: iconPaths.alert,
};

/** A callout as the reader sees it; its title opens the menu of types and places. */
export class PanelView implements NodeView {
  readonly dom = makeElement('div', { role: 'group' });
  readonly contentDOM = makeElement('div', { class: styles.panelContent });
  readonly #sign = makeElement('span', { class: styles.panelSign, contenteditable: 'false' });
  readonly #title = makeElement('button', { type: 'button', 'aria-haspopup': 'menu', 'aria-expanded': 'false', class: styles.panelTitle });
  readonly #view: EditorView;
  readonly #getPos: () => number | undefined;
  readonly #menus: OptionMenuHost;
  #node: DocumentNode;

  constructor(node: DocumentNode, view: EditorView, getPos: () => number | undefined, menus: OptionMenuHost) {
    this.#node = node;
    this.#view = view;
    this.#getPos = getPos;
    this.#menus = menus;
    this.#title.addEventListener('mousedown', (event) => event.preventDefault());
    this.#title.addEventListener('click', () => this.openMenu());
    const head = makeElement('b', { contenteditable: 'false' }, this.#title);
    this.dom.append(this.#sign, makeElement('div', {}, head, this.contentDOM));
    this.#show(node);
  }

  update(node: DocumentNode): boolean {
    if (node.type !== this.#node.type) return false;
    this.#show(node);
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Node && this.#title.contains(event.target);
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  /** Opens the menu of types and places under the title. */
  openMenu(): void {
    const { panelType, panelPosition } = this.#node.attrs;
    this.#menus.open({
      label: 'Callout',
      anchor: this.#title,
      options: [
        ...offeredPanelTypes.map(
          (type): MenuOption => ({
            label: capitalised(type),
            isChecked: panelType === type,
            onSelect: () => this.#set('panelType', type),
          }),
        ),
        ...panelPositions.map(
          ([position, label], index): MenuOption => ({
            label,
            isChecked: panelPosition === position,
            startsGroup: index === 0,
            onSelect: () => this.#set('panelPosition', position),
          }),
        ),
      ],
    });
  }

  #set(name: 'panelType' | 'panelPosition', value: string): void {
    const pos = this.#getPos();
    if (pos !== undefined) this.#view.dispatch(this.#view.state.tr.setNodeAttribute(pos, name, value));
  }

  #show(node: DocumentNode): void {
    this.#node = node;
    const type = String(node.attrs['panelType']);
    const position = String(node.attrs['panelPosition']);
    this.dom.className = ['note', `note--${type}`, position !== 'inline' && `note--${position}`].filter(Boolean).join(' ');
    const given: unknown = node.attrs['icon'];
    const icon = typeof given === 'string' && given !== '' ? given : makeIcon(drawings[type] ?? iconPaths.alert, false);
    this.#sign.classList.toggle('icon', true);
    this.#sign.replaceChildren(icon);
    this.#title.replaceChildren(capitalised(type), makeIcon(iconPaths.chevron));
    this.dom.setAttribute('aria-label', `Callout: ${capitalised(type)}`);
    this.#title.setAttribute('aria-label', `Callout: ${capitalised(type)}. Change type or place`);
  }
}

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
