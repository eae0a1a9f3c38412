import { useNavigate } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/library';
import { LibraryIntro } from '../features/library/library-intro.tsx';
import { LibraryPage } from '../features/library/library-page.tsx';
import { loadLibrary } from '../features/library/load-library.server.ts';
import { type LibraryChoice, parametersOf } from '../shared/library/library-choice.ts';

const path = '/library';

export async function loader({ context, url }: Route.LoaderArgs) {
  return { own: await loadLibrary(context, url), returnTo: `${path}${url.search}` };
}

export const meta: Route.MetaFunction = () => [{ title: `Library · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function Library({ loaderData }: Route.ComponentProps) {
  const { own, returnTo } = loaderData;
  const navigate = useNavigate();
  const choose = (choice: LibraryChoice, isTyping: boolean) => {
    const search = parametersOf(choice).toString();
    // One history entry per search, not per character.
    Promise.resolve(navigate({ pathname: path, search }, { replace: isTyping, preventScrollReset: true })).catch(() => undefined);
  };
  return (
    <main id="content" className="listing" tabIndex={-1}>
      {own === null ? <LibraryIntro returnTo={returnTo} /> : <LibraryPage {...own} onChoose={choose} />}
    </main>
  );
}
