/**
 * Writes structured data, or a text, so that it can stand in a script element: nothing in it can end the element or start another.
 *
 * The escapes are JSON's own, so what is parsed equals what was given.
 */
export function jsonLd(data: object | string): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
