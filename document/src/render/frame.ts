import { isForeignUrl, safeUrl } from '../safe-url.ts';
import type { ElementAttributes, RenderContext } from './element.ts';

/** The `rel` of each link to another site. */
export const foreignRel = 'noopener noreferrer nofollow';

/** Returns the `href` and `rel` of a link, or null if the URL isn't allowed. */
export function linkAttributes<T>(url: unknown, context: RenderContext<T>): { href: string; rel: string | undefined } | null {
  const href = safeUrl(url);
  if (href === null) return null;
  return { href, rel: isForeignUrl(href, context.options.siteOrigin ?? '') ? foreignRel : undefined };
}

/** Returns the title of a frame in a page; null if it has none or one that only repeats the frame's URL. */
export function titleOfFrame({ attributes }: { readonly attributes: Readonly<Record<string, string | undefined>> }): string | null {
  const { title = '', src } = attributes;
  return title === '' || title === src || URL.canParse(title) ? null : title;
}

/** The content of a frame or of the link that replaces it. */
interface FramePlan {
  readonly src: string;
  /** The URL that people know; the same as the other if there is only one. */
  readonly url: string;
  readonly title: string;
  readonly height?: number | undefined;
  readonly class: string;
}

/** Renders a sandboxed frame if the site's list allows one, otherwise a link to the first allowed URL. */
export function renderFrame<T>(plan: FramePlan, context: RenderContext<T>, extra: ElementAttributes): T | string {
  const { h, options } = context;
  const frame = options.frameFor?.({ src: plan.src, url: plan.url }) ?? null;
  if (frame !== null) {
    const attributes = {
      src: frame.src,
      title: plan.title,
      sandbox: frame.sandbox,
      allow: frame.kind === 'player' ? 'fullscreen; picture-in-picture; encrypted-media' : undefined,
      referrerpolicy: 'strict-origin-when-cross-origin',
      loading: 'lazy',
      height: plan.height,
      'data-embed': frame.kind,
    };
    return h('div', { class: plan.class, ...extra }, h('iframe', attributes));
  }
  for (const address of [plan.src, plan.url]) {
    const link = linkAttributes(address, context);
    if (link !== null) return h('p', { class: plan.class, ...extra }, h('a', link, plan.title || link.href));
  }
  return '';
}
