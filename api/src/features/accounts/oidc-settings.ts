import { z } from 'zod';
import { gitHubProviderId } from './github.ts';

/** A role that a provider's claim can give. */
export type ClaimedRole = 'administrator' | 'author';

/** A provider of OpenID Connect: a company's Keycloak, Entra, Google, Authentik or any other. */
export type OidcProvider = {
  /** Identifies the provider in URLs and in the database. It must not change for an issuer. */
  readonly id: string;
  /** On buttons. */
  readonly name: string;
  /** The issuer, as in the provider's tokens. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a client without a secret. */
  readonly clientSecret: string | null;
  readonly scopes: readonly string[];
  /** The claim with groups or roles, such as `groups` or `realm_access.roles`; null if claims don't give roles. */
  readonly rolesClaim: string | null;
  /** The values of that claim that make a user an administrator, or an author. */
  readonly roles: Readonly<Record<ClaimedRole, readonly string[]>>;
  /** True if all email addresses from the provider count as verified, for a provider that doesn't report it. */
  readonly isEmailTrusted: boolean;
  /** True if the provider can be on a private network, on another port, or on this machine. */
  readonly isPrivate: boolean;
  /** True if signing out here also signs out at the provider. */
  readonly isSignOutShared: boolean;
};

/** Sign-in with OpenID Connect. */
export type OidcSettings = {
  readonly providers: readonly OidcProvider[];
  /** True when it is the only way to sign in. */
  readonly isOnly: boolean;
};

/** The settings of a site without OpenID Connect. */
export const noOidc: OidcSettings = { providers: [], isOnly: false };

const reserved: ReadonlySet<string> = new Set([gitHubProviderId, 'credential', 'link', 'only']);

const providerSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,31}$/, 'expected 1 to 32 lower-case letters, digits and hyphens, such as company')
      .refine((id) => !reserved.has(id), 'this id is reserved'),
    name: z.string().trim().min(1).max(40),
    issuer: z.string().refine(isIssuer, 'expected an https URL without a query, exactly as the provider writes it in its tokens'),
    clientId: z.string().min(1).max(500),
    clientSecret: z.string().min(1).max(1000).optional(),
    scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/)).default(['email', 'profile']),
    rolesClaim: z.string().min(1).max(200).optional(),
    administrators: z.array(z.string().min(1)).default([]),
    authors: z.array(z.string().min(1)).default([]),
    trustEmail: z.boolean().default(false),
    privateNetwork: z.boolean().default(false),
    signOutThere: z.boolean().default(false),
  })
  .refine(({ issuer, privateNetwork }) => privateNetwork || new URL(issuer).protocol === 'https:', {
    path: ['issuer'],
    message: 'an http URL is only for a provider on this machine, with "privateNetwork": true',
  })
  .refine(({ rolesClaim, administrators, authors }) => rolesClaim !== undefined || administrators.length + authors.length === 0, {
    path: ['rolesClaim'],
    message: 'expected the claim that has the values of administrators and authors',
  })
  .transform(
    ({
      clientSecret,
      scopes,
      rolesClaim,
      administrators,
      authors,
      trustEmail,
      privateNetwork,
      signOutThere,
      ...provider
    }): OidcProvider => ({
      ...provider,
      clientSecret: clientSecret ?? null,
      scopes: [...new Set(['openid', ...scopes])],
      rolesClaim: rolesClaim ?? null,
      roles: { administrator: administrators, author: authors },
      isEmailTrusted: trustEmail,
      isPrivate: privateNetwork,
      isSignOutShared: signOutThere,
    }),
  );

const providersSchema = z
  .array(providerSchema)
  .min(1)
  .max(10)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'two providers have the same id');

/**
 * Reads the providers from JSON.
 *
 * @throws Error that says what is wrong. It never contains a value, because one of them is a secret.
 */
export function readOidcProviders(json: string): readonly OidcProvider[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Error('expected JSON: a list of providers');
  }
  const parsed = providersSchema.safeParse(value, { reportInput: false });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${issue?.path.join('.') || 'the list'}: ${issue?.message ?? 'invalid'}`);
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
  return (
    (protocol === 'https:' || (protocol === 'http:' && isLoopback)) && `${search}${hash}${username}${password}` === '' && !/[?#]/.test(text)
  );
}

/** Returns a provider as a sign-in method for pages: `oidc:{id}={name}`, without spaces. */
export function methodsOfOidc({ providers, isOnly }: OidcSettings): readonly string[] {
  return [...(isOnly ? ['only'] : []), ...providers.map(({ id, name }) => `oidc:${id}=${encodeURIComponent(name)}`)];
}
