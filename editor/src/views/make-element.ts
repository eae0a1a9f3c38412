type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Creates an element for a node view. Undefined and false attributes are left out, and strings are text. */
export function makeElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : `${value}`);
  }
  element.append(...children);
  return element;
}

const svg = 'http://www.w3.org/2000/svg';

/** Creates a lucide icon (ISC license) as an element, from its path. */
export function makeIcon(path: string, isSmall = true): SVGSVGElement {
  const icon = document.createElementNS(svg, 'svg');
  const attributes = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'aria-hidden': 'true' };
  for (const [name, value] of Object.entries({ ...attributes, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })) {
    icon.setAttribute(name, value);
  }
  icon.setAttribute('class', isSmall ? 'icon icon--s' : 'icon');
  const rendering = document.createElementNS(svg, 'path');
  rendering.setAttribute('d', path);
  icon.append(rendering);
  return icon;
}

/** The paths of the icons in node views. */
export const iconPaths = {
  alert: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 8v4M12 16h.01',
  chevron: 'm6 9 6 6 6-6',
  commit: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M3 12h6M15 12h6',
  corner: 'M20 4v7a4 4 0 0 1-4 4H4m5-5-5 5 5 5',
  frame: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M3 9h18',
  imageOff:
    'M2 2l20 20M10.4 10.4a2 2 0 1 1-2.8-2.8M13.5 13.5 6 21M18 12l3 3M3.6 3.6A2 2 0 0 0 3 5v14a2 2 0 0 0 2 2h14a2 2 0 0 0 1.4-.6M21 15V5a2 2 0 0 0-2-2H9',
  folder: 'M4 20a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h3.9a2 2 0 0 1 1.7.9l.8 1.2a2 2 0 0 0 1.7.9H20a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2z',
} as const;

/** Creates a plain button for a node view; pressing it with a mouse doesn't move the focus out of the text. */
export function makeButton(
  label: string,
  className: string,
  onPress: (button: HTMLButtonElement) => void,
  ...children: Node[]
): HTMLButtonElement {
  const button = makeElement('button', { type: 'button', class: className }, ...children, label);
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', () => onPress(button));
  return button;
}
