import { decodedOrAsIs } from '@newline/document/decode-part';

/** Another site on which people sign in to this one: GitHub, or a provider of OpenID Connect. */
export type Provider = { readonly id: string; readonly name: string };

/** Reads the providers from the methods of signing in, in which OpenID Connect is `oidc:{id}={name}`. */
export function providersOf(methods: readonly string[]): readonly Provider[] {
  return methods.flatMap((method) => {
    if (method === 'github') return [{ id: 'github', name: 'GitHub' }];
    const [, id, name] = /^oidc:([^=]+)=(.+)$/.exec(method) ?? [];
    return id !== undefined && name !== undefined ? [{ id, name: decodedOrAsIs(name) }] : [];
  });
}

/** True when the providers are the only way to sign in. */
export function isOnlyElsewhere(methods: readonly string[]): boolean {
  return methods.includes('only');
}
