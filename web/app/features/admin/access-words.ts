import type { Access } from './people-documents.ts';

/** Describes what a user has access to. */
export function accessWords({ kind, course, book }: Pick<Access, 'kind' | 'course' | 'book'>): string {
  const title = (course ?? book)?.title ?? 'a title';
  return kind === 'PRO' ? 'Pro' : kind === 'ADVANCED' ? `Advanced package of ${title}` : title;
}

/** Describes where the access comes from. */
export function sourceWords(source: string): string {
  const origin = source.split(':', 1)[0] ?? '';
  return (
    { grant: 'granted by an administrator', purchase: 'bought', subscription: 'from a subscription', seat: 'from a team seat' }[origin] ??
    origin
  );
}

/** True while the access is valid. */
export function isRunning({ endsAt }: Pick<Access, 'endsAt'>, now: number): boolean {
  return endsAt === null || Date.parse(endsAt) > now;
}

/** Describes the consequences of ending the access, for the confirmation. */
export function endAccessWords({ source }: Pick<Access, 'source'>): string {
  return source.startsWith('purchase')
    ? 'They paid for this. Access ends immediately, without a refund. To restore it, grant access again.'
    : 'Access ends immediately. To restore it, grant access again.';
}
