import { type Env, readEnv } from '@newline/api/env';
import { StartError } from '@newline/db/start-error';
import type { Command } from './command.ts';
import { checkBilling } from './doctor/check-billing.ts';
import { checkDatabase } from './doctor/check-database.ts';
import { checkDataDir, checkNode, checkPrograms } from './doctor/check-machine.ts';
import { checkMail } from './doctor/check-mail.ts';
import { checkNewsletter } from './doctor/check-newsletter.ts';
import { checkPublicUrl } from './doctor/check-public-url.ts';
import { checkSignIn } from './doctor/check-sign-in.ts';
import { checkStorage } from './doctor/check-storage.ts';
import { checkVideos } from './doctor/check-videos.ts';
import type { Finding } from './doctor/finding.ts';

/** `newline doctor`: checks everything that the site needs. */
export const doctor: Command = {
  name: 'doctor',
  usage: '',
  options: [],
  about: 'Checks everything the site needs and says how to fix what is wrong.',
  run: async ({ print }) => {
    const findings: Finding[] = [];
    const add = (more: readonly Finding[]) => {
      for (const { state, what, remedy } of more)
        print(`${state.padEnd(5)} ${what}${remedy === undefined ? '' : `\n      ${remedy.replaceAll('\n', '\n      ')}`}`);
      for (const finding of more) findings.push(finding);
    };
    add([checkNode()]);
    const env = settings();
    if ('state' in env) add([env]);
    else {
      add([
        {
          state: 'ok',
          what: `Settings: ${env.publicUrl}${env.isProduction ? '' : ' (this machine only)'}, listening on ${env.host}:${env.port}`,
        },
      ]);
      add(checkDataDir(env));
      add(await checkDatabase(env));
    }
    add(checkPrograms('state' in env ? undefined : env.video));
    if (!('state' in env))
      add([
        ...(await checkPublicUrl(env)),
        await checkMail(env),
        await checkStorage(env),
        await checkBilling(env),
        await checkNewsletter(env),
        await checkVideos(env),
        ...(await checkSignIn(env)),
      ]);
    const failures = findings.filter(({ state }) => state === 'fail').length;
    const warnings = findings.filter(({ state }) => state === 'warn').length;
    print(`\n${failures} ${failures === 1 ? 'problem' : 'problems'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`);
    return failures === 0 ? 0 : 1;
  },
};

function settings(): Env | Finding {
  try {
    return readEnv(process.env);
  } catch (error) {
    if (error instanceof StartError) return { state: 'fail', what: 'Settings', remedy: error.message };
    throw error;
  }
}
