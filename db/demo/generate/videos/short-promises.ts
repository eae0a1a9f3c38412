import type { VideoScript } from './script.ts';

/** The short of the chapter "One reason to fail" of Test What You Promised. */
export const oneReasonToFail: VideoScript = {
  playbackId: 'reason-4b7w',
  title: 'One reason to fail',
  topic: 'engineering',
  scenes: [
    {
      from: 12,
      code: `
test('pump works',
  async () => {
  await pump.run(30)
  expect(pump.given)
    .toBeCloseTo(60)
  expect(pump.log)
    .toHaveLength(4)
})`,
      sentences: [
        { text: 'This test is red. What broke?', to: 3 },
        { text: 'The volume, or the log, or something that happened before either.', to: 8, mark: [3, 5] },
        { text: 'You have to open the file to find out. And if the volume is wrong, nobody asks about the log.', mark: 5 },
      ],
    },
    {
      from: 33,
      code: `
test('gives 60 ml',
  async () => {
  const pump =
    await at(120)
  await pump.run(30)
  expect(pump.given)
    .toBeCloseTo(60)
})`,
      sentences: [
        { text: 'So write one test for one promise. This pump gives sixty milliliters.', to: 2, mark: 0 },
        { text: 'Set a hundred and twenty an hour, and let it run for thirty minutes.', to: 5, mark: [3, 4] },
        { text: 'If this one is red, the volume is wrong, and nothing else.', to: 8, mark: 5 },
        { text: 'The log is gone. Nobody had promised four lines.', mark: [] },
        { text: 'And when the display breaks, this test stays green. That is worth as much as its red.' },
        { text: 'Say what broke, in one sentence. If it has the word or in it, split the test.', mark: 0 },
      ],
    },
  ],
};

/** The short of the chapter "Time is an input" of Test What You Promised. */
export const timeIsAnInput: VideoScript = {
  playbackId: 'input-7z2g',
  title: 'Time is an input',
  topic: 'engineering',
  scenes: [
    {
      from: 1,
      code: `
function isDue(
  dose: Dose) {
  return dose.at <=
    Date.now()
}`,
      sentences: [
        { text: 'This function has an argument that nobody wrote down: the time of day.', to: 5, mark: 3 },
        { text: 'A test can only ask about now. At the end of February it fails, in March it passes again, and nobody knows why.' },
      ],
    },
    {
      from: 9,
      code: `
function nextDose(
  plan: Plan,
  now: Instant,
): Instant

const leap =
  at('2028-02-29')
nextDose(plan, leap)`,
      sentences: [
        { text: 'So write it down. The program passes the clock.', to: 4, mark: 2 },
        { text: 'A test passes the end of February, on any day of the year.', to: 8, mark: 6 },
      ],
    },
    {
      from: 18,
      code: `
test.each([
  '2028-02-29',
  '2026-10-25',
  '2026-12-31',
])('8 h after %s',
  (day) => {
    isInEight(day)
  })`,
      sentences: [
        { text: 'Each difficult day becomes a line in a table.', to: 4 },
        { text: 'The leap day, the night when the clocks go back, the last day of the year.', mark: [1, 2, 3] },
        { text: 'Nothing sleeps, and no library replaces the clock.', to: 8, mark: [] },
        { text: 'The time zone is an input, too, and so is a random number.' },
        { text: 'Pass them in, and a bug is the same bug every time you look.' },
      ],
    },
  ],
};
