import { ownElementId } from '@newline/api/rules/page-slots';
import { createContext, useContext, type ReactNode } from 'react';
import type { CachedFragments } from './shell/cached-fragments.ts';
import type { ViewerFacts } from './viewer-facts.ts';

/** What the server sends for the reader besides the copy of a page. */
export type OwnFacts = { readonly viewer: ViewerFacts } & Readonly<Record<string, unknown>>;

/** The facts that a page needs besides its data. */
export type PageFacts = {
  /** The nonce of inline scripts, on pages rendered for one reader. */
  nonce: string | undefined;
  /** The site's URL without a trailing slash. */
  publicUrl: string;
  /** The reference under which a failure of this page is logged; null in the browser unless it failed. */
  reference: string | null;
  /** The sign-in methods offered besides email and password. */
  signInMethods: readonly string[];
  /** The origin that serves script embeds; null renders them as links. */
  embedOrigin: string | null;
  /** The user for whom this document was rendered; null for a visitor and on a cached page. */
  viewer: ViewerFacts | null;
  /** What the server added for the reader to the copy that all readers with the same access get; null elsewhere, undefined on the server. */
  own?: OwnFacts | null;
  /** Marks the slots of such a copy (`useSlots`); undefined elsewhere, and in the browser. */
  slotToken?: string | undefined;
  /** The code host whose code may be shown in texts. */
  codeHostUrl: string;
  /** The site settings as JSON; null if they all have their defaults. */
  settings: string | null;
  /** The style sheet of the chosen colors and font; empty for the defaults. */
  look: string;
  /** Values that loaders pass to the rendering of this document, by name; undefined in the browser. */
  handedOver?: ReadonlyMap<string, unknown>;
  /** The end of the document's head, for programs that read the response; undefined in the browser. */
  head?: ReactNode;
  /** The cached fragments of the shell; undefined in the browser, and when the document is rendered in fragments. */
  cachedFragments?: CachedFragments | undefined;
};

const PageFactsContext = createContext<PageFacts | null>(null);

/** Provides the page's facts: on the server from the request, in the browser from the document. */
export function PageFactsProvider({ facts, children }: { facts: PageFacts; children: ReactNode }) {
  return <PageFactsContext value={facts}>{children}</PageFactsContext>;
}

/** Returns the facts of the page. */
export function usePageFacts(): PageFacts {
  const facts = useContext(PageFactsContext);
  if (!facts) throw new Error('usePageFacts: expected a PageFactsProvider, got none');
  return facts;
}

/** Reads the facts from the document that the server sent. */
export function factsOfDocument(): PageFacts {
  const { publicUrl, signIn, embedOrigin, codeHost, viewer, site: settings } = document.documentElement.dataset;
  return {
    nonce: undefined,
    publicUrl: publicUrl ?? location.origin,
    reference: document.querySelector<HTMLElement>('[data-reference]')?.dataset.reference ?? null,
    signInMethods: signIn?.split(' ').filter(Boolean) ?? [],
    embedOrigin: embedOrigin ?? null,
    viewer: viewer === undefined ? null : (JSON.parse(viewer) as ViewerFacts),
    codeHostUrl: codeHost ?? 'https://github.com',
    settings: settings ?? null,
    own: JSON.parse(document.getElementById(ownElementId)?.textContent ?? 'null') as OwnFacts | null,
    look: document.getElementById('site-look')?.textContent ?? '',
  };
}
