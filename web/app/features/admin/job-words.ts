/** What each background job does, for people who decide whether to retry or to remove it. */
const sentences: ReadonlyMap<string, string> = new Map([
  ['send_mail', 'Sends an email. Removed, it’s never sent.'],
  ['send_notices', 'Sends notifications and digests by email. It runs again with the next notification.'],
  ['send_newsletter_copies', 'Passes newsletter sign-ups on to your newsletter service. It runs again with the next sign-up.'],
  ['send_webhooks', 'Sends events to your webhooks. It runs again with the next event.'],
  ['draw_bodies', 'Highlights code and renders formulas and diagrams. Until it succeeds, they’re shown as plain text.'],
  ['process_videos', 'Prepares uploaded videos for playback. Until it succeeds, they can’t be watched.'],
  ['watch_mux', 'Asks Mux whether uploaded videos are ready.'],
  ['export_books', 'Creates EPUB and PDF files of books. Readers wait for it.'],
  ['run_imports', 'Reads and writes imports of the studio. Authors wait for it.'],
  ['move_anchors', 'Moves comments to their passages after a text was changed.'],
  ['move_notes', 'Moves private notes to their words after a text was changed.'],
  ['check_exercises', 'Checks that exercises can be solved. Until it succeeds, authors don’t see whether theirs can.'],
  ['recheck_remote_code', 'Looks for changes of code that comes from repositories.'],
  ['keep_provider_prices', 'Sends your prices to Stripe. Until it succeeds, new prices can’t be bought.'],
  ['forget_comment_events', 'Deletes records of live updates that aren’t needed anymore.'],
  ['purge_cdn', 'Tells your CDN which pages changed. Until it succeeds, the CDN may serve old ones.'],
  ['tidy_records', 'Deletes expired records, and sums up counters.'],
  ['tidy_billing', 'Checks payments with Stripe, and ends expired subscriptions.'],
  ['tidy_sign_in', 'Deletes expired sessions and sign-in links.'],
  ['tidy_attachments', 'Deletes uploads that no one uses.'],
  ['tidy_videos', 'Deletes files of removed videos.'],
  ['tidy_book_exports', 'Deletes old EPUB and PDF files.'],
  ['tidy_imports', 'Deletes old imports and their archives.'],
  ['tidy_webhooks', 'Deletes old records of webhook deliveries.'],
]);

/** Returns what a job does; null for a job of another release. */
export function sentenceOfJob(task: string): string | null {
  return sentences.get(task) ?? null;
}
