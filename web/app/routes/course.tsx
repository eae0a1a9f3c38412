import type { Route } from './+types/course';
import { itemMeta } from '../features/item/item-meta.ts';
import { ItemPage } from '../features/item/item-page.tsx';
import { loadCourse } from '../features/item/load-item.server.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  return { item: await loadCourse(context, params.slug) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => itemMeta(loaderData?.item);

export default function Course({ loaderData }: Route.ComponentProps) {
  return <ItemPage item={loaderData.item} />;
}
