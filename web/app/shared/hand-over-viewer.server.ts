import { requestContext } from '@newline/api/request-context';
import type { RouterContextProvider } from 'react-router';
import type { ViewerFacts } from './viewer-facts.ts';

const name = 'viewer';

/**
 * Passes what the shell shows of the signed-in user to the rendering of this document. A loader whose query includes it saves the page a query
 * of its own.
 */
export function handOverViewer(
  context: Readonly<RouterContextProvider>,
  { id, username, displayName, profileImageUrl, isAdmin, settings }: ViewerFacts,
): void {
  const shown = settings && {
    hasShortcuts: settings.hasShortcuts,
    timeZone: settings.timeZone,
    followsBrowserTimeZone: settings.followsBrowserTimeZone,
  };
  context.get(requestContext).handedOver.set(name, { id, username, displayName, profileImageUrl, isAdmin, settings: shown });
}

/** Returns what a loader passed; null if none did. */
export function handedOverViewer(context: Readonly<RouterContextProvider>): ViewerFacts | null {
  return (context.get(requestContext).handedOver.get(name) as ViewerFacts | undefined) ?? null;
}
