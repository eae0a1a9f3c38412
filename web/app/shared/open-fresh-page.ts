import { mayReloadFor } from './browser-storage.ts';
import { loadIfReachable } from './connection.ts';
import { showToast } from './toast/show-toast.ts';

/** What the router stores on the window: where it's navigating to, and the build of this page. */
type RouterWindow = {
  readonly __reactRouterDataRouter?: {
    readonly state: {
      readonly navigation: { readonly location?: { readonly pathname: string; readonly search: string; readonly hash: string } };
    };
  };
  readonly __reactRouterManifest?: { readonly version?: string };
};

/**
 * Loads a page of the currently deployed release, because code or data of this page's release is gone: the page that the user was
 * navigating to, or else this one. Drafts are in the browser's storage. The second time for the same page of the same build, a message is
 * shown instead of reloading.
 *
 * @param reason what is gone
 * @returns false when the page was reloaded before
 */
export function openFreshPage(reason: string): boolean {
  const { __reactRouterDataRouter: router, __reactRouterManifest: manifest } = window as unknown as RouterWindow;
  const next = router?.state.navigation.location;
  const target = next ? new URL(next.pathname + next.search + next.hash, location.origin) : new URL(location.href);
  if (!mayReloadFor(`${manifest?.version ?? ''} ${reason} ${target.href}`)) return false;
  const currentUrl = new URL(location.href);
  // A URL that differs only in its fragment wouldn't be loaded.
  const isCurrentPage = target.pathname === currentUrl.pathname && target.search === currentUrl.search;
  if (isCurrentPage) {
    if (target.href !== currentUrl.href) location.replace(target);
    location.reload();
  } else location.assign(target);
  return true;
}

/** Handles the router's event for missing page code (see `server/router-flags-plugin.ts`). */
export function listenForMissingPages(): void {
  addEventListener('newline:page-gone', () => {
    void loadIfReachable(() => {
      if (openFreshPage('page')) return;
      void showToast('We couldn’t load this page. Reload it.', 'error');
    });
  });
}
