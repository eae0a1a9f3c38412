import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { listenForMissingPages } from './shared/open-fresh-page.ts';
import { factsOfDocument, PageFactsProvider } from './shared/page-facts.tsx';

listenForMissingPages();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageFactsProvider facts={factsOfDocument()}>
        <HydratedRouter />
      </PageFactsProvider>
    </StrictMode>,
  );
});
