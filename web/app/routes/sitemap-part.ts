import { data } from 'react-router';
import type { Route } from './+types/sitemap-part';
import { sitemapFileOf, sitemapPart } from '../features/feeds/sitemap.server.ts';
import { textResponse } from '../features/feeds/text-response.ts';
import type { PublicRoute } from '../shared/public-route.ts';

export const handle: PublicRoute = { isPublic: true, isExport: true };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const file = params.file.endsWith('.xml') ? sitemapFileOf(params.file.slice(0, -'.xml'.length)) : null;
  if (file === null) throw data(null, { status: 404 });
  return textResponse('application/xml', await sitemapPart(context, file, url.origin));
}
