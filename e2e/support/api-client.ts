import { ownSubnet } from './network.ts';

/** The API's response to an operation. */
export type Answer<TData> = { data: TData | null; errors?: { message: string; extensions?: { code?: string } }[] };

/** A signed-in user of the API, over real HTTP. */
export type ApiClient = {
  /** The session's Cookie header. */
  cookie: string;
  run: <TData>(query: string, variables?: Record<string, unknown>) => Promise<Answer<TData>>;
};

/** Signs a user in like the sign-in form. */
export async function signInAt(origin: string, person: { email: string; password: string }): Promise<ApiClient> {
  const response = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...ownSubnet() },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  if (!response.ok) throw new Error(`signInAt: ${response.status} ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return {
    cookie,
    run: async <TData>(query: string, variables: Record<string, unknown> = {}) => {
      const answer = await fetch(`${origin}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', origin, cookie },
        body: JSON.stringify({ query, variables }),
      });
      return (await answer.json()) as Answer<TData>;
    },
  };
}
