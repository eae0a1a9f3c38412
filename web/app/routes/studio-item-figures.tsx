import { site } from '../../../site.config.ts';
import type { Route } from './+types/studio-item-figures';
import { ItemFiguresPage } from '../features/figures/item-figures-page.tsx';
import { loadItemFigures } from '../features/figures/load-item-figures.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  return loadItemFigures(context, params, url);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? `Analytics of ${loaderData.figures.title}` : 'Not found'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function StudioItemFigures({ loaderData }: Route.ComponentProps) {
  return <ItemFiguresPage {...loaderData} />;
}
