import { describe, expect, test } from 'vitest';
import { choiceOf } from '../app/shared/library/library-choice.ts';
import { followChoices, nothingPressed, type PressedChoices } from '../app/shared/library/pressed-choices.ts';

const choice = (address: string) => choiceOf(new URLSearchParams(address));

/** Returns the addresses that stay chosen when these rows arrive. */
const left = (pressed: PressedChoices, address: string) => followChoices(pressed, choice(address)).choices.map(addressOf);
const addressOf = ({ filters }: { filters: Record<string, readonly string[]> }) => Object.values(filters).flat().join(' ');

describe('the filters of the library that were chosen while rows were loading @LIB-02', () => {
  const shown = choice('kind=course&kind=book&status=not-started');
  const pressed = { ...nothingPressed(shown), choices: [choice('kind=book&status=not-started'), choice('status=not-started'), choice('')] };

  test('stay chosen while the same rows are shown', () => {
    expect(followChoices(pressed, shown)).toBe(pressed);
  });

  test('stay chosen when the rows of an earlier choice arrive late', () => {
    expect(left(pressed, 'kind=book&status=not-started')).toEqual(['not-started', '']);
    expect(left(pressed, 'status=not-started')).toEqual(['']);
  });

  test('are done with when their own rows arrive', () => {
    expect(left(pressed, '')).toEqual([]);
    // Back to rows that had been chosen before shows what belongs to those.
    expect(left(followChoices(pressed, choice('')), 'kind=book&status=not-started')).toEqual([]);
  });

  test('are replaced by rows that nobody chose here', () => {
    expect(left(pressed, 'kind=masterclass')).toEqual([]);
  });
});
