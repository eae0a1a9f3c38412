/** Decodes the percent escapes of a part of a URL; null when one of them isn't an escape, as in `50%`. What people type may hold any. */
export function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Decodes the percent escapes of a part of a URL; as it is when one of them isn't an escape. */
export function decodedOrAsIs(part: string): string {
  return decodePart(part) ?? part;
}
