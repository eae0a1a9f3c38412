import type { Page } from '@playwright/test';
import { publishCode } from './support/code-article.ts';
import { expect, expectNoSidewaysScroll, test } from './support/journey.ts';

/** Presses Run on the program of this number, and returns its workbench. */
async function runProgram(page: Page, index = 0) {
  await page.getByRole('button', { name: 'Run', exact: true }).nth(index).click();
  return page.locator('.workbench').first();
}

test('a reader runs code, changes it, and finds their version again @READ-01', async ({ page, people }) => {
  const path = await publishCode(people, [
    { mode: 'js', code: 'const a = [1, { b: "c" }];\nconsole.log(a, new Map([[1, 2]]));\nconsole.warn(await Promise.resolve("late"));' },
    { mode: 'js', code: 'const a = 1;\nconst a = 2;' },
    { mode: 'js', code: 'console.log("first");\nnull.b;' },
    { mode: 'ts', code: 'import left from "left-pad";\nconsole.log(left);' },
    { mode: 'ts', code: 'const a: number = 41;\nconsole.log(a + 1);' },
  ]);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toHaveCount(5);
  expect(requests.filter((url) => /worker-|\.wasm|\/embed\/run\//.test(url))).toEqual([]);

  const output = page.getByRole('log', { name: 'Output' });
  const status = page.locator('.workbench').getByRole('status');
  await test.step('runs it with the press', async () => {
    await runProgram(page);
    await expect(status).toHaveText('Done.');
    await expect(output).toHaveText('[1, { b: "c" }]Map {1 => 2}'.replace(']Map', '] Map') + 'late');
    // JavaScript without imports needs no bundler.
    expect(requests.filter((url) => url.endsWith('.wasm'))).toEqual([]);
  });
  await test.step('changes it by keyboard, and leaves the editor', async () => {
    const editor = page.getByRole('textbox', { name: 'Code of index.js' });
    await expect(editor).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('console.log(6 * 7)');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(output).toHaveText('42');
    await page.keyboard.press('Tab');
    await expect(editor).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('.workbench').getByRole('button', { name: 'Run' })).toBeFocused();
  });
  await test.step('finds it again, and takes it back', async () => {
    await page.reload();
    await runProgram(page);
    await expect(output).toHaveText('42');
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.locator('.workbench').getByRole('button', { name: 'Run' }).click();
    await expect(output).toContainText('late');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.locator('.workbench')).toHaveCount(0);
  });
  for (const [index, text, said] of [
    [1, 'The code has a mistake.', /^Line 2: Identifier 'a' has already been declared$/],
    [2, 'Done.', /^firstTypeError: Cannot read properties of null/],
    [3, 'The code has a mistake.', /“left-pad” can’t be imported here\. These packages can: react, react-dom, react-dom\/client\./],
    [4, 'Done.', /^42$/],
  ] as const) {
    await test.step(`program ${index + 1} says how it ended`, async () => {
      await runProgram(page, index);
      await expect(status).toHaveText(text);
      await expect(output).toHaveText(said);
      await page.getByRole('button', { name: 'Close' }).click();
    });
  }
});

test('files that follow each other are one page with scripts and styles', async ({ page, people }) => {
  const path = await publishCode(people, [
    [
      { mode: 'html', name: 'index.html', code: '<link rel="stylesheet" href="a.css"><p id="p">old</p><script src="b.js"></script>' },
      { mode: 'css', name: 'a.css', code: 'p { color: rgb(1, 2, 3) }' },
      { mode: 'js', name: 'b.js', code: 'document.getElementById("p").textContent = "new"; console.log("from b")' },
    ],
    [
      {
        mode: 'tsx',
        name: 'App.tsx',
        code: 'import { useState } from "react";\nimport { one } from "./one";\nexport default function App() {\n  const [n, setN] = useState<number>(0);\n  return <button onClick={() => setN(n + one)}>{n}</button>;\n}',
      },
      { mode: 'ts', name: 'one.ts', code: 'export const one: number = 1;' },
    ],
  ]);
  await page.goto(path);
  const frame = page.frameLocator('.workbench iframe');
  await runProgram(page, 1);
  await expect(frame.locator('p')).toHaveText('new');
  await expect(frame.locator('p')).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(page.getByRole('log', { name: 'Output' })).toHaveText('from b');
  const files = page.getByRole('group', { name: 'All files' });
  await expect(files.getByRole('button')).toHaveText(['index.html', 'a.css', 'b.js']);
  await files.getByRole('button', { name: 'a.css' }).click();
  await expect(page.getByRole('textbox', { name: 'Code of a.css' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();

  await runProgram(page, 3);
  await frame.getByRole('button', { name: '0' }).click();
  await expect(frame.getByRole('button', { name: '1' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
});

test('without scripts and in print, runnable code is colored text', async ({ people, browser, baseURL }) => {
  const path = await publishCode(people, [{ mode: 'js', code: 'console.log(1)' }]);
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.locator('figure.code pre')).toContainText('console.log(1)');
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeHidden();
  await context.close();

  const reader = await people.open(null);
  await reader.goto(path);
  await runProgram(reader);
  await expect(reader.locator('figure.code')).toBeHidden();
  await reader.emulateMedia({ media: 'print' });
  await expect(reader.locator('figure.code')).toBeVisible();
  await expect(reader.locator('.workbench')).toBeHidden();
});
