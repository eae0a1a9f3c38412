import type { Request } from '@playwright/test';

/** Returns the variables of a request to the API; a list that is the same for everyone has them in its URL. Empty for any other request. */
export function variablesOf(request: Request): Record<string, unknown> {
  const { pathname, searchParams } = new URL(request.url());
  if (pathname !== '/graphql') return {};
  if (request.method() === 'GET') return JSON.parse(searchParams.get('variables') ?? '{}') as Record<string, unknown>;
  return (request.postDataJSON() as { variables?: Record<string, unknown> } | null)?.variables ?? {};
}
