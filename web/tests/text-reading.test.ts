import { expect, test } from 'vitest';
import { TextReading } from '../app/shared/reading/text-reading.ts';

/** Creates a text of numbered blocks with 50 words each: 3 seconds at 1,000 words a minute. */
function openText(count: number, words = 50): TextReading {
  const text = new TextReading();
  for (let number = 1; number <= count; number += 1) text.add(String(number), words);
  return text;
}

/** Shows only these blocks for a time, in ticks of a quarter of a second. */
function show(text: TextReading, count: number, ids: readonly number[], seconds: number): string[] {
  for (let number = 1; number <= count; number += 1) text.setInView(String(number), ids.includes(number));
  return Array.from({ length: seconds * 4 }, () => text.pass(250).readIds).flat();
}

test('a text that scrolls by at a plausible speed is read, block by block in order @STUDY-01', () => {
  const text = openText(4);
  expect(show(text, 4, [1, 2], 2)).toEqual([]);
  expect(show(text, 4, [1, 2], 1)).toEqual(['1']);
  expect(show(text, 4, [2, 3], 3)).toEqual(['2']);
  expect(show(text, 4, [3, 4], 6)).toEqual(['3', '4']);
});

test('jumping to the end reads only the end, however long it stays there @STUDY-01', () => {
  const text = openText(40);
  show(text, 40, [1, 2], 1);
  expect(show(text, 40, [39, 40], 3600)).toEqual(['1', '2', '39', '40']);
});

test('blocks that only scroll by aren’t read, and don’t save up time @STUDY-01', () => {
  const text = openText(10);
  expect(show(text, 10, [1], 600)).toEqual(['1']);
  // Smooth scrolling: a quarter of a second per block.
  for (let number = 2; number < 10; number += 1) show(text, 10, [number], 0.25);
  expect(show(text, 10, [10], 600)).toEqual(['10']);
});

test('a skimmed part counts as read once enough time has passed in the text @STUDY-01', () => {
  const text = openText(3);
  show(text, 3, [1], 0.5);
  show(text, 3, [2], 0.5);
  expect(show(text, 3, [3], 7)).toEqual(['1', '2']);
  expect(show(text, 3, [3], 1)).toEqual(['3']);
});

test('a sleeping page gains no time; blocks without words need only be seen @STUDY-01', () => {
  const text = openText(1, 1000);
  text.setInView('1', true);
  expect(text.pass(10 * 60_000)).toEqual({ readIds: [], positionId: '1' });
  const images = openText(2, 0);
  expect(show(images, 2, [1], 1)).toEqual(['1']);
});
