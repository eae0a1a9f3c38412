import type { GenericOAuthConfig } from 'better-auth/plugins';
import { z } from 'zod';

/** Settings of GitHub, or of a GitHub Enterprise server with its own URLs. */
export type GitHubSettings = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** URL for signing in, `https://github.com` unless it is an Enterprise server. */
  readonly url: string;
  /** URL of its API, `https://api.github.com` unless it is an Enterprise server. */
  readonly apiUrl: string;
};

const profileSchema = z.object({ id: z.number(), login: z.string(), name: z.string().nullish(), avatar_url: z.string().nullish() });
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub's provider ID in sign-in URLs. */
export const gitHubProviderId = 'github';

/**
 * Creates the sign-in provider GitHub.
 *
 * The email address is the account's primary one, and it counts as verified only if GitHub says so: accounts are linked only if both sites
 * have verified the same address.
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
