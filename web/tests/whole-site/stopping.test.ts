import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zip } from '@newline/api/features/book-export/zip';
import { signInAt } from '../../../e2e/support/api-client.ts';
import { startWholeSite, type WholeSite } from './start-whole-site.ts';

// Needs the start of a whole site for each stop, so it's only in the full run. The API's own stop is tested in every run
// (api/tests/processes).
describe.runIf(process.env['NEWLINE_TEST_FULL'])('stopping the built site', () => {
  let site: WholeSite;
  beforeAll(async () => {
    site = await startWholeSite();
  });
  afterAll(() => site.remove());

  test('doesn’t wait for an archive that is being read, and cuts nothing off', { timeout: 240_000 }, async () => {
    const { cookie } = await signInAt(site.origin, site.person('author'));
    const docs = Array.from({ length: 80 }, (_, index) => ({ path: `docs/d${index}.md`, bytes: Buffer.from('!['.repeat(300_000)) }));
    const sidebars = { path: 'sidebars.js', bytes: Buffer.from("module.exports = { docs: ['d0'] };") };
    const archive = zip([sidebars, ...docs.map((entry) => ({ ...entry, isPacked: false }))], new Date(Date.UTC(2026, 10, 21)));
    const send = (body: Buffer) =>
      fetch(`${site.origin}/api/import-export`, {
        method: 'POST',
        headers: { cookie, origin: site.origin, 'content-type': 'application/zip' },
        body: new Uint8Array(body),
      });
    // The export of a small book is completed.
    const book = ['book.toml', 'src/SUMMARY.md', 'src/c.md'].map((path) => ({
      path,
      bytes: Buffer.from(path.endsWith('SUMMARY.md') ? '- [C](c.md)' : ''),
    }));
    expect((await send(zip(book, new Date(Date.UTC(2026, 10, 21))))).status).toBe(200);

    const reading = send(archive);
    // A second import is refused while the first is running.
    await expect.poll(async () => (await send(Buffer.from('no archive'))).status, { timeout: 60_000, interval: 100 }).toBe(429);
    const exitCode = site.stop();
    expect((await reading).status).toBe(503);
    expect(await exitCode).toBe(0);
  });
});
