import type { Env } from '@newline/api/env';
import { createOidcIssuer } from '@newline/api/features/accounts/oidc-issuer';
import { createLog } from '@newline/api/log';
import { createOutbound } from '@newline/api/outbound';
import type { Finding } from './finding.ts';

/** Checks that each OpenID Connect provider can be reached, names the configured issuer and has keys. Nothing without providers. */
export async function checkSignIn(env: Env): Promise<Finding[]> {
  const log = createLog('error');
  const outbound = createOutbound({ env, log });
  try {
    return await Promise.all(
      env.oidc.providers.map(async (provider): Promise<Finding> => {
        try {
          await createOidcIssuer(provider, { outbound, log }).check();
          return { state: 'ok', what: `Sign-in: ${provider.name} (${provider.issuer})` };
        } catch (error) {
          return {
            // Without it, nobody can sign in.
            state: env.oidc.isOnly ? 'fail' : 'warn',
            what: `Sign-in: ${provider.name}: ${error instanceof Error ? error.message : String(error)}`,
            remedy: `Check the issuer in OIDC_PROVIDERS. It must respond at ${provider.issuer.replace(/\/$/, '')}/.well-known/openid-configuration.\nFor a provider on a private network, set "privateNetwork": true.`,
          };
        }
      }),
    );
  } finally {
    await outbound.close();
  }
}
