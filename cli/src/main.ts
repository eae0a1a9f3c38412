import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { StartError } from '@newline/db/start-error';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { commands } from './commands.ts';

/** Options that are commands everywhere else, too. */
const shortcuts = new Map([
  ['-h', 'help'],
  ['--help', 'help'],
  ['--version', 'version'],
]);
const tell = (line: string) => process.stderr.write(`${line}\n`);

try {
  const envFile = fileURLToPath(new URL('../../.env', import.meta.url));
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  tell(error instanceof StartError ? error.message : error instanceof Error ? String(error.stack) : String(error));
  process.exitCode = 1;
}

/** Runs the command that the arguments name and returns its exit code. */
async function run(args: string[]): Promise<number> {
  const [name = 'help', ...rest] = args.filter((argument, position) => !(position === 0 && argument === '--'));
  const command = commands.find((candidate) => candidate.name === (shortcuts.get(name) ?? name));
  if (!command) throw new StartError(`Unknown command: ${name}. Run \`newline help\` to list the commands.`);
  try {
    return await command.run(readArguments(command, rest));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    tell(`${error.message}\nUsage: newline ${command.name} ${command.usage}`);
    return command.usageExitCode ?? 1;
  }
}

/** Returns what the arguments say to a command. @throws UsageError */
function readArguments(command: Command, rest: string[]): CommandContext {
  const options = Object.fromEntries([
    ...command.options.map((option) => [option, { type: 'boolean' as const }] as const),
    ...(command.valueOptions ?? []).map((option) => [option, { type: 'string' as const }] as const),
  ]);
  const names = command.positionals ?? [];
  const most = names.length + (command.optionalPositionals ?? []).length;
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: rest, options, strict: true, allowPositionals: most > 0 });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { length } = parsed.positionals;
  if (length < names.length || length > most) {
    const expected = [...names.map((each) => `<${each}>`), ...(command.optionalPositionals ?? []).map((each) => `[<${each}>]`)];
    throw new UsageError(`Expected ${expected.join(' and ')}, got ${length} ${length === 1 ? 'argument' : 'arguments'}.`);
  }
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const values = new Map(
    Object.entries(parsed.values).flatMap(([option, value]) => (typeof value === 'string' ? [[option, value] as const] : [])),
  );
  return { flags: new Set(Object.keys(parsed.values)), values, operands: parsed.positionals, print, tell };
}
