import { UsageError, type Command } from './command.ts';

/** `newline exercises check`: checks that exercises can be solved, those of the site, of a title, or in an exported folder. */
export const exercisesCommand: Command = {
  name: 'exercises',
  usage: 'check [<permalink|folder>] [--as <username>]',
  options: [],
  valueOptions: ['as'],
  positionals: ['check'],
  optionalPositionals: ['permalink|folder'],
  usageExitCode: 2,
  about: 'Checks with Chromium that the solutions of exercises pass their tests, and that the code to start from doesn’t.',
  async run(context) {
    if (context.operands[0] !== 'check') throw new UsageError(`Expected check, got ${context.operands[0] ?? 'nothing'}.`);
    // The code that reads folders is large, and other commands don't need it.
    return (await import('./run-exercises.ts')).runExercises(context);
  },
};
