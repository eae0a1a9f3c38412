/**
 * What the server wrote into the element of this id, taken before React looks at it; null where there is no such element. A part
 * whose code waits until it is near shows it meanwhile: React drops the server's words as soon as anything above them changes.
 */
export function keepHtml(id: string): string | null {
  return typeof document === 'undefined' ? null : (document.getElementById(id)?.innerHTML ?? null);
}

/** The kept words, as they stood. */
export function KeptHtml({ html }: { html: string | null }) {
  return html === null ? null : <div style={{ display: 'contents' }} dangerouslySetInnerHTML={{ __html: html }} />;
}
