const labels: Readonly<Record<string, string>> = {
  'token.revoke': 'revoked an access token',
  'certificate.restore': 'restored a certificate',
  'certificate.revoke': 'revoked a certificate',
  'comment.approve': 'approved a comment',
  'comment.delete': 'deleted a comment',
  'coupon.change': 'changed a coupon',
  'coupon.create': 'created a coupon',
  'grant.end': 'ended access',
  'grant.give': 'granted access',
  'job.remove': 'removed a job',
  'job.retry': 'retried a job',
  'mail.test': 'sent a test email',
  'newsletter.export': 'exported the newsletter',
  'newsletter.remove': 'removed a subscriber',
  'page.change': 'changed a page',
  'page.create': 'created a page',
  'page.delete': 'deleted a page',
  'page.footer': 'changed the links of the footer',
  'page.publish': 'published a page',
  'page.unpublish': 'unpublished a page',
  'path.change': 'changed a learning path',
  'path.delete': 'deleted a learning path',
  'path.publish': 'published a learning path',
  'path.unpublish': 'unpublished a learning path',
  'payment.refund': 'refunded a payment',
  'person.delete': 'deleted an account',
  'person.end_suspension': 'lifted a suspension',
  'person.remove_second_step': 'removed the second step of a user',
  'person.sign_out': 'signed a user out',
  'person.suspend': 'suspended a user',
  'plan.change': 'changed a plan',
  'plan.create': 'created a plan',
  'plan.order': 'moved a plan',
  'plan.retire': 'retired a plan',
  'price.change': 'changed a price',
  'redirect.delete': 'deleted a redirect',
  'redirect.save': 'added redirects',
  'review.hide': 'hid a review',
  'review.show': 'restored a review',
  'role.give': 'made a user an administrator',
  'role.take': 'removed an administrator',
  'security.change': 'changed how administrators sign in',
  'share.set': 'set authors’ share of sales',
  'setup.hide': 'hid the checklist',
  'setup.show': 'showed the checklist',
  'site.change': 'changed the settings of the site',
  'subscription.end': 'ended a subscription',
  'subscription.give': 'granted a subscription',
  'tag.change': 'changed a tag',
  'tag.create': 'created a tag',
  'tag.delete': 'deleted a tag',
  'tag.merge': 'merged tags',
  'tag.order': 'moved a category',
  'webhook.change': 'changed a webhook endpoint',
  'webhook.create': 'added a webhook endpoint',
  'webhook.delete': 'deleted a webhook endpoint',
  'webhook.disable': 'disabled a webhook endpoint that kept failing',
  'webhook.redeliver': 'redelivered a webhook',
  'webhook.rotate': 'rotated the secret of a webhook endpoint',
  'webhook.test': 'sent a test event',
};

/** Describes an action; one without a description is shown as stored. */
export function actionWords(action: string): string {
  return labels[action] ?? action.replaceAll(/[._]/g, ' ');
}

/**
 * Describes the details of an entry, without IDs.
 *
 * @param details an object as JSON
 */
export function detailWords(details: string): string {
  const parsed: unknown = JSON.parse(details);
  if (typeof parsed !== 'object' || parsed === null) return '';
  return Object.entries(parsed)
    .filter(([name, value]) => !name.endsWith('Id') && value !== null && typeof value !== 'object')
    .map(([name, value]) =>
      name === 'username' ? `@${String(value)}` : `${name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)} ${String(value)}`,
    )
    .join(', ');
}
