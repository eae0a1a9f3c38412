import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { takeEarlyText } from './focus/typed-early.ts';
import { requestDocument } from './request-document.ts';
import { graphql } from './graphql-document.ts';
import { sendLateSubmit } from './shell/late-submit.ts';
import { usePageFacts } from './page-facts.tsx';
import type { ViewerFacts } from './viewer-facts.ts';
import { setStorageOwner, subscribeBrowserSession, writeDevice } from './browser-storage.ts';

/** The one small query that makes a cached page personal. A page rendered for one user has its answer already. */
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

const UseBrowserTimeZoneDocument = graphql(/* GraphQL */ `mutation useBrowserTimeZone($timeZone: String!) {
  useBrowserTimeZone(input: { timeZone: $timeZone }) { result }
}`);

type ViewerState = {
  viewer: ViewerFacts | null;
  /** False until the server has said who is there. */
  isKnown: boolean;
  /** Asks again: after signing in or out, or a change of name. Gives the answer. */
  reload: () => Promise<ViewerFacts | null>;
};

const ViewerContext = createContext<ViewerState | null>(null);

/** Tells the page who is signed in: from the server's document, or by asking after it has loaded. */
export function ViewerProvider({ children }: { children: ReactNode }) {
  const { viewer: rendered } = usePageFacts();
  const [state, setState] = useState({ viewer: rendered, isKnown: rendered !== null });
  const reload = useCallback(async () => {
    const { viewer } = await requestDocument(ViewerDocument, {});
    setStorageOwner(viewer?.id ?? null);
    setState({ viewer, isKnown: true });
    rememberMember(viewer);
    reportTimeZone(viewer);
    return viewer;
  }, []);
  // Not within React's own work: it would put a field back before it heard of the change.
  useEffect(() => queueMicrotask(takeEarlyText), []);
  useEffect(() => {
    if (rendered !== null) {
      setStorageOwner(rendered.id);
      rememberMember(rendered);
      reportTimeZone(rendered);
      return;
    }
    // Without an answer the page stays as a visitor sees it.
    reload().catch(() => {
      setStorageOwner(null);
      setState({ viewer: null, isKnown: true });
    });
  }, [reload, rendered]);
  // Another tab signed out or in: what is written here would be sent by that user, so the page becomes theirs.
  useEffect(() => subscribeBrowserSession(() => void reload().catch((error: unknown) => console.warn(error))), [reload]);
  // The page is alive and knows its reader: for whoever drives it, such as a test.
  useEffect(() => {
    if (!state.isKnown) return;
    document.documentElement.dataset.hydrated = '';
    sendLateSubmit();
  }, [state.isKnown]);
  const value = useMemo(() => ({ ...state, reload }), [state, reload]);
  return <ViewerContext value={value}>{children}</ViewerContext>;
}

/** Who is signed in: null for a visitor, and as long as `isKnown` is false. */
export function useViewer(): ViewerState {
  const state = useContext(ViewerContext);
  if (!state) throw new Error('useViewer: expected a ViewerProvider around the page, got none');
  return state;
}

/**
 * Keeps in this browser whether somebody is signed in, so that the next page keeps the place for their picture, and whether they
 * turned single keys off.
 */
function rememberMember(viewer: ViewerFacts | null): void {
  const isMember = viewer !== null;
  // Where storage is closed the header changes once after loading.
  writeDevice('member', isMember ? '1' : null);
  if (viewer?.settings) writeDevice('keys', viewer.settings.hasShortcuts ? null : 'off');
  if (isMember) document.documentElement.dataset.member = '';
  else delete document.documentElement.dataset.member;
}

/** Stores the browser's time zone for a user who follows it, when it is another than before. */
function reportTimeZone(viewer: ViewerFacts | null): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!viewer?.settings?.followsBrowserTimeZone || viewer.settings.timeZone === timeZone) return;
  // If this fails, the next visit tries again.
  requestDocument(UseBrowserTimeZoneDocument, { timeZone }).catch((error: unknown) => console.warn(error));
}
