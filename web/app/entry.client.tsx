import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { factsOfDocument, PageFactsProvider } from './shared/page-facts.tsx';

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
