import { type BrowserContext, expect, type Page } from '@playwright/test';
import { canaryHost, type XssVector } from './xss-vectors.ts';

/** The effects of vectors in a browser context. */
export interface Watch {
  /** Numbers of the vectors that ran. */
  readonly hits: Set<number>;
  /** Dialogs, windows, ways off the site, requests to the canary, and what only the policy blocked. */
  readonly faults: string[];
  /** Clears the record. */
  clear(): void;
}

/** Watches all pages of a context from before their first script. */
export async function watchContext(context: BrowserContext): Promise<Watch> {
  const hits = new Set<number>();
  const faults: string[] = [];
  await context.exposeFunction('__hit', (n: unknown) => void hits.add(Number.parseInt(String(n), 10)));
  await context.exposeFunction('__fault', (fault: string) => void faults.push(fault));
  await context.addInitScript(() => {
    const hooks = window as unknown as { __hit: (n: unknown) => void; __fault: (fault: string) => void };
    if (window !== window.top) return;
    // A vector may run endlessly, so each is reported once per page.
    const [tell, seen] = [hooks.__hit, new Set<number>()];
    hooks.__hit = (n) => {
      const number = Number.parseInt(String(n), 10);
      if (seen.has(number)) return;
      seen.add(number);
      tell(number);
    };
    window.addEventListener('message', ({ data }) => typeof data === 'number' && hooks.__hit(data));
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      // A text can name images on any host, and only the policy blocks them: they run nothing.
      if (effectiveDirective !== 'img-src') hooks.__fault(`policy: ${effectiveDirective} ${blockedURI}`);
    });
  });
  await context.route(
    (url) => url.hostname === canaryHost,
    (route) => {
      const url = new URL(route.request().url());
      const [n] = url.pathname.slice(1).split('.');
      faults.push(`request: ${url.href}`);
      return url.pathname.endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: `top.__hit(${n})` })
        : route.fulfill({ contentType: 'text/html', body: `<script>top.postMessage(${n},'*')</script>` });
    },
  );
  context.on('page', (page) => {
    page.on('dialog', (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', (popup) => void faults.push(`window: ${popup.url()}`));
  });
  return {
    hits,
    faults,
    clear: () => {
      hits.clear();
      faults.length = 0;
    },
  };
}

/** Makes the content security policy of each page in a context report-only, so that one test proves both. */
export async function loosenPolicy(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document' || new URL(route.request().url()).hostname === canaryHost) return route.fallback();
    // A connection that the site just closed is no answer.
    const answer = await route.fetch({ maxRedirects: 0, maxRetries: 3 });
    const { 'content-security-policy': policy, ...headers } = answer.headers();
    await route.fulfill({
      response: answer,
      headers: { ...headers, ...(policy !== undefined && { 'content-security-policy-report-only': policy }) },
    });
  });
}

/** Runs vectors on a blank page, and returns those that ran: the others aren't worth sending. */
export async function liveVectors(page: Page, watch: Watch, vectors: readonly XssVector[]): Promise<readonly XssVector[]> {
  await page.route('https://blank.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Blank</title>' }),
  );
  const hits = new Set<number>();
  const letRun = async (some: readonly XssVector[], isWritten: boolean) => {
    for (let from = 0; from < some.length; from += 150) {
      watch.clear();
      await page.goto('https://blank.example/');
      await page.evaluate(letLoose, { vectors: some.slice(from, from + 150), isWritten });
      await page.evaluate(letMarksLoose, endMarks);
      let before = -1;
      // Frames, failing images and animations run in turn: done when the last of each way ran and nothing came after.
      await expect
        .poll(
          () => {
            const isQuiet = watch.hits.size === before && endMarks.every((mark) => watch.hits.has(mark));
            before = watch.hits.size;
            return isQuiet;
          },
          { intervals: [150], timeout: 60_000 },
        )
        .toBe(true); // prettier-ignore
      for (const n of watch.hits) hits.add(n);
    }
  };
  // Most run where they are written; the others get a second chance.
  await letRun(vectors, true);
  await letRun(
    vectors.filter(({ n, kind }) => kind === 'markup' && !hits.has(n)),
    false,
  ); // prettier-ignore
  return vectors.filter(({ n }) => hits.has(n));
}

/** The numbers of the last frame, document, link and image of a batch. No vector has such a number. */
const endMarks = [-1, -2, -3, -4] as const;

/** Runs in the page, after a batch: adds one more of each way to run, which always runs. */
function letMarksLoose([frameMark, documentMark, linkMark, imageMark]: readonly number[]): void {
  const frame = () => document.body.appendChild(document.createElement('iframe'));
  frame().src = `javascript:top.__hit(${frameMark})`;
  frame().src = `data:text/html,<script>top.postMessage(${documentMark},'*')</script>`;
  const inner = frame().contentDocument;
  const link = inner?.body.appendChild(inner.createElement('a'));
  link?.setAttribute('href', `javascript:top.__hit(${linkMark})`);
  link?.click();
  const written = frame().contentDocument;
  if (written) written.body.innerHTML = `<img src="x:x" onerror="top.__hit(${imageMark})">`;
}

/** Runs in the page: puts each vector in a frame of its own, written into its document or set as HTML, or opened, and pressed. */
function letLoose({ vectors, isWritten }: { vectors: readonly XssVector[]; isWritten: boolean }): void {
  const frame = () => document.body.appendChild(document.createElement('iframe'));
  const poke = (root: ParentNode) => {
    for (const element of root.querySelectorAll('*')) {
      for (const { name } of element.attributes)
        if (name.startsWith('on')) element.dispatchEvent(new Event(name.slice(2), { cancelable: true }));
      if (element.matches('a, area, button, input, math, summary'))
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }
  };
  for (const { kind, text } of vectors) {
    if (kind === 'address') {
      frame().src = text;
      const inner = frame().contentDocument;
      const link = inner?.body.appendChild(inner.createElement('a'));
      link?.setAttribute('href', text);
      link?.click();
      continue;
    }
    const into = frame().contentDocument;
    if (!into) continue;
    if (isWritten) {
      into.open();
      into.write(`<!doctype html><body>${text}`);
      into.close();
    } else into.body.innerHTML = text;
    poke(into);
  }
}

/**
 * Reads a page to its end: presses every link in it that doesn't lead to a page, triggers every handler in an attribute, and returns what
 * is active in it. `within` is the author's part; the site's own parts aren't checked.
 */
export async function pokePage(page: Page, within: string): Promise<readonly string[]> {
  return page
    .locator(within)
    .first()
    .evaluate((root) => {
      const active: string[] = [];
      const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);
      for (const element of root.querySelectorAll('*')) {
        for (const { name, value } of element.attributes) {
          if (name.startsWith('on')) element.dispatchEvent(new Event(name.slice(2), { cancelable: true }));
          const isAddress = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'ping', 'poster'].includes(name);
          const scheme = isAddress && URL.canParse(value, document.baseURI) ? new URL(value, document.baseURI).protocol : 'https:';
          const isActive = name.startsWith('on') || name === 'srcdoc' || !schemes.has(scheme);
          if (isActive) active.push(`${element.localName} ${name}=${value}`);
          if (isActive && element instanceof HTMLElement) element.click();
        }
        if (
          element.matches(
            'script:not([nonce]):not([type="application/ld+json"]), object, embed, base, meta[http-equiv], link[rel=stylesheet], form[action^="http"]',
          )
        )
          active.push(element.outerHTML.slice(0, 200));
      }
      return active;
    }); // prettier-ignore
}
