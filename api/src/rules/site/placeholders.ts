/** A placeholder in a template, such as `[Fill in: name of your company]`. `app_private.publish_page` has the same pattern. */
const placeholder = /\[Fill in: ([^\]]+)\]/gu;

/** Returns the remaining placeholders, without duplicates. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name.trim()))];
}
