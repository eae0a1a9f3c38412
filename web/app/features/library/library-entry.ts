import { LRUCache } from 'lru-cache';
import { labelOf } from '../../shared/catalog/card-facts.ts';
import { fixedLabels, type LibrarySort } from '../../shared/library/library-choice.ts';
import type { LessonState, LibraryEntry, LibraryOption } from '../../shared/library/library-facts.ts';
import type { FilterNode, LibraryNode } from './library-documents.ts';

/** The reader's day: `today` as '2026-11-27'. */
type Clock = { timeZone: string; today: string };

/** Returns the reader's day at an instant. */
export function clockOf(now: Date, timeZone: string): Clock {
  return { timeZone, today: calendarOf(timeZone).days.format(now) };
}

/** Converts a row for the page. Days are in the reader's time zone. */
export function entryOf(node: LibraryNode, sort: LibrarySort, clock: Clock): LibraryEntry {
  const label = labelOf(node, node.isBook ? 'Book' : 'Course');
  const { continuePath: path, continueTitle, continueNumber, continueSeconds } = node;
  return {
    id: node.id,
    kind: node.isBook ? 'book' : 'course',
    facts: [label, ...node.technologies.slice(0, 1), ...node.instructors.slice(0, 2)],
    title: node.title,
    permalink: node.permalink,
    topic: node.topic.toLowerCase(),
    posterImageUrl: node.posterImageUrl,
    status: addressValue(node.status) as LibraryEntry['status'],
    lessonStates: node.lessonStates.map((state) => state.toLowerCase() as LessonState),
    next:
      path === null
        ? null
        : { path, label: `${node.isBook ? 'Chapter' : 'Lesson'} ${continueNumber}, ${continueTitle}`, second: continueSeconds },
    finished: node.completedAt === null ? null : `Finished ${dayOf(node.completedAt, clock, 'long')}`,
    when: sort === 'recently-enrolled' ? `Enrolled ${near(dayOf(node.enrolledAt, clock))}` : dayOf(node.accessedAt, clock),
  };
}

/** Converts a filter for the menu. */
export function optionOf(node: FilterNode): LibraryOption {
  const group = node.filterGroup.toLowerCase() as LibraryOption['group'];
  if (group !== 'status' && group !== 'kind')
    return { group, value: node.value, label: node.label ?? node.value, icon: node.icon, count: node.count };
  const value = addressValue(node.value);
  const labels: Record<string, string> = fixedLabels[group];
  return { group, value, label: labels[value] ?? value, icon: null, count: node.count };
}

/** Converts `IN_PROGRESS` to its value in the URL. */
function addressValue(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** Returns 'today' for use inside a sentence. */
function near(day: string): string {
  return day === 'Today' || day === 'Yesterday' ? day.toLowerCase() : day;
}

/** Formats a day: 'Today', 'Yesterday', '3 Nov' (or '3 November'), with the year if it's another one. */
function dayOf(instant: string, { today, timeZone }: Clock, month: 'short' | 'long' = 'short'): string {
  const date = new Date(instant);
  const { days, shownAs } = calendarOf(timeZone);
  const day = days.format(date);
  const daysAgo = (Date.parse(today) - Date.parse(day)) / 86_400_000;
  if (daysAgo === 0) return month === 'long' ? 'today' : 'Today';
  if (daysAgo === 1) return month === 'long' ? 'yesterday' : 'Yesterday';
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return shownAs(month, isThisYear).format(date);
}

type Calendar = { days: Intl.DateTimeFormat; shownAs: (month: 'short' | 'long', isThisYear: boolean) => Intl.DateTimeFormat };

const calendars = new LRUCache<string, Calendar>({ max: 50 });

/** Returns date formatters for a time zone. They're cached, because creating one costs more than the rest of a row. */
function calendarOf(timeZone: string): Calendar {
  const cached = calendars.get(timeZone);
  if (cached) return cached;
  const formats = new Map<string, Intl.DateTimeFormat>();
  const calendar: Calendar = {
    days: new Intl.DateTimeFormat('sv-SE', { timeZone }),
    shownAs(month, isThisYear) {
      const name = `${month} ${isThisYear}`;
      const format =
        formats.get(name) ??
        new Intl.DateTimeFormat('en-GB', { day: 'numeric', month, ...(!isThisYear && { year: 'numeric' as const }), timeZone });
      formats.set(name, format);
      return format;
    },
  };
  calendars.set(timeZone, calendar);
  return calendar;
}
