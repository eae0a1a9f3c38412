import type { Browser, Page } from 'playwright-core';

/** The cost of scrolling for the browser's main thread, in milliseconds of CPU time, which a busy machine changes less than clock time. */
export interface ScrollCost {
  /** The longest task, during which no frame can be shown. */
  readonly longestMs: number;
  /** The sum of all tasks, per scrolled frame. */
  readonly perFrameMs: number;
}

/** A task of the main thread in a trace of Chromium: `dur` is its duration and `tdur` its CPU time, in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Scrolls the element with `selector` by 60 pixels per frame, and returns the cost. A button in it labeled `more` is pressed as soon as it
 * appears. Measuring is prepared, and garbage collected, before, so that neither counts.
 */
export async function measureScroll(browser: Browser, page: Page, selector: string, frames: number, more = ''): Promise<ScrollCost> {
  await page.locator(selector).evaluate(
    (box, options) => {
      // Found once, because searching thousands of buttons would cost more than what is measured.
      const list = [...box.querySelectorAll('button')].findLast((button) => button.textContent === options.more)?.parentElement;
      const scroll = () =>
        new Promise<void>((done) => {
          const step = (left: number) => {
            box.scrollTop += 60;
            const last = list?.lastElementChild;
            if (left % 30 === 0 && last instanceof HTMLButtonElement && last.textContent === options.more) last.click();
            if (left === 0) done();
            else requestAnimationFrame(() => step(left - 1));
          };
          requestAnimationFrame(() => step(options.frames));
        });
      Object.assign(window, { scrollMeasured: scroll });
    },
    { frames, more },
  );
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await page.evaluate(() => (window as unknown as { scrollMeasured: () => Promise<void> }).scrollMeasured());
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const spent = mainThreadTasks(traceEvents);
  return { longestMs: Math.max(...spent), perFrameMs: spent.reduce((sum, ms) => sum + ms, 0) / frames };
}

/** Returns the CPU time of each task of the busiest page's main thread; the trace also contains other renderers of the browser. */
function mainThreadTasks(events: readonly TraceEvent[]): number[] {
  const mains = new Set(
    events.flatMap(({ name, args, pid, tid }) => (name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid}/${tid}`] : [])),
  );
  const byThread = new Map<string, number[]>();
  for (const { name, ph, pid, tid, dur = 0, tdur } of events) {
    const thread = `${pid}/${tid}`;
    if (ph !== 'X' || tdur === undefined || !mains.has(thread) || (name !== 'RunTask' && !name.endsWith('::RunTask'))) continue;
    // A virtual machine's CPU clock sometimes jumps, but no task has had more CPU time than time passed.
    byThread.set(thread, [...(byThread.get(thread) ?? []), Math.min(tdur, dur) / 1000]);
  }
  const sum = (tasks: readonly number[]) => tasks.reduce((total, ms) => total + ms, 0);
  const [busiest] = [...byThread.values()].toSorted((a, b) => sum(b) - sum(a));
  if (busiest === undefined) throw new Error('measureScroll: expected tasks of a page in the trace, got none');
  return busiest;
}
