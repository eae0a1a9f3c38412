import type { Route } from './+types/book';
import { describeItem } from '../features/item/describe-item.server.ts';
import { itemMeta } from '../features/item/item-meta.ts';
import { ItemPage } from '../features/item/item-page.tsx';
import { loadBook } from '../features/item/load-item.server.ts';
import type { PublicRoute } from '../shared/public-route.ts';

export const handle: PublicRoute = { isPublic: true, dynamic: ['reviews', 'before'] };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const item = await loadBook(context, params.slug, url.searchParams);
  describeItem(context, item, url.origin);
  return { item };
}

export const meta: Route.MetaFunction = ({ loaderData }) => itemMeta(loaderData?.item);

export default function Book({ loaderData }: Route.ComponentProps) {
  return <ItemPage key={loaderData.item.id} item={loaderData.item} />;
}
