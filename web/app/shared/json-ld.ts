/**
 * Serializes structured data, or a text, for a script element: nothing in it can end the element or start another. The escapes are JSON's
 * own, so that parsing returns the original value.
 */
export function jsonLd(data: object | string): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
