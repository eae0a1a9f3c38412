import { clearUserData } from '../browser-storage.ts';

/** A refused request to /api/auth: a code of the sign-in service or our own, and the seconds to wait after too many requests. */
export class AuthError extends Error {
  readonly code: string;
  readonly retryAfterSeconds: number | null;
  constructor(code: string, message: string, retryAfterSeconds: number | null) {
    super(message);
    this.name = 'AuthError';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Sends a request to the sign-in service.
 *
 * @throws AuthError when it's refused
 */
export async function postAuth<TAnswer = unknown>(path: string, body: object): Promise<TAnswer> {
  const response = await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as TAnswer;
  const wait = Number(response.headers.get('retry-after') ?? response.headers.get('x-retry-after'));
  throw authErrorOf(response.status, answer, wait > 0 ? wait : null);
}

/** Creates the error for a refused request from the sign-in service's response. */
export function authErrorOf(status: number, answer: unknown, retryAfterSeconds: number | null): AuthError {
  const { code, message } = (answer ?? {}) as { code?: string; message?: string };
  return new AuthError(code ?? (status === 429 ? 'TOO_MANY' : 'UNKNOWN'), message ?? '', retryAfterSeconds);
}

/**
 * Ends this session, and removes what this browser stored for its users. Resolves to the provider's sign-out page, if it has one, or to
 * ours.
 */
export async function signOut(): Promise<string> {
  const { url } = await postAuth<{ url?: string }>('/sign-out', { disableRedirect: true });
  await clearBrowser();
  return url ?? '/';
}

/** Sends a request that ends this session; after success, removes what this browser stored for its users. */
export async function postToLeave(path: string, body: object): Promise<void> {
  await postAuth(path, body);
  await clearBrowser();
}

/** Removes what this browser stored for its users: drafts, progress and offline copies. The worker of the site removes the last, too. */
async function clearBrowser(): Promise<void> {
  clearUserData();
  await import('../offline/offline-titles.ts')
    .then(({ removeAllOffline }) => removeAllOffline())
    .catch((error: unknown) => console.warn('What was kept offline is removed with the next page.', error));
}
