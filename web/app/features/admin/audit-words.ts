const words: Readonly<Record<string, string>> = {
  'comment.approve': 'approved a comment',
  'comment.delete': 'deleted a comment',
  'grant.end': 'ended access',
  'grant.give': 'gave access',
  'job.remove': 'removed a job',
  'job.retry': 'tried a job again',
  'newsletter.export': 'exported the newsletter',
  'newsletter.remove': 'removed an address',
  'person.delete': 'deleted an account',
  'person.end_suspension': 'ended a suspension',
  'person.sign_out': 'signed somebody out',
  'person.suspend': 'suspended somebody',
  'plan.change': 'changed a plan',
  'price.change': 'changed a price',
  'review.hide': 'hid a review',
  'review.show': 'showed a review',
  'role.give': 'made somebody staff',
  'role.take': 'took the role of staff',
  'subscription.end': 'ended a subscription',
  'subscription.give': 'gave a subscription',
};

/** What was done, in words; an action that has none is told as it is stored. */
export function actionWords(action: string): string {
  return words[action] ?? action.replaceAll(/[._]/g, ' ');
}

/**
 * The details of a line, in words: ids are left out.
 *
 * @param details an object as JSON
 */
export function detailWords(details: string): string {
  const parsed: unknown = JSON.parse(details);
  if (typeof parsed !== 'object' || parsed === null) return '';
  return Object.entries(parsed)
    .filter(([name, value]) => !name.endsWith('Id') && value !== null && typeof value !== 'object')
    .map(([name, value]) =>
      name === 'username' ? `@${String(value)}` : `${name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${String(value)}`,
    )
    .join(', ');
}
