/** The largest file whose pages are looked up: larger ones don't fit into a string. */
const maxBytes = 300_000_000;

/**
 * Returns the page, counted from 1, of each place in a PDF that links can lead to, by its name. Reads only what Chromium writes: its tables
 * aren't compressed. Empty for any other file.
 */
export function readPdfPages(pdf: Buffer): ReadonlyMap<string, number> {
  const pages = new Map<string, number>();
  if (pdf.length > maxBytes) return pages;
  const text = pdf.toString('latin1');
  const [, root, targets] = /<<\/Type \/Catalog\n\/Pages (\d+) 0 R\n\/Dests (\d+) 0 R\n/u.exec(text) ?? [];
  if (root === undefined || targets === undefined) return pages;
  const groups = new Map<string, readonly string[]>();
  for (const [, id = '', kids = ''] of text.matchAll(/\n(\d+) 0 obj\n<<\/Type \/Pages\n[^>[]*\/Kids \[([\d R\n]*)\]/gu))
    groups.set(
      id,
      [...kids.matchAll(/(\d+) 0 R/gu)].map(([, kid = '']) => kid),
    );
  const numbers = new Map<string, number>();
  const count = (id: string, depth: number) => {
    const kids = groups.get(id);
    if (kids === undefined) numbers.set(id, numbers.size + 1);
    else if (depth < 16) for (const kid of kids) count(kid, depth + 1);
  };
  count(root, 0);
  const start = text.indexOf(`\n${targets} 0 obj\n`);
  const table = start === -1 ? '' : text.slice(start, text.indexOf('\nendobj', start));
  for (const [, name = '', id = ''] of table.matchAll(/\/([^\s[]+) \[(\d+) 0 R /gu)) {
    const number = numbers.get(id);
    if (number !== undefined) pages.set(name, number);
  }
  return pages;
}
