/** What a command gets to work with. */
export type CommandContext = {
  /** The options that were given, without their dashes. */
  flags: ReadonlySet<string>;
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
  /** One sentence for the help. */
  about: string;
  /** Answers the exit code. Throws a StartError for what the person can put right. */
  run: (context: CommandContext) => Promise<number>;
};
