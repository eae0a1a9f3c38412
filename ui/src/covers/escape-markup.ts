const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML doesn't allow: one of them, and an image isn't shown. */
const notInXml = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Escapes text for use between tags and in quoted attributes, of HTML and of XML such as SVG. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(notInXml, '').replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
