import { requestContext, type RequestContext } from '@newline/api/request-context';
import { renderToString } from 'react-dom/server';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { eventTimes } from '../app/features/home/event-times.ts';
import { readHomePage } from '../app/features/home/home-layout.server.ts';
import { loadEvent } from '../app/features/home/load-event.server.ts';
import { LiveEventSection } from '../app/features/home/live-event-section.tsx';

const startsAt = '2026-12-17T17:00:00.000Z';
const endsAt = '2026-12-17T18:30:00.000Z';
const endMs = Date.parse(endsAt);
const stored = { title: 'Bring a slow query', startsAt, endsAt, timeZone: 'Europe/Berlin', url: '/books' };

/** Loads the event of a stored section at an instant, and returns it with when its page falls due. */
function loadAt(nowMs: number, content: object = stored, isHidden = false) {
  const due: (string | null | undefined)[] = [];
  const context = new RouterContextProvider();
  const dependsOn: RequestContext['dependsOn'] = (_tags, dueAt) => due.push(dueAt);
  context.set(requestContext, { dependsOn } as unknown as RequestContext);
  const page = readHomePage(JSON.stringify([{ kind: 'EVENT', isHidden, content }]));
  return { event: loadEvent(context, page.shown, page.content, nowMs), due };
}

describe('a live event', () => {
  test('is shown until it ends, and its cached page falls due at that instant @HOME-01', () => {
    for (const now of [Date.parse(startsAt) - 1, Date.parse(startsAt), endMs - 1]) {
      const { event, due } = loadAt(now);
      expect(event?.title).toBe('Bring a slow query');
      expect(due).toEqual([endsAt]);
    }
    for (const now of [endMs, endMs + 1]) expect(loadAt(now)).toEqual({ event: null, due: [] });
  });

  test.each([
    ['a title', { ...stored, title: '' }],
    ['a start', { ...stored, startsAt: '' }],
    ['an end', { ...stored, endsAt: '' }],
    ['a date that exists', { ...stored, startsAt: '2026-13-40T17:00:00.000Z' }],
    ['an end after its start', { ...stored, startsAt: endsAt }],
    ['anything', {}],
  ])('without %s isn’t shown', (_what, content) => {
    expect(loadAt(0, content)).toEqual({ event: null, due: [] });
    expect(loadAt(0).event).not.toBeNull();
  });

  test('that is hidden isn’t shown', () => {
    expect(loadAt(0, stored, true)).toEqual({ event: null, due: [] });
  });

  test('in an unknown time zone has its times in UTC', () => {
    for (const timeZone of ['', 'Europe/Atlantis']) expect(loadAt(0, { ...stored, timeZone }).event?.timeZone).toBe('UTC');
    expect(loadAt(0).event?.timeZone).toBe('Europe/Berlin');
  });

  test('has its times by the clock of its reader, and the last day if it ends on another one', () => {
    const german = { locale: 'de-DE', timeZone: 'Europe/Berlin' };
    expect(eventTimes(startsAt, endsAt, german)).toEqual({ day: 'Donnerstag, 17. Dezember 2026', start: '18:00', end: '19:30 MEZ' });
    const { start, end } = eventTimes(startsAt, endsAt, { locale: 'en-GB', timeZone: 'Asia/Kolkata' });
    expect([start, end]).toEqual(['22:30', '18 Dec, 00:00 GMT+5:30']);
  });

  test('is written by the server in the time zone of the event, with instants for machines', () => {
    const { event } = loadAt(0);
    const html = renderToString(event && <LiveEventSection {...event} number={4} />);
    expect(html).toContain(`<time dateTime="${startsAt}" title="Europe/Berlin">`);
    expect(html).toContain(`<time dateTime="${endsAt}">19:30 CET</time>`);
    expect(html).toContain('href="/books"');
  });
});
