import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** Whether a page of the studio loads its data again: another part of the same page has the same data. */
export function reloadsStudioItem({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
}
