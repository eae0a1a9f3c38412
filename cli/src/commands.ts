import { backupCommand } from './backup.ts';
import type { Command } from './command.ts';
import { demo } from './demo.ts';
import { demoPeopleCommand } from './demo-people.ts';
import { doctor } from './doctor.ts';
import { exercisesCommand } from './exercises.ts';
import { exportMeCommand } from './export-me.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { migrateCommand } from './migrate.ts';
import { restoreCommand } from './restore.ts';
import { signInLinkCommand } from './sign-in-link.ts';
import { versionCommand } from './release-version.ts';
import { removeSecondStepCommand, secondStepOptionalCommand } from './second-step.ts';
import { setupCommand } from './setup.ts';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  demo,
  demoPeopleCommand,
  doctor,
  setupCommand,
  exportCommand,
  importCommand,
  exercisesCommand,
  migrateCommand,
  backupCommand,
  restoreCommand,
  exportMeCommand,
  signInLinkCommand,
  removeSecondStepCommand,
  secondStepOptionalCommand,
  versionCommand,
  {
    name: 'help',
    usage: '',
    options: [],
    about: 'Lists the commands.',
    run: async ({ print }) => {
      print('newline <command>\n');
      for (const { name, usage, about } of commands) {
        const label = `${name} ${usage}`.padEnd(24);
        print(label.length > 24 ? `  ${label} \n${' '.repeat(26)}${about}` : `  ${label}${about}`);
      }
      print('\nThe settings are environment variables; .env.example lists them.');
      return 0;
    },
  },
];
