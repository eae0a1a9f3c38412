import { truncate } from '@newline/document/truncate';
import type { DocumentNode } from '@newline/document/document-node';
import { toText } from '@newline/document/text';
import type { EmailContent } from '../mail/email.ts';
import { nameInSentence } from '../mail/name-in-sentence.ts';

/** A notification, with its state at the moment of sending. */
export type NotificationItem = {
  readonly kind: 'REPLY' | 'MENTION' | 'ANSWER_ACCEPTED' | 'QUESTION';
  readonly discussionId: string;
  readonly commentId: string;
  readonly body: DocumentNode;
  /** Name of the user who caused it; null if the account was deleted. */
  readonly who: string | null;
  /** Title of the lesson, clip or article. */
  readonly about: string;
};

/** How often a user gets notification emails. */
export type Rhythm = 'AT_ONCE' | 'DAILY' | 'WEEKLY';

const excerptLength = 300;
/** Number of items that a digest lists; further items are only counted. */
const maxItems = 20;

/** Returns the content of a notification email: about one comment, about new comments in one discussion, or a daily or weekly digest. */
export function notificationEmail(
  items: readonly NotificationItem[],
  {
    rhythm,
    publicUrl,
    siteName,
    stopUrl,
  }: { readonly rhythm: Rhythm; readonly publicUrl: string; readonly siteName: string; readonly stopUrl: string },
): EmailContent {
  const [first] = items;
  if (!first) throw new Error('A notification email: expected at least one item, got none');
  const urlOf = ({ discussionId, commentId }: NotificationItem) => `${publicUrl}/discussions/${discussionId}#${commentId}`;
  const notes = [
    `You’re receiving this because you take part in discussions on ${siteName}.`,
    {
      text: rhythm === 'AT_ONCE' ? 'No more emails about this discussion?' : 'No more of these emails?',
      link: { label: 'Unsubscribe', url: stopUrl },
    },
  ];
  if (items.length === 1) {
    const text = excerptOf(first.body);
    return {
      subject: headline(first),
      lines: [`${headline(first)}.`],
      ...(text !== '' && { entries: [{ text, url: urlOf(first) }] }),
      action: { label: 'Open the discussion', url: urlOf(first) },
      notes,
    };
  }
  const entries = items.slice(0, maxItems).map((item) => ({ heading: headline(item), text: excerptOf(item.body), url: urlOf(item) }));
  const remaining = items.length - entries.length;
  return {
    subject:
      rhythm === 'AT_ONCE'
        ? `${items.length} new comments in “${nameInSentence(first.about)}”`
        : `${items.length} new comments ${rhythm === 'WEEKLY' ? 'this week' : 'since yesterday'}`,
    lines: remaining > 0 ? [`These are the first ${maxItems}. See ${remaining} more on ${siteName}.`] : [],
    entries,
    action:
      rhythm === 'AT_ONCE' ? { label: 'Open the discussion', url: urlOf(first) } : { label: 'View all', url: `${publicUrl}/notifications` },
    notes,
  };
}

function headline({ kind, who, about }: NotificationItem): string {
  const name = nameInSentence(who ?? 'Someone');
  switch (kind) {
    case 'REPLY':
      return `${name} replied in “${nameInSentence(about)}”`;
    case 'MENTION':
      return `${name} mentioned you in “${nameInSentence(about)}”`;
    case 'ANSWER_ACCEPTED':
      return `Your answer in “${nameInSentence(about)}” was accepted`;
    case 'QUESTION':
      return `${name} asked a question in “${nameInSentence(about)}”`;
  }
}

function excerptOf(body: DocumentNode): string {
  return truncate(toText(body), excerptLength);
}
