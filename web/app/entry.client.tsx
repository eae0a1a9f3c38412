import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { noteEarlyText } from './shared/focus/typed-early.ts';
import { tolerateForeignChanges } from './shared/foreign-changes.ts';
import { stayWithoutConnection } from './shared/connection.ts';
import { loadPart } from '@newline/ui/lazy-component';
import { listenForMissingPages } from './shared/open-fresh-page.ts';
import { factsOfDocument, PageFactsProvider } from './shared/page-facts.tsx';
import { noteServerDocument } from './shared/server-document.ts';

tolerateForeignChanges();
noteServerDocument();
noteEarlyText();
listenForMissingPages();
stayWithoutConnection();
addEventListener('focusin', () => void loadPart(() => import('./shared/focus/keep-focus.ts')).then(({ keepFocus }) => keepFocus()), {
  once: true,
});
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
