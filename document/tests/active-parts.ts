/** Returns the tags in HTML that could run something on a page, because of their name, an attribute or a URL. */
export function activeParts(html: string): string[] {
  const tags = html.match(/<[^>]*>/gu) ?? [];
  const allowedTag =
    /^<\/?(?:p|article|h[1-6]|ul|ol|li|hr|br|blockquote|aside|div|section|details|summary|b|strong|em|code|a|svg|path|span|figure|figcaption|img|pre|table|thead|tbody|tr|td|th|sup|iframe)(?=[\s>])/u;
  return tags.filter((tag) => {
    const attributes = [...tag.matchAll(/\s([\w-]+)="([^"]*)"/gu)].map(([, name = '', value = '']) => [name, value] as const);
    const hasActiveAddress = attributes.some(([name, value]) => (name === 'href' || name === 'src') && hasActiveScheme(value));
    const isForbidden = attributes.some(([name]) => name.startsWith('on') || name === 'srcdoc' || name === 'formaction');
    const hasForeignStyle = attributes.some(([name, value]) => name === 'style' && !/^(?:--from:\d+|counter-reset:o -?\d+)$/u.test(value));
    const isFrame = tag.startsWith('<iframe') && !/ src="https:\/\/youtube\.com\/[^"]*"/u.test(tag);
    const rest = tag.replaceAll(/\s[\w-]+="[^"<>]*"/gu, '');
    return !allowedTag.test(tag) || !/^<\/?[a-z0-9]+>$/u.test(rest) || hasActiveAddress || isForbidden || hasForeignStyle || isFrame;
  });
}

/** Browsers ignore spaces and control characters before they look for the scheme; other invisible characters are removed here too. */
function hasActiveScheme(address: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/iu.exec(address.replaceAll(/[^\u0021-\u007e]/gu, ''))?.[1];
  return scheme !== undefined && !['http', 'https', 'mailto', 'tel'].includes(scheme.toLowerCase());
}
