import { setSite } from '@newline/api/rules/site/site';
import type { SiteSettings } from '@newline/api/rules/site/settings';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { keepFocusEarly } from './shared/focus/early-focus.ts';
import { recordEarlyText } from './shared/focus/typed-early.ts';
import { reportOwnFault, tolerateForeignChanges } from './shared/foreign-changes.ts';
import { fetchForRouter, stayWithoutConnection } from './shared/connection.ts';
import { listenForMissingPages } from './shared/open-fresh-page.ts';
import { factsOfDocument, PageFactsProvider } from './shared/page-facts.tsx';
import { recordServerDocument } from './shared/server-document.ts';

// What `settingsForBrowser` wrote.
const settings = document.documentElement.dataset['site'];
if (settings !== undefined) setSite(JSON.parse(settings) as Partial<SiteSettings>);
tolerateForeignChanges();
recordServerDocument();
recordEarlyText();
listenForMissingPages();
stayWithoutConnection();
keepFocusEarly();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageFactsProvider facts={factsOfDocument()}>
        <HydratedRouter unstable_fetch={fetchForRouter} />
      </PageFactsProvider>
    </StrictMode>,
    { onRecoverableError: reportOwnFault },
  );
});
