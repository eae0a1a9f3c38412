import type { CheckoutMode } from '@newline/api/features/billing/billing-settings';

/** The finished tasks of the checklist for a new site. */
export type SetupFacts = {
  readonly hasAdmin: boolean;
  readonly isNamed: boolean;
  readonly mailTestedAt: Date | null;
  readonly mailFailure: string | null;
  readonly hasPrice: boolean;
  readonly hasTitle: boolean;
  readonly hasAuthor: boolean;
  readonly backedUpAt: Date | null;
  readonly hasTerms: boolean;
  readonly hasPrivacy: boolean;
};

/** The data from the process's settings. */
export type SetupSurroundings = { readonly mode: CheckoutMode; readonly hasMailServer: boolean; readonly publicUrl: string };

/** Returns the settings of these options, without spaces around them; empty ones are left out. */
export function settingsOf(values: ReadonlyMap<string, string>): { name?: string; description?: string; supportEmail?: string } {
  const read = (option: string) => values.get(option)?.trim() || undefined;
  const [name, description, supportEmail] = [read('name'), read('description'), read('support-email')];
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(supportEmail !== undefined && { supportEmail }),
  };
}

/** Returns the checklist as lines for the terminal: finished tasks, and what to do next. */
export function setupLines(facts: SetupFacts, { mode, hasMailServer, publicUrl }: SetupSurroundings): string[] {
  const missing = [facts.hasTerms ? null : 'terms', facts.hasPrivacy ? null : 'privacy policy'].filter((name) => name !== null);
  const tasks: readonly (readonly [isDone: boolean, label: string, next: string])[] = [
    [facts.hasAdmin, 'First administrator', 'Start the site and open the link in first-administrator.txt, in DATA_DIR.'],
    [facts.isNamed, 'Name and look', `Run \`newline setup --name "…"\`, or open ${publicUrl}/admin/site.`],
    [
      facts.mailTestedAt !== null && facts.mailFailure === null,
      'Test email',
      facts.mailFailure !== null
        ? `The last one was not sent: ${facts.mailFailure}`
        : hasMailServer
          ? `Send one at ${publicUrl}/admin.`
          : `Set SMTP_URL, start the site again, and send one at ${publicUrl}/admin.`,
    ],
    [missing.length === 0, 'Terms and privacy policy', `Write and publish the ${missing.join(' and ')} at ${publicUrl}/admin/pages.`],
    [
      mode === 'REDIRECTS' && facts.hasPrice,
      'Payments',
      mode === 'REDIRECTS'
        ? `Set a price at ${publicUrl}/admin/plans.`
        : 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET (docs/subscriptions.md).',
    ],
    [facts.hasTitle, 'First course', `Create and publish one at ${publicUrl}/studio.`],
    [facts.hasAuthor, 'Another author', `Add someone to a course or book at ${publicUrl}/studio.`],
    [facts.backedUpAt !== null, 'Backup', 'Run `newline backup <file>`, and make it a daily task (docs/backup.md).'],
  ];
  const doneCount = tasks.filter(([isDone]) => isDone).length;
  return [
    ...tasks.map(([isDone, label, next]) => (isDone ? `done  ${label}` : `to do ${label}\n      ${next}`)),
    `\n${doneCount} of ${tasks.length} done`,
  ];
}
