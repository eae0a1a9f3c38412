/** Returns the name of an attribute in HTML: `panelType` becomes `data-panel-type`. */
export function dataName(name: string): string {
  return `data-${name.replaceAll(/[A-Z]/gu, (capital) => `-${capital.toLowerCase()}`)}`;
}
