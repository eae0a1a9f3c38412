import { decodedOrAsIs } from '@newline/document/decode-part';

/** A sign-in provider: GitHub, or an OpenID Connect provider. */
export type Provider = { readonly id: string; readonly name: string };

/** Returns the providers among the sign-in methods, in which OpenID Connect is `oidc:{id}={name}`. */
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
