/** The name under which an attribute travels in HTML: `panelType` as `data-panel-type`. */
export function dataName(name: string): string {
  return `data-${name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
}
