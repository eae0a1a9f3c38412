/** A placeholder of a starter text, such as `[Fill in: name of your company]`. `app_private.publish_page` has the same pattern. */
const placeholder = /\[Fill in: ([^\]]+)\]/gu;

/** Returns what is left to fill in, each once. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name.trim()))];
}
