import type { Ground, Running } from '../../feature.ts';
import { addAuthRoutes } from './auth-routes.ts';
import type { Auth } from './create-auth.ts';
import { createEmailChanges } from './email-change.ts';
import { addEmailChangeRoutes } from './email-change-routes.ts';
import { createFirstAdmin, type FirstAdmin } from './first-admin.ts';
import { addFirstAdminRoutes } from './first-admin-routes.ts';
import { gitHubProviderId } from './github.ts';
import { createLimitedMail } from './limited-mail.ts';
import { noOidc } from './oidc-settings.ts';
import { createPasskeys } from './passkeys.ts';
import { createSecondSteps } from './second-steps.ts';
import { addOwnDataRoute } from './own-data-route.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Returns the sign-in service, which is loaded on first use: that takes longer than the rest of a start, and no page needs it. */
      auth: () => Promise<Auth>;
      /** The one-time link to create the first administrator of a new site. */
      firstAdmin: FirstAdmin;
    }
  }
}

/** Starts sign-in and its routes. */
export function startAccounts({ env, pools, rateLimits, jobs, outbound, log, maskError, viewers: { viewerOf } }: Ground): Running {
  const { publicUrl, secretKey, gitHub, oidc = noOidc } = env;
  const sendMail = createLimitedMail({ rateLimits, sendMail: jobs.send, log });
  const emailChanges = createEmailChanges({ pool: pools.sessions, sendMail, publicUrl });
  const secondSteps = createSecondSteps({ pool: pools.sessions, secretKey });
  const passkeys = createPasskeys({ pool: pools.sessions, publicUrl });
  let loaded: Promise<Auth> | null = null;
  const auth = (): Promise<Auth> => {
    loaded ??= import('./create-auth.ts').then(({ createAuth }) =>
      createAuth({
        publicUrl,
        secretKey,
        pool: pools.auth,
        besidePool: pools.sessions,
        rateLimits,
        sendMail,
        emailChanges,
        secondSteps,
        passkeys,
        log,
        gitHub,
        oidc,
        outbound,
      }),
    );
    // A failure isn't cached: the next call tries again.
    loaded.catch(() => (loaded = null));
    return loaded;
  };
  const firstAdmin = createFirstAdmin({ pool: pools.auth, auth, publicUrl });
  return {
    services: { auth, firstAdmin },
    addRoutes(app) {
      const providerIds = [gitHubProviderId, ...oidc.providers.map(({ id }) => id)];
      addAuthRoutes(app, { auth, providerIds, secondSteps, pool: pools.sessions, secretKey, publicUrl, maskError, viewerOf });
      addEmailChangeRoutes(app, emailChanges);
      addFirstAdminRoutes(app, firstAdmin);
      addOwnDataRoute(app, { pool: pools.app, viewerOf });
    },
  };
}
