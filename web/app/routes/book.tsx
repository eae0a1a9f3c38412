import type { Route } from './+types/book';
import { itemMeta } from '../features/item/item-meta.ts';
import { ItemPage } from '../features/item/item-page.tsx';
import { loadBook } from '../features/item/load-item.server.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  return { item: await loadBook(context, params.slug) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => itemMeta(loaderData?.item);

export default function Book({ loaderData }: Route.ComponentProps) {
  return <ItemPage item={loaderData.item} />;
}
