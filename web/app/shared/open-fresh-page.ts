import { mayReloadFor } from './browser-storage.ts';
import { loadIfReachable } from './connection.ts';
import { showToast } from './toast/show-toast.ts';

/** What the router leaves on the window: where it is on its way to, and the build that this page is of. */
type RouterWindow = {
  readonly __reactRouterDataRouter?: {
    readonly state: {
      readonly navigation: { readonly location?: { readonly pathname: string; readonly search: string; readonly hash: string } };
    };
  };
  readonly __reactRouterManifest?: { readonly version?: string };
};

/**
 * Loads a page of the release that the site has now, because a part of this page's release is gone: the page that the user was on the way to, or
 * else this one. Drafts are in the browser's storage. The second time for the same page of the same build it says so instead of loading it again.
 *
 * @param reason what is gone
 * @returns false when it was loaded before
 */
export function openFreshPage(reason: string): boolean {
  const { __reactRouterDataRouter: router, __reactRouterManifest: manifest } = window as unknown as RouterWindow;
  const next = router?.state.navigation.location;
  const target = next ? new URL(next.pathname + next.search + next.hash, location.origin) : new URL(location.href);
  if (!mayReloadFor(`${manifest?.version ?? ''} ${reason} ${target.href}`)) return false;
  const here = new URL(location.href);
  // An address that differs in its fragment alone would not be loaded.
  const isHere = target.pathname === here.pathname && target.search === here.search;
  if (isHere) {
    if (target.href !== here.href) location.replace(target);
    location.reload();
  } else location.assign(target);
  return true;
}

/** Listens to the router, which says so when the code of a page is gone (see `server/router-flags-plugin.ts`). */
export function listenForMissingPages(): void {
  addEventListener('newline:page-gone', () => {
    void loadIfReachable(() => {
      if (openFreshPage('page')) return;
      showToast('We couldn’t load this page. Reload it.', 'error').catch((error: unknown) => console.warn(error));
    });
  });
}
