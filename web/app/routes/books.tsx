import { site } from '../../../site.config.ts';
import type { Route } from './+types/books';
import { CatalogueList } from '../features/catalogue/catalogue-list.tsx';
import { loadCatalogue } from '../features/catalogue/load-catalogue.server.ts';

const lead = 'Read at your own pace, with the code beside the words. Chapters can be cited by number.';

export async function loader({ context, request }: Route.LoaderArgs) {
  return loadCatalogue(context, request, 'book');
}

export const meta: Route.MetaFunction = () => [{ title: `Books · ${site.name}` }, { name: 'description', content: lead }];

export default function Books({ loaderData }: Route.ComponentProps) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <CatalogueList kind="book" title="Books" path="/books" lead={lead} {...loaderData} />
    </main>
  );
}
