import { publishCode } from './support/code-article.ts';
import { expect, expectNoSidewaysScroll, test } from './support/journey.ts';

/** An engine is loaded and compiled first, which takes long next to other tests. */
const engineMs = 120_000;

test('a reader queries a database with a seed @PRACTICE-01', async ({ page, people }) => {
  test.setTimeout(300_000);
  const path = await publishCode(people, [
    [
      {
        mode: 'sql',
        name: 'seed.sql',
        code: "create table fruits (id int primary key, name text);\ninsert into fruits values (1, 'apple; pear'), (2, null);",
      },
      {
        mode: 'sql',
        name: 'query.sql',
        code: '-- All of them\nselect * from fruits order by id;\ninsert into fruits select g from generate_series(3, 300) g;\nselect id from fruits;',
      },
    ],
  ]);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(path);
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await expect(run).toHaveCount(2);
  expect(requests.filter((url) => /\.wasm|\.data|\.zip|\/embed\/run\//.test(url))).toEqual([]);

  const workbench = page.locator('.workbench');
  const output = page.getByRole('log', { name: 'Output' });
  await test.step('sees a table for each statement, and the seed without its results', async () => {
    await run.nth(1).click();
    await expect(workbench.getByRole('status')).toHaveText('Done.', { timeout: engineMs });
    const results = output.getByRole('group', { name: /^Result: / });
    await expect(results).toHaveCount(2);
    await expect(results.first().getByRole('columnheader')).toHaveText(['id', 'name']);
    await expect(results.first().getByRole('cell')).toHaveText(['1', 'apple; pear', '2', 'NULL']);
    await expect(output.locator('pre')).toHaveText(['298 rows inserted.']);
    await expect(results.last()).toContainText('The first 200 of 300 rows');
    await expect(results.last().getByRole('row')).toHaveCount(201);
  });
  await test.step('makes a mistake, by keyboard on a phone, and reads its line', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoSidewaysScroll(page);
    await page.getByRole('textbox', { name: 'Code of query.sql' }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('select 1;\n\nselect nothing from fruits;');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(workbench.getByRole('status')).toHaveText('Done.', { timeout: engineMs });
    await expect(output.locator('pre[data-level="error"]')).toHaveText('query.sql, line 3: column "nothing" does not exist');
  });
});

test('a reader runs Python, and its mistakes have lines @PRACTICE-01', async ({ page, people }) => {
  test.setTimeout(600_000);
  const path = await publishCode(people, [
    [
      {
        mode: 'python',
        name: 'main.py',
        code: 'import sys\nfrom area import area\n\nprint("é", area(2), sep=" = ")\nprint("careful", file=sys.stderr)\narea(None)',
      },
      { mode: 'py', name: 'area.py', code: 'def area(side):\n    return side * side' },
    ],
    { mode: 'python', code: 'async def late():\n    return 6 * 7\n\nprint(await late(), end="")' },
    {
      mode: 'python',
      code: 'for module in ["numpy", "js"]:\n    try:\n        __import__(module)\n    except ImportError as error:\n        print(error)\ninput("Name? ")',
    },
  ]);
  await page.goto(path);
  const workbench = page.locator('.workbench');
  const output = page.getByRole('log', { name: 'Output' }).locator('pre');
  for (const [index, lines] of [
    [
      0,
      [
        'é = 4',
        'careful',
        /^Traceback \(most recent call last\):\s+File "main\.py", line 6, in <module>[^]*File "area\.py", line 2, in area[^]*TypeError: unsupported operand/,
      ],
    ],
    [2, ['42']],
    [
      3,
      [
        '“numpy” can’t be imported here. Only Python’s standard library and the files of this program can.',
        '“js” can’t be imported here. Only Python’s standard library and the files of this program can.',
        /line 6[^]*RuntimeError: input\(\) doesn’t work here\. Write the value into the code\.$/,
      ],
    ],
  ] as const) {
    await test.step(`program at ${index}`, async () => {
      await page.getByRole('button', { name: 'Run', exact: true }).nth(index).click();
      await expect(workbench.getByRole('status')).toHaveText('Done.', { timeout: engineMs });
      await expect(output).toHaveText([...lines]);
      await workbench.getByRole('button', { name: 'Close' }).click();
    });
  }
});
