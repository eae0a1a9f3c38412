import type { BrowserContext, Page } from '@playwright/test';
import { publishCode } from './support/code-article.ts';
import { type Attempts, endless, pageAttempts, tryAll, workerAttempts } from './support/hostile/hostile-code.ts';
import { expect, test } from './support/journey.ts';

// The browser reports what it refuses.
test.use({ expectedErrors: [/.*/] });

/** Records requests to the other site, and what happens to pages and their windows. */
async function watch(context: BrowserContext): Promise<string[]> {
  const happened: string[] = [];
  await context.route('https://escaped.example/**', (route) => {
    happened.push(`request: ${new URL(route.request().url()).pathname.slice(1)}`);
    return route.fulfill({ status: 200, contentType: 'text/javascript', body: '1', headers: { 'access-control-allow-origin': '*' } });
  });
  context.on('dialog', (dialog) => {
    happened.push('dialog');
    void dialog.dismiss();
  });
  context.on('page', (page) => {
    happened.push('window');
    page.on('download', () => happened.push('download'));
  });
  return happened;
}

/** Tries each attempt on a careless page of its own, and returns the names of those that succeed. */
async function succeedingOf(context: BrowserContext, attempts: Attempts, isInWorker: boolean): Promise<string[]> {
  const happened = await watch(context);
  const succeeded: string[] = [];
  for (const [name, body] of Object.entries(attempts)) {
    const script = tryAll({ [name]: body }).replaceAll('</script', '<\\/script');
    const inWorker = `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(`console.log = postMessage.bind(self); ${script}`)}]))).onmessage = ({ data }) => console.log(data);`;
    await context.route('https://careless.example/**', (route) =>
      route.fulfill({
        status: 200,
        contentType: route.request().url().endsWith('.js') ? 'text/javascript' : 'text/html',
        body: route.request().url().endsWith('/inner')
          ? `<!doctype html><body><script>${isInWorker ? inWorker : script}</script>`
          : route.request().url().endsWith('.js')
            ? ''
            : '<!doctype html><body><iframe src="/inner"></iframe>',
      }),
    );
    const page = await context.newPage();
    happened.length = 0;
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('download', () => happened.push('download'));
    await page.goto('https://careless.example/');
    const isDone = () =>
      happened.some((one) => one !== 'window') || messages.some((line) => line.startsWith(`${name}: `) && !line.endsWith(': null'));
    await expect
      .poll(isDone, { timeout: 5000 })
      .toBe(true)
      .catch(() => undefined);
    if (happened.some((one) => one !== 'window') || messages.includes(`${name}: true`)) succeeded.push(name);
    await page.close();
  }
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  return succeeded;
}

/** Runs the program of a text and returns its output. */
async function outputOf(page: Page, index: number, last: string): Promise<string[]> {
  await page.getByRole('button', { name: 'Run', exact: true }).nth(index).click();
  const output = page.getByRole('log', { name: 'Output' });
  await expect(output).toContainText(last, { timeout: 20_000 });
  return output.locator('pre').allTextContents();
}

for (const [kind, attempts, mode] of [
  ['a page', pageAttempts, 'html'],
  ['a worker', workerAttempts, 'js'],
] as const) {
  test(`hostile code in ${kind} reaches nothing, but would from a careless page @EDIT-07`, async ({ people, browser }) => {
    test.setTimeout(180_000);
    const names = Object.keys(attempts);
    await test.step('a careless page lets it (control)', async () => {
      const context = await browser.newContext();
      expect(await succeedingOf(context, attempts, mode === 'js')).toEqual(names);
      await context.close();
    });
    await test.step('the sandbox does not', async () => {
      const code = mode === 'html' ? `<body><script>${tryAll(attempts).replaceAll('</script', '<\\/script')}</script>` : tryAll(attempts);
      const path = await publishCode(people, [{ mode, code }]);
      const page = await people.open(null);
      const happened = await watch(page.context());
      page.on('download', () => happened.push('download'));
      await page.goto(path);
      const [address, title, cookies] = [page.url(), await page.title(), await page.context().cookies()];
      const last = names.at(-1) ?? '';
      const lines = await outputOf(page, 0, `${last}: `);
      expect(lines.filter((line) => / (?:true)$/.test(line))).toEqual([]);
      expect(lines.filter((line) => names.some((name) => line.startsWith(`${name}: `)))).toHaveLength(names.length);
      // What was asked for before is reported before this.
      await page.evaluate(() => void fetch('https://escaped.example/control', { mode: 'no-cors' }).catch(() => undefined));
      expect(happened).toEqual([]);
      expect([page.url(), await page.title(), await page.context().cookies()]).toEqual([address, title, cookies]);
    });
  });
}

test('code without an end is ended, and the page around goes on', async ({ people, browser }) => {
  test.setTimeout(300_000);
  await test.step('a careless page stands still (control)', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.setContent('<p>still</p>');
    const started = page.waitForEvent('console');
    await page.evaluate(
      () =>
        void setTimeout(() => {
          console.log('started');
          for (;;);
        }),
    );
    await started;
    const answer = await Promise.race([page.evaluate(() => 'answered'), new Promise((resolve) => setTimeout(resolve, 3000, 'silent'))]);
    expect(answer).toBe('silent');
    await context.close();
  });
  const path = await publishCode(
    people,
    endless.map(([, mode, code]) => ({ mode, code })),
  );
  const page = await people.open(null);
  await page.goto(path);
  for (const [index, [name]] of endless.entries()) {
    await test.step(name, async () => {
      await page.getByRole('button', { name: 'Run', exact: true }).nth(index).click();
      const workbench = page.locator('.workbench');
      await expect(workbench.getByRole('status')).toHaveText('Stopped.', { timeout: 30_000 });
      await expect(workbench.getByRole('log')).toContainText(/Stopped: the code/);
      await expect(workbench.locator('iframe')).toHaveCount(0);
      await expect(workbench.getByRole('log').locator('pre:nth-of-type(1002)')).toHaveCount(0);
      await workbench.getByRole('button', { name: 'Close' }).click();
    });
  }
});
