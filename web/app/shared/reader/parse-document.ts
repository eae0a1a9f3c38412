/** Reads a document or its drawings as the API answers them. They were checked when they were written; what cannot be read all the same is null. */
export function parseDocument(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
