import type { CheckoutMode, SetupState } from './setup-documents.ts';

/** A task of the checklist of a new site. */
export type SetupTask = {
  readonly id: 'name' | 'mail' | 'payments' | 'title' | 'author' | 'backup' | 'legal';
  readonly label: string;
  readonly isDone: boolean;
  /** Describes its state, or what to do. */
  readonly note: string;
  /** The page where it's done; null if it's done on the server. */
  readonly path: string | null;
};

/** Returns the tasks for a new site with their states, in a sensible order. */
export function setupTasks(state: SetupState, mode: CheckoutMode): readonly SetupTask[] {
  const { isNamed, hasLook, mailTestedAt, mailTestedTo, mailFailure, hasPrice, hasTitle, hasAuthor, backedUpAt, hasTerms, hasPrivacy } =
    state;
  const missing = [hasTerms === true ? null : 'terms', hasPrivacy === true ? null : 'privacy policy'].filter((name) => name !== null);
  return [
    {
      id: 'name',
      label: 'Name and look',
      isDone: isNamed === true,
      note:
        isNamed !== true
          ? 'Give your site a name, a wordmark and colors.'
          : hasLook === true
            ? 'Set.'
            : 'The name is set. You can add a wordmark and colors.',
      path: '/admin/site',
    },
    {
      id: 'mail',
      label: 'Test email',
      isDone: mailTestedAt !== null && mailFailure === null,
      note:
        mailTestedAt === null
          ? 'Check that your site can send emails. Without them, nobody can confirm an account.'
          : mailFailure === null
            ? `Sent to ${mailTestedTo ?? 'you'}.`
            : `The last one wasn’t sent: ${mailFailure}`,
      path: null,
    },
    {
      id: 'legal',
      label: 'Terms and privacy policy',
      isDone: missing.length === 0,
      note: missing.length === 0 ? 'Published.' : `Write and publish your ${missing.join(' and ')}.`,
      path: '/admin/pages',
    },
    {
      id: 'payments',
      label: 'Payments',
      isDone: mode === 'REDIRECTS' && hasPrice === true,
      note:
        mode !== 'REDIRECTS'
          ? 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET on the server to accept payments.'
          : hasPrice === true
            ? 'Stripe is connected, and something is for sale.'
            : 'Stripe is connected. Set a price for a plan or a title.',
      path: mode === 'REDIRECTS' ? '/admin/plans' : null,
    },
    {
      id: 'title',
      label: 'First course',
      isDone: hasTitle === true,
      note: hasTitle === true ? 'Published.' : 'Create a course or a book in the studio and publish it.',
      path: '/studio',
    },
    {
      id: 'author',
      label: 'Another author',
      isDone: hasAuthor === true,
      note:
        hasAuthor === true
          ? 'Someone else writes here, too.'
          : 'Add someone with an account to a course or book, in the studio under People.',
      path: '/studio',
    },
    {
      id: 'backup',
      label: 'Backup',
      isDone: backedUpAt !== null,
      note: backedUpAt === null ? 'Run “newline backup” on the server, and schedule it to run daily.' : 'Written by “newline backup”.',
      path: null,
    },
  ];
}
