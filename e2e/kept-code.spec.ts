import type { Page } from '@playwright/test';
import { publishCode } from './support/code-article.ts';
import { expect, test } from './support/journey.ts';

/** Starts the program of a text and returns its output. */
async function start(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole('button', { name: 'Run', exact: true }).first().click();
  return page.getByRole('log', { name: 'Output' });
}

/** Replaces the code and runs it, which keeps it. */
async function change(page: Page, code: string) {
  const answered = page.waitForResponse((response) => (response.request().postData() ?? '').includes('"files"'));
  await page.getByRole('textbox', { name: 'Code of index.js' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(code);
  await page.keyboard.press('ControlOrMeta+Enter');
  await answered;
}

test('a learner finds their version of the code on another device @PRACTICE-01', async ({ people }) => {
  const path = await publishCode(people, [{ mode: 'js', code: 'console.log("the author’s")' }]);
  const learner = await people.make('learner');
  const [laptop, phone] = [await people.open(learner), await people.open(learner)];
  await start(laptop, path);
  await change(laptop, 'console.log("from the laptop")');

  await test.step('the other device has it', async () => {
    await expect(await start(phone, path)).toHaveText('from the laptop');
  });
  await test.step('both change it: the later wins, and the other is offered', async () => {
    await change(laptop, 'console.log("second on the laptop")');
    await change(phone, 'console.log("on the phone")');
    await expect(phone.getByText('Another device has a different version of your code.')).toBeVisible();
    await expect(phone.getByRole('log', { name: 'Output' })).toHaveText('on the phone');
    await phone.getByRole('button', { name: 'Use that version' }).click();
    await phone.locator('.workbench').getByRole('button', { name: 'Run' }).click();
    await expect(phone.getByRole('log', { name: 'Output' })).toHaveText('second on the laptop');
    await phone.getByRole('button', { name: 'Discard it' }).click();
    await expect(phone.getByText('Another device has a different version of your code.')).toBeHidden();
  });
  await test.step('a reset is for all devices', async () => {
    const answered = phone.waitForResponse((response) => (response.request().postData() ?? '').includes('"files":null'));
    await phone.getByRole('button', { name: 'Reset' }).click();
    await answered;
    await expect(await start(laptop, path)).toHaveText('the author’s');
  });
});
