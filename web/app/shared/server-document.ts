/** The parts of the server's document that the browser has no code for, by name, until they are mounted. */
const parts = new Map<string, HTMLElement>();
/** The attributes of `<html>` before React takes the page over, such as the theme that the script in the head set. */
let rootAttributes: readonly Attr[] = [];

/**
 * Remembers what only the server's document has. React builds the page again when it finds another document than the server sent, because a
 * translator or an extension came first; it makes new elements then, and knows neither the HTML of these parts nor these attributes.
 */
export function noteServerDocument(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) parts.set(part.dataset['part'] ?? '', part);
  rootAttributes = [...document.documentElement.attributes].map((attribute) => attribute.cloneNode() as Attr);
}

/** Moves the server's HTML of a part into its new element, if the page was built again. Call it when the element is mounted. */
export function restoreServerPart(name: string, element: HTMLElement): void {
  const written = parts.get(name);
  parts.delete(name);
  if (written !== undefined && written !== element && !element.hasChildNodes()) element.append(...written.childNodes);
}

/** Sets the attributes of `<html>` that were lost when the page was built again. */
export function restoreRootAttributes(): void {
  const { documentElement: root } = document;
  for (const { name, value } of rootAttributes) if (!root.hasAttribute(name)) root.setAttribute(name, value);
  rootAttributes = [];
}
