import { type LibraryChoice, parametersOf } from './library-choice.ts';

/** What the user has chosen since the rows of `over` were shown, oldest first. */
export type PressedChoices = { over: LibraryChoice; choices: readonly LibraryChoice[] };

/** Returns that nothing has been chosen since these rows are shown. */
export function nothingPressed(shown: LibraryChoice): PressedChoices {
  return { over: shown, choices: [] };
}

/**
 * Returns the choices that are newer than the shown rows. The rows of an earlier choice may arrive after a later one: the later ones stay
 * chosen. Rows that nobody chose here, such as those of Back, replace them all.
 */
export function followChoices(pressed: PressedChoices, shown: LibraryChoice): PressedChoices {
  if (pressed.over === shown) return pressed;
  const address = parametersOf(shown).toString();
  const arrived = pressed.choices.findIndex((choice) => parametersOf(choice).toString() === address);
  return { over: shown, choices: arrived < 0 ? [] : pressed.choices.slice(arrived + 1) };
}
