/** A redirect for the API. */
export type RedirectEntry = { readonly fromPath: string; readonly toUrl: string; readonly status: number };

/**
 * Reads a pasted list of redirects, one per line: the old path or URL and the new one, separated by a space, a tab or a comma. Only the
 * path of an old URL is used. Empty lines and those that start with # are skipped. `line` is the first one that isn't a redirect.
 *
 * @example readRedirects('https://old.example.com/post /articles/post', 301)
 */
export function readRedirects(text: string, status: number): { readonly entries: RedirectEntry[]; readonly line: number | null } {
  const entries: RedirectEntry[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [from = '', to = '', more] = line.trim().split(/\s*[,;\t]\s*|\s+/);
    const fromPath = pathOf(from);
    if (fromPath === null || to === '' || more !== undefined) return { entries, line: at + 1 };
    entries.push({ fromPath, toUrl: to, status });
  }
  return { entries, line: null };
}

/** Returns the path of a path or URL, without parameters; null when it is neither. */
function pathOf(from: string): string | null {
  if (/^https?:\/\//.test(from)) return URL.canParse(from) ? new URL(from).pathname : null;
  return from.startsWith('/') ? (from.split(/[?#]/, 1)[0] ?? null) : null;
}
