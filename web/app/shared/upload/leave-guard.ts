import { type ContextType, useContext, useMemo } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';

/** Passed to every upload, so that leaving the page while it runs asks for confirmation. */
export type LeaveGuard = {
  /** Call it when an upload starts. Returns a function to call when it ends, however it ends. */
  begin: () => () => void;
};

type Router = NonNullable<ContextType<typeof DataRouterContext>>['router'];

let running = 0;
let stopWatching: (() => void) | null = null;

/** Returns the guard of the page that contains an upload. */
export function useLeaveGuard(): LeaveGuard {
  const router = useContext(DataRouterContext)?.router ?? null;
  return useMemo(
    () => ({
      begin() {
        running += 1;
        stopWatching ??= watch(router);
        let isOver = false;
        return () => {
          if (isOver) return;
          isOver = true;
          running -= 1;
          if (running > 0) return;
          stopWatching?.();
          stopWatching = null;
        };
      },
    }),
    [router],
  );
}

/** True when no upload is running, or the user agrees to stop them. */
export function mayLeave(): boolean {
  if (running === 0) return true;
  const question = running === 1 ? 'An upload is still running. Stop it?' : `${running} uploads are still running. Stop them?`;
  return window.confirm(question);
}

/**
 * Asks for confirmation before the page is closed or reloaded, before navigating to another page, and before Back or Forward. Active while
 * an upload runs. The router's own blockers aren't in the build, because every visitor would load them.
 */
function watch(router: Router | null): () => void {
  const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', handleUnload);

  const navigate = router?.navigate;
  if (router && navigate) {
    const go = navigate as (...args: readonly unknown[]) => Promise<void>;
    router.navigate = (...args: readonly unknown[]) => (isThisPage(args[0]) || mayLeave() ? go(...args) : Promise.resolve());
  }

  const { pathname } = window.location;
  let index = indexOfEntry();
  let isGoingBack = false;
  const handlePop = (event: PopStateEvent) => {
    const next = indexOfEntry();
    if (isGoingBack) {
      isGoingBack = false;
      event.stopImmediatePropagation();
    } else if (window.location.pathname === pathname || next === null || index === null || next === index || mayLeave()) index = next;
    else {
      // The browser has already moved: return to where it was, without the router.
      event.stopImmediatePropagation();
      isGoingBack = true;
      window.history.go(index - next);
    }
  };
  window.addEventListener('popstate', handlePop, true);
  return () => {
    window.removeEventListener('beforeunload', handleUnload);
    window.removeEventListener('popstate', handlePop, true);
    if (router && navigate) router.navigate = navigate;
  };
}

/** A history step asks for confirmation when it's taken. */
function isThisPage(to: unknown): boolean {
  if (typeof to === 'string') return new URL(to, window.location.href).pathname === window.location.pathname;
  const pathname = typeof to === 'object' && to !== null && 'pathname' in to ? to.pathname : undefined;
  return pathname === undefined || pathname === window.location.pathname;
}

/** Returns the index of the current entry in the router's history. */
function indexOfEntry(): number | null {
  const state = window.history.state as { idx?: unknown } | null;
  return typeof state?.idx === 'number' ? state.idx : null;
}
