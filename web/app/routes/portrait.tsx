import { printedPortrait } from '@newline/ui/covers/printed-portrait';
import { isTopic } from '@newline/ui/covers/topic';
import type { Route } from './+types/portrait';

/**
 * The portrait of a name as a separate image, for pages with many of them, in the colors of its topic or of the one in the URL. It's loaded
 * separately and cached permanently.
 */
export function loader({ params, url }: Route.LoaderArgs) {
  const topic = url.searchParams.get('topic') ?? '';
  return new Response(printedPortrait(Array.from(params.name).slice(0, 80).join(''), isTopic(topic) ? topic : undefined), {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
