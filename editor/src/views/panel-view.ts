import { calloutOf, isCallout, offeredCallouts } from '@newline/document/callouts';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { EditorView, NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import type { MenuOption, OptionMenuHost } from '../menus/option-menu-host.ts';
import { iconPaths, makeElement, makeIcon } from './make-element.ts';
import styles from './views.module.css';

/** The positions of a callout, with their labels. */
const panelPositions = [
  ['inline', 'Center'],
  ['wrap-left', 'Left'],
  ['wrap-right', 'Right'],
] as const;

/** A callout as the reader sees it; its title opens the menu of types and positions. */
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

  /** Opens the menu of types and positions under the title. */
  openMenu(): void {
    const { panelType, panelPosition } = this.#node.attrs;
    this.#menus.open({
      label: 'Callout',
      anchor: this.#title,
      options: [
        ...offeredCallouts.map(
          (type): MenuOption => ({
            label: calloutOf(type).label,
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
    const { label, icon: rendering } = calloutOf(isCallout(type) ? type : 'info');
    const position = String(node.attrs['panelPosition']);
    this.dom.className = ['note', `note--${type}`, position !== 'inline' && `note--${position}`].filter(Boolean).join(' ');
    const custom: unknown = node.attrs['icon'];
    const icon = typeof custom === 'string' && custom !== '' ? custom : makeIcon(rendering, false);
    this.#sign.classList.toggle('icon', true);
    this.#sign.replaceChildren(icon);
    this.#title.replaceChildren(label, makeIcon(iconPaths.chevron));
    this.dom.setAttribute('aria-label', `Callout: ${label}`);
    this.#title.setAttribute('aria-label', `Callout: ${label}. Change type or position`);
  }
}
