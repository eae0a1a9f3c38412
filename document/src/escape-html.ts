const replacements: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Makes text safe inside an HTML element or an attribute in double quotes. */
export function escapeHtml(text: string): string {
  // Most texts have none of them.
  if (!/[&<>"]/u.test(text)) return text;
  return text.replaceAll(/[&<>"]/gu, (sign) => replacements[sign] ?? sign);
}
