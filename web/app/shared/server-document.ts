/** The elements of the server's document that the browser has no code for, by name, until they're mounted. */
const parts = new Map<string, HTMLElement>();
/** The attributes of `<html>` before hydration, such as the theme set by the script in the head. */
let rootAttributes: readonly Attr[] = [];

/**
 * Stores what only the server's document has. If a translator or an extension changed the document before hydration, React renders the page
 * again with new elements, which lack the HTML of these elements and these attributes.
 */
export function recordServerDocument(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) parts.set(part.dataset['part'] ?? '', part);
  rootAttributes = [...document.documentElement.attributes].map((attribute) => attribute.cloneNode() as Attr);
}

/** Moves the server's HTML into its new element if the page was rendered again. Call it when the element is mounted. */
export function restoreServerPart(name: string, element: HTMLElement): void {
  const written = parts.get(name);
  parts.delete(name);
  if (written !== undefined && written !== element && !element.hasChildNodes()) element.append(...written.childNodes);
}

/** Restores the attributes of `<html>` that were lost when the page was rendered again. */
export function restoreRootAttributes(): void {
  const { documentElement: root } = document;
  for (const { name, value } of rootAttributes) if (!root.hasAttribute(name)) root.setAttribute(name, value);
  rootAttributes = [];
}
