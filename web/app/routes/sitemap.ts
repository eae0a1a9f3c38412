import type { Route } from './+types/sitemap';
import { sitemapIndex } from '../features/feeds/sitemap.server.ts';
import { textResponse } from '../features/feeds/text-response.ts';
import type { PublicRoute } from '../shared/public-route.ts';

export const handle: PublicRoute = { isPublic: true };

export async function loader({ context, url }: Route.LoaderArgs) {
  return textResponse('application/xml', await sitemapIndex(context, url.origin));
}
