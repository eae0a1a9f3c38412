import type { Access } from './people-documents.ts';

/** What somebody was given, in words. */
export function accessWords({ kind, course, book }: Pick<Access, 'kind' | 'course' | 'book'>): string {
  const title = (course ?? book)?.title ?? 'a title';
  return kind === 'PRO' ? 'Pro' : kind === 'ADVANCED' ? `Advanced package of ${title}` : title;
}

/** Where it came from, in words. */
export function sourceWords(source: string): string {
  const origin = source.split(':', 1)[0] ?? '';
  return { grant: 'given by staff', purchase: 'bought', subscription: 'by subscription', seat: 'by a seat in a team' }[origin] ?? origin;
}

/** True while it holds. */
export function isRunning({ endsAt }: Pick<Access, 'endsAt'>, now: number): boolean {
  return endsAt === null || Date.parse(endsAt) > now;
}

/** What ending it means, for the question before. */
export function endAccessWords({ source }: Pick<Access, 'source'>): string {
  return source.startsWith('purchase')
    ? 'They paid for this. It closes immediately, without a refund. To open it again, you have to give it.'
    : 'It closes immediately. To open it again, you have to give it.';
}
