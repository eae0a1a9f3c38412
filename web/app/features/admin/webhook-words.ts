import type { WebhookEvent } from './webhook-documents.ts';

/** The events that an endpoint can get, with what each means. */
export const webhookEvents: readonly (readonly [WebhookEvent, label: string])[] = [
  ['USER_CREATED', 'A user signed up'],
  ['ENROLLMENT_CREATED', 'A user enrolled in a course or book'],
  ['ITEM_COMPLETED', 'A user completed a course or book'],
  ['PURCHASE_CREATED', 'A course or book was bought'],
  ['PURCHASE_REFUNDED', 'A purchase was refunded'],
  ['SUBSCRIPTION_CREATED', 'A subscription started'],
  ['SUBSCRIPTION_ENDED', 'A subscription ended'],
  ['COMMENT_CREATED', 'A comment was posted'],
  ['CONTENT_PUBLISHED', 'A course, book or article was published'],
];

/** The name of an event in payloads. */
export function eventName(event: WebhookEvent): string {
  return event.toLowerCase().replaceAll('_', '.');
}
