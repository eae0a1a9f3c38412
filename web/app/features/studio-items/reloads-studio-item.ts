import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** Whether a page of the studio reloads its data: other parts of the same page share it. */
export function reloadsStudioItem({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
}
