import type { VideoScript } from './script.ts';

/** The video of Test What You Promised, about the suite that comes with the book. */
export const aSuiteInAnEvening: VideoScript = {
  playbackId: 'suite-5y8w',
  title: 'A suite in an evening',
  topic: 'engineering',
  scenes: [
    {
      card: 'A suite in an evening',
      under: 'Forty-one tests, and what they promise',
      sentences: [
        { text: 'The suite of this book has forty-one tests. You can read all of it in an evening.' },
        { text: 'It belongs to an infusion pump, which gives a patient medicine, drop by drop.' },
        { text: 'The suite before it had twenty-nine hundred tests. It was green on the day of the recall.' },
        { text: 'Let us see what makes the difference.' },
      ],
    },
    {
      file: 'promises.md',
      from: 1,
      code: `
1. Delivers the rate within 2 percent.
2. Air in the line stops the pump in 200 ms,
   and sounds the alarm.
3. After a power cut it goes on as before,
   or stops and says so.`,
      sentences: [
        { text: 'Before the first test, there is a page of prose. What have we promised, and to whom?', to: 1, mark: 0 },
        { text: 'Air in the line stops the pump within two hundred milliseconds, and sounds the alarm.', to: 3, mark: [1, 2] },
        { text: 'After a power cut it goes on as before, or says so. It never goes on differently.', to: 5, mark: [3, 4] },
        { text: 'Each sentence becomes at least one test, and the sentence is its title.', mark: [] },
        { text: 'That the controller calls the repository is not on this page. Nobody was promised it.' },
      ],
    },
    {
      file: 'pump.test.ts, before',
      from: 1,
      code: `
test('pump works', async () => {
  const pump = await createPump({ rate: 120 });
  await pump.run(minutes(30));
  expect(pump.delivered).toBeCloseTo(60);
  expect(pump.log).toHaveLength(4);
  expect(pump.display.text).toBe('120 ml/h  60 ml');
});`,
      sentences: [
        { text: 'Here is a test from the old suite. It says that the pump works.', to: 3, mark: 0 },
        { text: 'When it is red, what is broken? The volume, or the log, or the words on the display.', to: 7, mark: [3, 4, 5] },
        { text: 'If the volume is wrong, nobody asks about the display. The test has ended.', mark: 5 },
        { text: 'And if the log gets one more line, the test fails, though the pump works.', mark: 4 },
      ],
    },
    {
      file: 'pump.test.ts',
      from: 1,
      code: `
test('delivers the rate that was set', async () => {
  const pump = await running({ rate: 120 });
  await pump.run(minutes(30));
  expect(pump.delivered).toBeCloseTo(60, 1);
});

test('shows rate and volume', async () => {
  const pump = await running({ rate: 120 });
  await pump.run(minutes(30));
  expect(pump.display.text).toBe('120 ml/h  60 ml');
});`,
      sentences: [
        { text: 'Now the same as sentences. It delivers the rate that was set.', to: 5, mark: 0 },
        { text: 'A hundred and twenty an hour, thirty minutes, sixty milliliters: you can check it in your head.', mark: [1, 2, 3] },
        { text: 'Running hides the rest: it sets up a pump as a nurse would, and starts it.' },
        { text: 'It shows rate and volume.', to: 11, mark: 6 },
        { text: 'Read these titles in a report, and you know what is broken without opening a file.', mark: [0, 6] },
        { text: 'The log is gone. No nurse has ever asked how many lines it has.', mark: [] },
      ],
    },
    {
      file: 'alarm.test.ts',
      from: 1,
      code: `
test('stops within 200 ms of air and rings', async () => {
  const pump = await running();
  const at = pump.clock.now();
  pump.line.air();
  await pump.until('stopped');
  expect(pump.clock.now() - at).toBeLessThanOrEqual(200);
  expect(pump.bell.isRinging).toBe(true);
});`,
      sentences: [
        { text: 'This test has two expectations, and still only one reason to fail.', to: 3 },
        { text: 'Air enters the line. We wait until the pump has stopped, and read its clock.', to: 6, mark: [3, 4] },
        { text: 'Then we listen for the bell.', to: 8, mark: 6 },
        { text: 'One promise, with two halves.' },
        { text: 'A pump that stops in silence has broken the promise, and so has one that rings and goes on.', mark: [5, 6] },
        { text: 'There is no sleep in it. The clock is an input, so two hundred milliseconds take no time.', mark: 2 },
      ],
    },
    {
      file: 'faults.txt',
      from: 1,
      code: `
fault                 red before   red now
text of the display          312         1
rate off by 3 percent         41         1
alarm without sound            0         1
format of the log            188         0`,
      sentences: [
        { text: 'Is a suite any good? Break the program, and see what turns red.', to: 1 },
        { text: 'Change one text of the display. Before, three hundred and twelve tests failed, and said the same thing.', to: 2, mark: 1 },
        { text: 'Take away the sound of the alarm. Of twenty-nine hundred tests, not one listened for the bell.', to: 4, mark: 3 },
        { text: 'Everyone assumed that someone did, since there were so many.' },
        { text: 'Now one test is red for each, and its title says what a nurse would notice.', to: 5, mark: [1, 2, 3] },
        { text: 'Do this once a year, with ten faults that would be terrible, and bet on how many tests turn red.' },
      ],
    },
    {
      file: 'controller.test.ts',
      from: 1,
      begin: 3,
      code: `
test('calls the repository', () => {
  expect(repository.save).toHaveBeenCalled();
});`,
      removed: [0, 1, 2],
      sentences: [
        { text: 'The last of the forty-one repeats the line that it tests.', mark: 1 },
        { text: 'It is not on the page of promises, and it stops you from storing anything in a better way.' },
        { text: 'When it is red, the pump may be perfectly well. Delete it.', mark: [] },
      ],
    },
    {
      file: 'shell',
      from: 1,
      code: `
$ npx vitest run
  Tests  40 passed (40)`,
      sentences: [
        { text: 'Forty are left. Each says what the pump does, to the person who was promised it.', to: 2, mark: 1 },
        { text: 'Print the titles without the code, and give them to a nurse.' },
        { text: 'She should nod, and at one or two places frown. Where she frowns, you have learned something.', mark: [] },
      ],
    },
  ],
};
