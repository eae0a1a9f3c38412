/**
 * Returns the GET URL of a public query in its normalized form, so that caches store each result once.
 * @param hash SHA-256 of its text, in hex
 */
export function publicQueryUrl(hash: string, variables: object): string {
  const sorted = Object.fromEntries(Object.entries(variables).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return `/graphql?documentId=sha256:${hash}&variables=${encodeURIComponent(JSON.stringify(sorted))}`;
}
