/**
 * The address under which a document that is the same for everybody is asked for by GET: one spelling, so that what keeps answers has each
 * once.
 *
 * @param hash SHA-256 of its text, in hex
 */
export function publicQueryUrl(hash: string, variables: object): string {
  const sorted = Object.fromEntries(Object.entries(variables).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return `/graphql?documentId=sha256:${hash}&variables=${encodeURIComponent(JSON.stringify(sorted))}`;
}
