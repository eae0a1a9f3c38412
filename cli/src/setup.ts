import { createInterface } from 'node:readline/promises';
import { checkoutModeOf } from '@newline/api/features/billing/billing-settings';
import { StartError } from '@newline/db/start-error';
import { withClient } from '@newline/db/with-client';
import type { ClientBase } from 'pg';
import type { Command } from './command.ts';
import { settingsOf, type SetupFacts, setupLines } from './setup/setup-lines.ts';
import { withDatabase } from './with-database.ts';

type Fields = { readonly name: string | null; readonly description: string | null; readonly supportEmail: string | null };

/** `newline setup`: shows the checklist for a new site, and sets its name, description and support email address. */
export const setupCommand: Command = {
  name: 'setup',
  usage: '[--name … --description … --support-email …]',
  options: [],
  valueOptions: ['name', 'description', 'support-email'],
  about: 'Shows what a new site still needs, and sets its name, description and support email address.',
  run: ({ values, print, tell }) =>
    withDatabase(tell, ({ connections }, env) =>
      withClient(connections.owner, async (owner) => {
        const stored = await readFields(owner);
        const input = values.size > 0 ? settingsOf(values) : process.stdin.isTTY ? await askFor(stored) : {};
        if (Object.keys(input).length > 0) {
          await saveFields(owner, input);
          print('Saved.\n');
        }
        const { rows } = await owner.query<SetupFacts>(
          `select is_named as "isNamed", mail_tested_at as "mailTestedAt", mail_failure as "mailFailure", has_price as "hasPrice", has_title as "hasTitle",
           has_author as "hasAuthor", backed_up_at as "backedUpAt", has_terms as "hasTerms", has_privacy as "hasPrivacy",
           exists (select from app_public.users u where u.is_admin) as "hasAdmin"
         from app_private.read_setup()`,
        );
        const [facts] = rows;
        if (!facts) throw new Error('read_setup: expected one row, got none');
        const current = await readFields(owner);
        print(
          `Name: ${current.name ?? '(not set)'}\nDescription: ${current.description ?? '(not set)'}\nSupport email address: ${current.supportEmail ?? '(not set)'}\n`,
        );
        for (const line of setupLines(facts, {
          mode: checkoutModeOf(env.billing),
          hasMailServer: env.smtpUrl !== null,
          publicUrl: env.publicUrl,
        }))
          print(line);
        return 0;
      }),
    ),
};

async function readFields(owner: ClientBase): Promise<Fields> {
  const { rows } = await owner.query<Fields>('select name, description, support_email as "supportEmail" from app_public.site_settings');
  const [fields] = rows;
  if (!fields) throw new Error('site_settings: expected one row, got none');
  return fields;
}

/** Asks for each setting in the terminal; an empty reply leaves it as it is. */
async function askFor(stored: Fields): Promise<Partial<Fields>> {
  const questions = createInterface({ input: process.stdin, output: process.stderr });
  const labels = { name: 'Name of the site', description: 'One sentence about it', supportEmail: 'Support email address' } as const;
  const input = new Map<string, string>();
  const options = { name: 'name', description: 'description', supportEmail: 'support-email' } as const;
  try {
    for (const field of ['name', 'description', 'supportEmail'] as const) {
      const reply = (await questions.question(`${labels[field]}${stored[field] === null ? '' : ` (${stored[field]})`}: `)).trim();
      if (reply !== '') input.set(options[field], reply);
    }
  } finally {
    questions.close();
  }
  return settingsOf(input);
}

/** Saves the input; a running site shows it immediately. */
async function saveFields(owner: ClientBase, { name, description, supportEmail }: Partial<Fields>): Promise<void> {
  const changed = Object.entries({ name, description, support_email: supportEmail }).flatMap(([column, value]) =>
    value === undefined ? [] : [column],
  );
  try {
    await owner.query('begin');
    await owner.query(
      `update app_public.site_settings set name = coalesce($1, name), description = coalesce($2, description),
         support_email = coalesce($3, support_email), revision = revision + 1`,
      [name ?? null, description ?? null, supportEmail ?? null],
    );
    await owner.query(
      `select app_private.audit('site.change', 'site', null, jsonb_build_object('changed', $1::text, 'by', 'newline setup'))`,
      [changed.join(', ')],
    );
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    if (error instanceof Error && 'code' in error && error.code === '23514')
      throw new StartError(
        'The database rejected a value: the name or the description is too long, or the support email address is invalid.',
      );
    throw error;
  }
}
