import { isAllowedFrame, isForeignUrl, safeUrl } from '../safe-url.ts';
import type { ElementAttributes, RenderContext } from './element.ts';

/** The relation of every link that leads off the site. */
export const foreignRel = 'noopener noreferrer nofollow';

/** The `href` and `rel` of a link, or null when the address is not allowed. */
export function linkAttributes<T>(url: unknown, context: RenderContext<T>): { href: string; rel: string | undefined } | null {
  const href = safeUrl(url);
  if (href === null) return null;
  return { href, rel: isForeignUrl(href, context.options.siteOrigin ?? '') ? foreignRel : undefined };
}

/** A sandboxed frame when the address is on the list of hosts, else a link to the first address that may be linked. */
export function renderFrame<T>(
  frame: { readonly addresses: readonly string[]; readonly title: string; readonly height?: number | undefined; readonly class: string },
  context: RenderContext<T>,
  extra: ElementAttributes,
): T | string {
  const { h, options } = context;
  const source = frame.addresses.find((address) => isAllowedFrame(address, options.frameHosts ?? [], options.siteOrigin ?? ''));
  if (source !== undefined) {
    const attributes = {
      src: source,
      title: frame.title,
      sandbox: 'allow-scripts allow-forms allow-same-origin',
      referrerpolicy: 'strict-origin-when-cross-origin',
      loading: 'lazy',
      height: frame.height,
    };
    return h('div', { class: frame.class, ...extra }, h('iframe', attributes));
  }
  for (const address of frame.addresses) {
    const link = linkAttributes(address, context);
    if (link !== null) return h('p', { class: frame.class, ...extra }, h('a', link, frame.title || link.href));
  }
  return '';
}
