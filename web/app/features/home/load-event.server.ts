import type { HomeKind } from '@newline/api/rules/site/page-sections';
import type { RouterContextProvider } from 'react-router';
import { formatDate } from '../../shared/dates/format-date.ts';
import type { HomeContent } from '../../shared/page-content/standard-home.ts';
import { dependsOn } from '../../shared/run-document.server.ts';
import type { LiveEvent } from './live-event.ts';

/**
 * Returns the live event to show; null if it's hidden, has no title or date, or is over. The page falls due when the event ends.
 */
export function loadEvent(
  context: Readonly<RouterContextProvider>,
  shown: readonly HomeKind[],
  { EVENT: content }: Pick<HomeContent, 'EVENT'>,
  nowMs: number,
): Omit<LiveEvent, 'number'> | null {
  const { title, startsAt, endsAt, timeZone, url } = content;
  const endMs = Date.parse(endsAt);
  if (!shown.includes('EVENT') || title === '' || !(Date.parse(startsAt) < endMs) || endMs <= nowMs) return null;
  dependsOn(context, [], endsAt);
  return { ...content, timeZone: isTimeZone(timeZone) ? timeZone : 'UTC', url: url || null };
}

function isTimeZone(name: string): boolean {
  try {
    return name !== '' && formatDate(0, 'time', { locale: 'en', timeZone: name }) !== '';
  } catch {
    return false;
  }
}
