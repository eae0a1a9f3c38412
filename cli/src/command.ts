/** What a command gets to work with. */
export type CommandContext = {
  /** The options that were given, without their dashes. */
  flags: ReadonlySet<string>;
  /** The values of options that take one, by their names. */
  values: ReadonlyMap<string, string>;
  /** What stands beside the options, in its order: as many words as the command names in `positionals`. */
  words: readonly string[];
  /** Writes a line of the answer: to stdout. */
  print: (line: string) => void;
  /** Says what is going on: to stderr. */
  tell: (line: string) => void;
};

/** One word of the command line. */
export type Command = {
  name: string;
  /** The options as they are typed, for the help. */
  usage: string;
  options: readonly string[];
  /** Options that take a value. */
  valueOptions?: readonly string[];
  /** The words that must be given beside the options, by their names; none when it is left out. */
  positionals?: readonly string[];
  /** One sentence for the help. */
  about: string;
  /** Answers the exit code. Throws a StartError for what the person can put right. */
  run: (context: CommandContext) => Promise<number>;
};
