import type { IncomingHttpHeaders } from 'node:http';
import type { RememberedSession, Viewers } from '@newline/api/viewer';

/** Returns the session of a request; null without a valid one. A process learns whose session it is from its first request. */
export async function rememberSession(
  api: Pick<Viewers, 'sessionOf' | 'viewerOf'>,
  headers: IncomingHttpHeaders,
): Promise<RememberedSession | null> {
  const session = api.sessionOf(headers);
  if (session !== undefined) return session;
  await api.viewerOf(headers);
  return api.sessionOf(headers) ?? null;
}
