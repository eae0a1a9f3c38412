/** Tells the reader that what they did isn't lost. */
export const waitingText = 'Waiting to be sent. That happens when the site can be reached again.';

/** Returns what signing out loses, for the question before it. */
export function lossText(count: number): string {
  const what = count === 1 ? 'One thing that you did hasn’t been sent' : `${count} things that you did haven’t been sent`;
  return `${what} from this browser yet. Signing out deletes it. Look at “Waiting to be sent” first to send or copy it.`;
}
