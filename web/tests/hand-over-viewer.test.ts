import { requestContext, type RequestContext } from '@newline/api/request-context';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { handedOverViewer, handOverViewer } from '../app/shared/hand-over-viewer.server.ts';

function contextOfPage(): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(requestContext, { handedOver: new Map() } as unknown as RequestContext);
  return context;
}

test('a loader hands over what the shell shows of the user, and nothing else of its own data', () => {
  const settings = { hasShortcuts: true, timeZone: 'UTC', followsBrowserTimeZone: false };
  const shown = { id: 'a', username: 'ada', displayName: 'Ada', profileImageUrl: null, isAdmin: false };
  const context = contextOfPage();
  expect(handedOverViewer(context)).toBeNull();
  handOverViewer(context, { ...shown, settings: { ...settings, mailNotices: 'DAILY' }, biography: 'secret' } as never);
  expect(handedOverViewer(context)).toEqual({ ...shown, settings });
  handOverViewer(context, { ...shown, settings: null });
  expect(handedOverViewer(context)).toEqual({ ...shown, settings: null });
  expect(handedOverViewer(contextOfPage())).toBeNull();
});
