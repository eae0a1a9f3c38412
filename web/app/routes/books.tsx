import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/books';
import { CatalogList } from '../features/catalog/catalog-list.tsx';
import { loadCatalog } from '../features/catalog/load-catalog.server.ts';
import { BooksExplorer } from '../features/explore/books-explorer.tsx';
import { describeList } from '../features/catalog/describe-list.server.ts';
import { loadShelf } from '../features/explore/load-explore.server.ts';
import type { PublicRoute } from '../shared/public-route.ts';
import { descriptionTag } from '../shared/head/description.ts';

const lead = 'Read at your own pace, with code next to the text.';

export const handle: PublicRoute = { isPublic: true, parameters: { page: '1' }, dynamic: ['q'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const list = await loadCatalog(context, url, 'book');
  // The books explorer is only shown below the first page of the whole list.
  const shelf = list.query === null && list.page === 1 ? await loadShelf(context) : null;
  describeList(context, { kind: 'books', title: 'Books', description: lead, publicUrl: url.origin, ...list });
  return { list, shelf };
}

export const meta: Route.MetaFunction = () => [{ title: `Books · ${site.name}` }, descriptionTag(lead)];

export default function Books({ loaderData }: Route.ComponentProps) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <CatalogList kind="book" title="Books" path="/books" lead={lead} {...loaderData.list} />
      {loaderData.shelf && <BooksExplorer number={2} title="By rank" {...loaderData.shelf} />}
    </main>
  );
}
