/** Parses a document or its renderings from the API. They were validated when stored; null if parsing fails anyway. */
export function parseDocument(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
