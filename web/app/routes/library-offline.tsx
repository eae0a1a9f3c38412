import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/library-offline';
import { OfflinePage } from '../features/offline/offline-page.tsx';
import type { PublicRoute } from '../shared/public-route.ts';

// The same for everyone: the browser adds what its reader keeps. So the page itself opens without a connection.
export const handle: PublicRoute = { isPublic: true };

export const meta: Route.MetaFunction = () => [{ title: `Available offline · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function LibraryOffline() {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <OfflinePage />
    </main>
  );
}
