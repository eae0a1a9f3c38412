import { createContext, useContext, type ReactNode } from 'react';
import type { CachedFragments } from './shell/cached-fragments.ts';
import type { ViewerFacts } from './viewer-facts.ts';

/** What a page knows of its answer beside its data. */
export type PageFacts = {
  /** Marks our inline scripts as ours, on pages rendered for one reader. */
  nonce: string | undefined;
  /** The site's own address, without a slash at its end. */
  publicUrl: string;
  /** What stands in the log if this page fails; in the browser null, unless it did. */
  reference: string | null;
  /** What the sign-in forms offer beside e-mail and password. */
  signInMethods: readonly string[];
  /** The origin that draws script embeds; null makes links of them. */
  embedOrigin: string | null;
  /** The user for whom this document was rendered; null on a page that is the same for everybody, and for a visitor. */
  viewer: ViewerFacts | null;
  /** The code host whose code texts may show. */
  codeHostUrl: string;
  /** What loaders handed to the rendering of this document, by name; undefined in the browser. */
  handedOver?: ReadonlyMap<string, unknown>;
  /** The end of the document's head, for programs that read what the server sent; undefined in the browser. */
  head?: ReactNode;
  /** The parts of the shell that were written before; undefined in the browser, and where the document is written in parts. */
  cachedFragments?: CachedFragments | undefined;
};

const PageFactsContext = createContext<PageFacts | null>(null);

/** Gives the page its facts: on the server from the request, in the browser from the document. */
export function PageFactsProvider({ facts, children }: { facts: PageFacts; children: ReactNode }) {
  return <PageFactsContext value={facts}>{children}</PageFactsContext>;
}

/** The facts of the page. */
export function usePageFacts(): PageFacts {
  const facts = useContext(PageFactsContext);
  if (!facts) throw new Error('usePageFacts: expected a PageFactsProvider around the page, got none');
  return facts;
}

/** Reads the facts back from the document that the server sent. */
export function factsOfDocument(): PageFacts {
  const { publicUrl, signIn, embedOrigin, codeHost, viewer } = document.documentElement.dataset;
  return {
    nonce: undefined,
    publicUrl: publicUrl ?? location.origin,
    reference: document.querySelector<HTMLElement>('[data-reference]')?.dataset.reference ?? null,
    signInMethods: signIn?.split(' ').filter(Boolean) ?? [],
    embedOrigin: embedOrigin ?? null,
    viewer: viewer === undefined ? null : (JSON.parse(viewer) as ViewerFacts),
    codeHostUrl: codeHost ?? 'https://github.com',
  };
}
