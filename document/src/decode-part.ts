/** Decodes the percent escapes in part of a URL. Returns null for an invalid escape, as in `50%`, which typed text can contain. */
export function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Decodes the percent escapes in part of a URL. Returns the text unchanged if an escape is invalid. */
export function decodedOrAsIs(part: string): string {
  return decodePart(part) ?? part;
}
