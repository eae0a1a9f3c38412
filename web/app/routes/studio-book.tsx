import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { site } from '../../../site.config.ts';
import type { Route } from './+types/studio-book';
import { ItemStudio } from '../features/studio-items/item-studio.tsx';
import { loadStudioBook } from '../features/studio-items/load-studio-item.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  return loadStudioBook(context, url, params.id);
}

/** Another part of the page is the same data. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Edit: ${loaderData?.item.title ?? 'Book'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function StudioBook({ loaderData }: Route.ComponentProps) {
  return <ItemStudio key={loaderData.item.id} {...loaderData} />;
}
