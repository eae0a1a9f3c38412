import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { StartError } from '@newline/db/start-error';
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
  const options = Object.fromEntries([
    ...command.options.map((option) => [option, { type: 'boolean' as const }] as const),
    ...(command.valueOptions ?? []).map((option) => [option, { type: 'string' as const }] as const),
  ]);
  const usage = `Usage: newline ${command.name} ${command.usage}`;
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: rest, options, strict: true, allowPositionals: command.positionals !== undefined });
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
  const names = command.positionals ?? [];
  if (parsed.positionals.length !== names.length) {
    throw new StartError(
      `Expected ${names.map((each) => `<${each}>`).join(' and ')}, got ${parsed.positionals.length} ${parsed.positionals.length === 1 ? 'argument' : 'arguments'}.\n${usage}`,
    );
  }
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const values = new Map(
    Object.entries(parsed.values).flatMap(([option, value]) => (typeof value === 'string' ? [[option, value] as const] : [])),
  );
  return command.run({ flags: new Set(Object.keys(parsed.values)), values, operands: parsed.positionals, print, tell });
}
