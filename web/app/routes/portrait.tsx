import { printedPortrait } from '@newline/ui/covers/printed-portrait';
import type { Route } from './+types/portrait';

/** The portrait of a name as a separate image, for pages with many of them. It's loaded separately and cached permanently. */
export function loader({ params }: Route.LoaderArgs) {
  return new Response(printedPortrait(Array.from(params.name).slice(0, 80).join('')), {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
