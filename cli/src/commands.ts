import type { Command } from './command.ts';
import { demo } from './demo.ts';
import { demoPeopleCommand } from './demo-people.ts';
import { doctor } from './doctor.ts';
import { migrateCommand } from './migrate.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  demo,
  demoPeopleCommand,
  doctor,
  migrateCommand,
  {
    name: 'help',
    usage: '',
    options: [],
    about: 'Lists the commands.',
    run: async ({ print }) => {
      print('newline <command>\n');
      for (const { name, usage, about } of commands) print(`  ${`${name} ${usage}`.padEnd(24)}${about}`);
      print('\nThe settings are environment variables; .env.example lists them.');
      return 0;
    },
  },
];
