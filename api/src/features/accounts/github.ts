import type { GenericOAuthConfig } from 'better-auth/plugins';
import { z } from 'zod';

/** How to reach GitHub, or a GitHub Enterprise server under its own addresses. */
export type GitHubSettings = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where people sign in, `https://github.com` unless it is an Enterprise server. */
  readonly url: string;
  /** Where its API answers, `https://api.github.com` unless it is an Enterprise server. */
  readonly apiUrl: string;
};

const profileSchema = z.object({ id: z.number(), login: z.string(), name: z.string().nullish(), avatar_url: z.string().nullish() });
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub's name in the addresses of sign-in. */
export const gitHubProviderId = 'github';

/**
 * Signing in with GitHub.
 *
 * The address is the account's primary one, and it counts as verified only when GitHub says so: an account here is
 * joined to one there only when both sides have verified the same address.
 */
export function gitHubProvider(settings: GitHubSettings): GenericOAuthConfig<typeof gitHubProviderId> {
  const get = async (path: string, accessToken: string): Promise<unknown> => {
    const answer = await fetch(`${settings.apiUrl}${path}`, {
      headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${accessToken}`, 'user-agent': 'newline' },
      signal: AbortSignal.timeout(5_000),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`GitHub ${path}: expected 200, got ${answer.status}`);
    return answer.json();
  };
  return {
    providerId: gitHubProviderId,
    name: 'GitHub',
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    authorizationUrl: `${settings.url}/login/oauth/authorize`,
    tokenUrl: `${settings.url}/login/oauth/access_token`,
    scopes: ['read:user', 'user:email'],
    async getUserInfo({ accessToken }) {
      if (!accessToken) return null;
      const [profile, emails] = await Promise.all([get('/user', accessToken), get('/user/emails', accessToken)]);
      const { id, login, name, avatar_url: image } = profileSchema.parse(profile);
      const primary = emailsSchema.parse(emails).find((email) => email.primary);
      if (!primary) return null;
      return { id, name: name ?? login, email: primary.email, emailVerified: primary.verified, ...(image ? { image } : {}) };
    },
  };
}
