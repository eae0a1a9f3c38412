import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startOwnTestServer } from '@newline/db/test-server';
import pg from 'pg';
import { publishCode } from './support/code-article.ts';
import { endlessEngines, pythonAttempts, sqlAttempts, tryAllInPython } from './support/hostile/hostile-engines.ts';
import { expect, test } from './support/journey.ts';

// The browser reports what it refuses.
test.use({ expectedErrors: [/.*/] });

/** An engine is loaded and compiled first, which takes long next to other tests. */
const engineMs = 150_000;
const pyodide = dirname(createRequire(import.meta.resolve('@newline/web/package.json')).resolve('pyodide/package.json'));

test('hostile Python and SQL reach nothing, but would from a careless page and on a server @PRACTICE-01', async ({ people, browser }) => {
  test.setTimeout(600_000);
  const names = Object.keys(pythonAttempts);
  await test.step('a careless page lets it (control)', async () => {
    const context = await browser.newContext();
    const happened = new Set<string>();
    await context.route('https://escaped.example/**', (route) => {
      happened.add(new URL(route.request().url()).pathname.slice(1).replace(/\.whl$/, ''));
      return route.fulfill({ status: 200, body: '1', headers: { 'access-control-allow-origin': '*' } });
    });
    await context.route('https://careless.example/**', async (route) => {
      const path = new URL(route.request().url()).pathname;
      const page = `<!doctype html><body><script type="module">
        import { loadPyodide } from '/pyodide.mjs';
        const python = await loadPyodide({ indexURL: '/' });
        python.setStdout({ batched: (line) => console.log(line) });
        await python.runPythonAsync(${JSON.stringify(tryAllInPython(pythonAttempts))});
      </script>`;
      if (path === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><body><iframe src="/inner"></iframe>' });
      if (path === '/inner') return route.fulfill({ contentType: 'text/html', body: page });
      const type = path.endsWith('js') ? 'text/javascript' : path.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
      return route.fulfill({ contentType: type, body: await readFile(join(pyodide, path)) });
    });
    const page = await context.newPage();
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await page.goto('https://careless.example/');
    await expect.poll(() => lines.includes('all tried'), { timeout: engineMs }).toBe(true);
    expect(names.filter((name) => !happened.has(name) && !lines.includes(`${name}: True`))).toEqual([]);
    await context.close();
  });
  const attempts = await test.step('a server of their own lets SQL (control)', tryOnServer);
  const path = await publishCode(people, [
    { mode: 'python', code: tryAllInPython(pythonAttempts) },
    ...attempts.map((code) => ({ mode: 'sql', code })),
  ]);
  const page = await people.open(null);
  const happened: string[] = [];
  await page.context().route('https://escaped.example/**', (route) => {
    happened.push(route.request().url());
    return route.fulfill({ status: 200, body: '1' });
  });
  page.context().on('page', () => happened.push('window'));
  await page.goto(path);
  const [address, title, cookies] = [page.url(), await page.title(), await page.context().cookies()];
  const workbench = page.locator('.workbench');
  const output = page.getByRole('log', { name: 'Output' }).locator('pre');
  await test.step('the sandbox does not', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).first().click();
    await expect(output.last()).toHaveText('all tried', { timeout: engineMs });
    const lines = await output.allTextContents();
    expect(lines.filter((line) => !/^[\w-]+: \w*(?:Error|Exception)$/.test(line))).toEqual(['all tried']);
    expect(lines).toHaveLength(names.length + 1);
    await workbench.getByRole('button', { name: 'Close' }).click();
  });
  for (const index of attempts.keys()) {
    await test.step(`SQL ${index + 1} neither`, async () => {
      await page
        .getByRole('button', { name: 'Run', exact: true })
        .nth(index + 1)
        .click();
      await expect(workbench.getByRole('status')).toHaveText('Done.', { timeout: engineMs });
      await expect(output.last()).toHaveText(/^Line 1: /);
      await workbench.getByRole('button', { name: 'Close' }).click();
    });
  }
  // What was asked for before is reported before this.
  await page.evaluate(() => void fetch('https://escaped.example/control', { mode: 'no-cors' }).catch(() => undefined));
  expect(happened).toEqual([]);
  expect([page.url(), await page.title(), await page.context().cookies()]).toEqual([address, title, cookies]);
});

/** Runs the attempts for SQL on a server as its owner, where all of them succeed, and returns them. */
async function tryOnServer(): Promise<readonly string[]> {
  const { server, stop } = await startOwnTestServer();
  const client = new pg.Client(server.superuser);
  try {
    await client.connect();
    const { rows } = await client.query<{ setting: string }>("select setting from pg_config where name = 'PKGLIBDIR'");
    const attempts = sqlAttempts(server.superuser.connectionString, `${rows[0]?.setting}/plpgsql`);
    for (const attempt of attempts) await client.query(attempt);
    return attempts;
  } finally {
    await client.end();
    await stop();
  }
}

test('Python and SQL without an end are ended, within their memory @PRACTICE-01', async ({ people }) => {
  test.setTimeout(900_000);
  const path = await publishCode(
    people,
    endlessEngines.map(([, mode, code]) => ({ mode, code })),
  );
  const page = await people.open(null);
  await page.goto(path);
  const workbench = page.locator('.workbench');
  for (const [index, [name, , , status, said]] of endlessEngines.entries()) {
    await test.step(name, async () => {
      await page.getByRole('button', { name: 'Run', exact: true }).nth(index).click();
      await expect(workbench.getByRole('status')).toHaveText(status, { timeout: engineMs });
      await expect(workbench.getByRole('log')).toContainText(said);
      await expect(workbench.locator('iframe')).toHaveCount(0);
      await workbench.getByRole('button', { name: 'Close' }).click();
    });
  }
});
