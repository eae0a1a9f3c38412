import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts';

/** `npm test` checks a question in the theme that the page has; the full run in both. */
const expectQuestionAccessible = process.env['NEWLINE_TEST_FULL'] ? expectAccessibleInBothThemes : expectAccessible;

/** How the label of a button starts that removes access, content or rights, or gives a user power over others. */
const verbs =
  /^(Add administrator role|Archive|Ban|Cancel sub|Clear|Delete|Discard|End|Free this|Hide|Leave|Reject|Remove|Reset|Revoke|Sign out|Suspend|Take|Unpublish|Withdraw)\b/;

/**
 * Presses every destructive button of a page, or of a part of it, and expects each to say what it does and to whom, and to ask for
 * confirmation. Nothing is confirmed. `expected` are the labels of the buttons that must be there, which proves that the page was ready and
 * that none of them is named so that this function would skip it.
 */
export async function expectQuestions(page: Page, expected: readonly string[], part: Locator = page.getByRole('main')): Promise<void> {
  const buttons = part.getByRole('button', { name: verbs });
  await expect
    .poll(async () => {
      const texts = await buttons.allInnerTexts();
      return expected.filter((text) => !texts.includes(text));
    })
    .toEqual([]);
  const dialog = page.getByRole('dialog');
  // Looked up by name: other tests remove rows of a list meanwhile, which moves those after them.
  const controls = await buttons.evaluateAll((elements) =>
    elements.map((element) => ({ text: (element as HTMLElement).innerText.trim(), name: element.ariaLabel ?? element.textContent })),
  );
  const checked = new Set<string>();
  for (const { text, name } of controls) {
    const button = buttons.and(part.getByRole('button', { name, exact: true })).first();
    if (!expected.includes(text) && (await button.count()) === 0) continue;
    expect(name.startsWith(text) && name.length > text.length, `"${name}" names what it is about after "${text}"`).toBe(true);
    await button.click();
    await expect(dialog, `"${name}" asks first`).toBeVisible();
    await expect(dialog).toHaveAccessibleName(/\?$/);
    // Only the names differ between questions after the same label.
    if (!checked.has(text)) await expectQuestionAccessible(page);
    checked.add(text);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
}

/** Answers the question with this title by clicking the button with the action. Its focus starts on Cancel, so that Enter changes nothing. */
export async function confirm(page: Page, title: string, action: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await confirmAction(page, action, dialog);
}

/** Clicks the button with the action in a dialog that asks or lets choose, which has no axe violations. */
export async function confirmAction(page: Page, action: string, dialog: Locator = page.getByRole('dialog')): Promise<void> {
  await expect(dialog).toBeVisible();
  await expectQuestionAccessible(page);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
}
