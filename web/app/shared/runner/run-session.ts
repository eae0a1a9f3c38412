import { runLimits } from '@newline/api/rules/limits/run';
import { runPagePath, type RunPage } from '@newline/document/run-languages';
import type { EngineStart } from './engines/engine-message.ts';
import { readRunMessage, type RunMessage } from './sandbox/run-message.ts';

/** What a run reports. After `lost`, its frame is gone. */
export type RunEvent = RunMessage | { readonly kind: 'lost' };

/** How often a page is asked whether it still runs. One that leaves as many questions in a row unanswered is lost; loading may take longer. */
const askMs = 2000;
const maxUnanswered = 3;
const maxUnansweredLoading = 15;

/** Messages past the sandbox's own limit: then the code writes to the page around it. */
const maxMessages = runLimits.lines + 100;
const maxStrangeMessages = 50;

/** A program to run, the page of the sandbox for it, and for Python and SQL what the program needs. */
export type RunPlanned = { readonly page: RunPage; readonly program: string; readonly start?: EngineStart };

/**
 * Runs a program in a frame with an opaque origin, and reports what it says. The frame is removed when it floods the page with messages or
 * stops answering, which ends everything in it. It's loaded while the program is still being built (`planning`, null if it can't be).
 *
 * @returns a function that ends it
 */
export function startRun(
  slot: HTMLElement,
  { page, planning, title }: { readonly page: RunPage; readonly planning: Promise<RunPlanned | null>; readonly title: string },
  report: (event: RunEvent) => void,
): () => void {
  const frame = document.createElement('iframe');
  const ending = new AbortController();
  const { signal } = ending;
  const { port1: port, port2: far } = new MessageChannel();
  let messages = 0;
  let lines = 0;
  let strange = 0;
  let unanswered = 0;
  let isLoaded = false;
  let planned: RunPlanned | null = null;
  const isStarted = () => isLoaded && planned !== null;

  const stop = () => {
    ending.abort();
    clearInterval(asking);
    port.close();
    frame.remove();
  };
  const end = (event: RunEvent) => {
    stop();
    report(event);
  };
  const asking = setInterval(() => {
    // A hidden tab has slow timers.
    if (document.hidden || planned === null) unanswered = 0;
    else if (unanswered >= (isLoaded ? maxUnanswered : maxUnansweredLoading)) return end({ kind: 'lost' });
    // Questions are counted, because the page around the frame may itself have been too busy to read the answers.
    unanswered += 1;
    if (isStarted()) port.postMessage('alive?');
  }, askMs);

  const send = () => {
    if (!isLoaded || planned === null || signal.aborted) return;
    unanswered = 0;
    frame.hidden = page !== 'page';
    // An opaque origin can only be addressed as any origin. What is sent is only the reader's own code.
    frame.contentWindow?.postMessage(planned.program, '*', [far]);
    if (planned.start !== undefined) port.postMessage(planned.start);
  };
  void planning.then((plan) => {
    planned = plan;
    send();
  });

  port.addEventListener('message', ({ data }) => {
    messages += 1;
    const message = readRunMessage(data);
    if (message?.kind === 'alive') {
      messages -= 1;
      unanswered = 0;
      return;
    }
    if (message?.kind === 'line') lines += 1;
    if (message?.kind === 'table') lines += 1 + message.rows.length;
    if (messages > maxMessages || lines > runLimits.lines) return end({ kind: 'limit', limit: 'output' });
    if (message === null) return;
    if (message.kind === 'limit' && page !== 'page') return end(message);
    // Nothing of it goes on, and its memory is free again.
    if (message.kind === 'done' && page === 'engine') return end(message);
    report(message);
  });
  port.start();
  addEventListener(
    'message',
    ({ source, data }) => {
      if (source === null || source !== frame.contentWindow) return;
      if (!isLoaded && data === 'newline:run-page') {
        isLoaded = true;
        send();
        return;
      }
      strange += 1;
      if (strange > maxStrangeMessages) end({ kind: 'limit', limit: 'output' });
    },
    { signal },
  );
  // The first load is the sandbox's own page, the second one would be a page that the code went to.
  let loads = 0;
  frame.addEventListener('load', () => {
    loads += 1;
    if (loads > 1 && page !== 'page') end({ kind: 'lost' });
  });

  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = title;
  frame.hidden = true;
  frame.referrerPolicy = 'no-referrer';
  const origin = document.documentElement.dataset['embedOrigin'] ?? location.origin;
  frame.src = `${origin}${runPagePath}${page}`;
  slot.replaceChildren(frame);
  return stop;
}
