import { StartError } from '@newline/db/start-error';

/** Thrown when a command was typed incorrectly. */
export class UsageError extends StartError {
  override name = 'UsageError';
}

/** What a command can use. */
export type CommandContext = {
  /** The options, without their dashes. */
  flags: ReadonlySet<string>;
  /** The values of options that take one, by option name. */
  values: ReadonlyMap<string, string>;
  /** The positional arguments, in order: those that the command names in `positionals`, then those of `optionalPositionals` that were given. */
  operands: readonly string[];
  /** Writes a line of output to stdout. */
  print: (line: string) => void;
  /** Writes a progress message to stderr. */
  tell: (line: string) => void;
};

/** A command of the command line. */
export type Command = {
  name: string;
  /** The options as they're typed, for the help. */
  usage: string;
  options: readonly string[];
  /** Options that take a value. */
  valueOptions?: readonly string[];
  /** The names of required positional arguments; none if absent. */
  positionals?: readonly string[];
  /** The names of positional arguments after those that can be left out. */
  optionalPositionals?: readonly string[];
  /** The exit code for wrong usage, 1 by default. */
  usageExitCode?: number;
  /** One sentence for the help. */
  about: string;
  /** Returns the exit code. Throws a StartError for a problem that the user can fix. */
  run: (context: CommandContext) => Promise<number>;
};
