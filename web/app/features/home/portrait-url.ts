/** Returns the URL of the drawing of a user without an image, in the colors of a topic. */
export function portraitUrl(name: string, topic: string | undefined): string {
  return `/portraits/${encodeURIComponent(name)}?topic=${topic ?? ''}`;
}
