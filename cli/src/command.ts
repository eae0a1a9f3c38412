/** What a command can use. */
export type CommandContext = {
  /** The options, without their dashes. */
  flags: ReadonlySet<string>;
  /** The values of options that take one, by option name. */
  values: ReadonlyMap<string, string>;
  /** The positional arguments, in order: as many as the command names in `positionals`. */
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
  /** One sentence for the help. */
  about: string;
  /** Returns the exit code. Throws a StartError for a problem that the user can fix. */
  run: (context: CommandContext) => Promise<number>;
};
