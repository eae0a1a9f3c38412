const replacements: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for use inside an HTML element or an attribute in double quotes. */
export function escapeHtml(text: string): string {
  // Most texts have no such characters.
  if (!/[&<>"]/u.test(text)) return text;
  return text.replaceAll(/[&<>"]/gu, (sign) => replacements[sign] ?? sign);
}
