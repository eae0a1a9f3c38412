const end = '</head>';
/** The script that has to run before the first paint, and the style sheets after it. React writes them last. */
const first = /<script\b[^>]*>try\{[\s\S]*?<\/script>(?:<link (?:nonce="[^"]*" )?rel="stylesheet"[^>]*>)+/;
const start = /<head><meta charSet="utf-8"\/><meta name="viewport"[^>]*>/;

/**
 * Moves what the first paint needs to the front: before the images, fonts and modules of the head, which a browser would otherwise request
 * first and, on a slow connection, at the expense of the style sheets. Modules can wait, because a page is readable without them. React
 * hydrates the head in any order, as long as scripts keep theirs.
 */
export function orderHead(html: string): string {
  const length = html.indexOf(end);
  const head = html.slice(0, Math.max(length, 0));
  const match = first.exec(head);
  if (!match || !start.test(head)) return html;
  const [waitedFor] = match;
  const ordered = head
    .replace(waitedFor, '')
    .replace(start, (opening) => opening + waitedFor)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchPriority="low"');
  return ordered + html.slice(length);
}
