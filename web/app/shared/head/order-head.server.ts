const end = '</head>';
/** The script that has to run before anything is painted, and the sheets after it: React writes them last. */
const first = /<script\b[^>]*>try\{[\s\S]*?<\/script>(?:<link (?:nonce="[^"]*" )?rel="stylesheet"[^>]*>)+/;
const start = /<head><meta charSet="utf-8"\/><meta name="viewport"[^>]*>/;

/**
 * Puts in front what the first paint waits for: before the head's pictures, faces and modules, which a browser else asks for first and,
 * over a narrow line, at the cost of the sheets. Modules may wait: a page can be read before they are there. React finds what
 * it wrote in any order, as long as scripts keep theirs.
 */
export function orderHead(html: string): string {
  const length = html.indexOf(end);
  const head = html.slice(0, Math.max(length, 0));
  const found = first.exec(head);
  if (!found || !start.test(head)) return html;
  const [waitedFor] = found;
  const ordered = head
    .replace(waitedFor, '')
    .replace(start, (opening) => opening + waitedFor)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchPriority="low"');
  return ordered + html.slice(length);
}
