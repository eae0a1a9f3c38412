/** Writes a URL as the target of a link or image. */
export function writeDestination(url: string): string {
  if (/^[\w\-.~:/?#@!$'*+,;=%]+$/u.test(url)) return url;
  return `<${url.replaceAll(/[\\<>]|&(?=[#\w])/gu, String.raw`\$&`)}>`;
}
