import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { applyEarlyText, earlyApplied } from './focus/typed-early.ts';
import { requestDocument } from './request-document.ts';
import { graphql } from './graphql-document.ts';
import { sendEarlySubmit } from './shell/early-submit.ts';
import { usePageFacts } from './page-facts.tsx';
import type { ViewerFacts } from './viewer-facts.ts';
import { setStorageOwner, subscribeBrowserSession, writeDevice } from './browser-storage.ts';

/** The small query that makes a cached page personal. A page rendered for one user already has its result. */
export const ViewerDocument = graphql(/* GraphQL */ `query viewer {
  viewer {
    id
    username
    displayName
    profileImageUrl
    isAdmin
    settings {
      hasShortcuts
      timeZone
      followsBrowserTimeZone
    }
  }
}`);

type ViewerState = {
  viewer: ViewerFacts | null;
  /** False until it's known who is signed in. */
  isKnown: boolean;
  /** Requests the user again, after signing in or out or a change of name. Resolves to the user. */
  reload: () => Promise<ViewerFacts | null>;
};

/** The signed-in user of the page, outside React. */
type ViewerStore = {
  subscribe: (onChange: () => void) => () => void;
  state: () => ViewerState;
  /** The state for which the server rendered the page. */
  renderedState: () => ViewerState;
  set: (viewer: ViewerFacts | null) => void;
};

/**
 * The value of the context never changes: a change would reach the parts of the server's page whose code hasn't loaded yet, and React would
 * replace those with their fallback until it has.
 */
const ViewerContext = createContext<ViewerStore | null>(null);

function createViewerStore(rendered: ViewerFacts | null): ViewerStore {
  const listeners = new Set<() => void>();
  const store: ViewerStore = {
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    state: () => state,
    renderedState: () => renderedState,
    set: (viewer) => {
      state = { viewer, isKnown: true, reload };
      for (const listener of [...listeners]) listener();
    },
  };
  const reload = async () => {
    const { viewer } = await requestDocument(ViewerDocument, {});
    setStorageOwner(viewer?.id ?? null);
    store.set(viewer);
    rememberMember(viewer);
    return viewer;
  };
  const renderedState: ViewerState = { viewer: rendered, isKnown: rendered !== null, reload };
  let state = renderedState;
  return store;
}

/** Provides the signed-in user: from the server's document, or with a request after it has loaded. */
export function ViewerProvider({ children }: { children: ReactNode }) {
  const { viewer: rendered, own } = usePageFacts();
  /** Known without a request. */
  const early = rendered ?? own?.viewer ?? null;
  const [store] = useState(() => createViewerStore(rendered));
  const { isKnown, reload } = useSyncExternalStore(store.subscribe, store.state, store.renderedState);
  // In a microtask, because during React's own work a field would be reset before its change is handled.
  useEffect(() => queueMicrotask(applyEarlyText), []);
  useEffect(() => {
    if (early !== null) {
      // The HTML of a copy is that of any reader, so hydration starts without this one.
      if (!store.state().isKnown) store.set(early);
      setStorageOwner(early.id);
      rememberMember(early);
      return;
    }
    // Without a response, the page stays as a visitor sees it.
    reload().catch(() => {
      setStorageOwner(null);
      store.set(null);
    });
  }, [store, reload, early]);
  // Another tab signed out or in. Text written here would be sent by that user, so the page is reloaded as theirs.
  useEffect(() => subscribeBrowserSession(() => void reload().catch((error: unknown) => console.warn(error))), [reload]);
  // Marks the page as hydrated, with its user known, for automation such as tests. From now on, forms aren't held.
  useEffect(() => {
    if (!isKnown) return;
    const begin = () => {
      document.documentElement.dataset.hydrated = '';
      sendEarlySubmit();
    };
    // After what was typed and chosen has been applied, which is queued before this.
    queueMicrotask(() => void earlyApplied().then(begin, begin));
  }, [isKnown]);
  return <ViewerContext value={store}>{children}</ViewerContext>;
}

/** Returns the signed-in user: null for a visitor, and while `isKnown` is false. */
export function useViewer(): ViewerState {
  const store = useContext(ViewerContext);
  if (!store) throw new Error('useViewer: expected a ViewerProvider, got none');
  return useSyncExternalStore(store.subscribe, store.state, store.renderedState);
}

/**
 * Stores in this browser whether a user is signed in, so that the next page reserves space for their image, and whether they turned
 * single-key shortcuts off.
 */
function rememberMember(viewer: ViewerFacts | null): void {
  const isMember = viewer !== null;
  // Where storage is closed, the header changes once after loading.
  writeDevice('member', isMember ? '1' : null);
  if (viewer?.settings) writeDevice('keys', viewer.settings.hasShortcuts ? null : 'off');
  if (isMember) document.documentElement.dataset.member = '';
  else delete document.documentElement.dataset.member;
}
