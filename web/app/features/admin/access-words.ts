import type { Access } from './people-documents.ts';

/** What somebody was given, in words. */
export function accessWords({ kind, course, book }: Pick<Access, 'kind' | 'course' | 'book'>): string {
  const title = (course ?? book)?.title ?? 'a title';
  return kind === 'PRO' ? 'Pro' : kind === 'ADVANCED' ? `Advanced package of ${title}` : title;
}

/** Where it came from, in words. */
export function sourceWords(source: string): string {
  const origin = source.split(':', 1)[0] ?? '';
  return (
    { grant: 'granted by an administrator', purchase: 'bought', subscription: 'from a subscription', seat: 'from a team seat' }[origin] ??
    origin
  );
}

/** True while it holds. */
export function isRunning({ endsAt }: Pick<Access, 'endsAt'>, now: number): boolean {
  return endsAt === null || Date.parse(endsAt) > now;
}

/** What ending it means, for the question before. */
export function endAccessWords({ source }: Pick<Access, 'source'>): string {
  return source.startsWith('purchase')
    ? 'They paid for this. Access ends immediately, without a refund. To restore it, grant access again.'
    : 'Access ends immediately. To restore it, grant access again.';
}
