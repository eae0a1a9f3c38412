import type { Ground, Running } from '../../feature.ts';
import { addAuthRoutes } from './auth-routes.ts';
import type { Auth } from './create-auth.ts';
import { createFirstAdmin, type FirstAdmin } from './first-admin.ts';
import { addFirstAdminRoutes } from './first-admin-routes.ts';
import { addOwnDataRoute } from './own-data-route.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Sign-in, loaded when it is first asked for: that takes longer than the rest of a start, and no page needs it. */
      auth: () => Promise<Auth>;
      /** The one-time link for whoever starts a site without an administrator. */
      firstAdmin: FirstAdmin;
    }
  }
}

/** Starts signing in and its routes. */
export function startAccounts({ env, pools, rateLimits, jobs, log, maskError, viewers: { viewerOf } }: Ground): Running {
  const { publicUrl, secretKey, gitHub } = env;
  let loaded: Promise<Auth> | null = null;
  const auth = (): Promise<Auth> => {
    loaded ??= import('./create-auth.ts').then(({ createAuth }) =>
      createAuth({ publicUrl, secretKey, pool: pools.auth, besidePool: pools.sessions, rateLimits, sendMail: jobs.send, log, gitHub }),
    );
    // What failed is not kept: the next who asks tries again.
    loaded.catch(() => (loaded = null));
    return loaded;
  };
  const firstAdmin = createFirstAdmin({ pool: pools.auth, auth, publicUrl });
  return {
    services: { auth, firstAdmin },
    addRoutes(app) {
      addAuthRoutes(app, { auth, pool: pools.sessions, secretKey, publicUrl, maskError, viewerOf });
      addFirstAdminRoutes(app, firstAdmin);
      addOwnDataRoute(app, { pool: pools.app, viewerOf });
    },
  };
}
