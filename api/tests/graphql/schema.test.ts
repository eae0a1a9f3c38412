import { readFile } from 'node:fs/promises';
import { personalFieldsFile, printDatabaseSchema, schemaFile } from '@newline/api/print-schema';
import { startTestDatabase } from '@newline/db/testing';
import { buildSchema, isEnumType, isInputObjectType, isObjectType } from 'postgraphile/graphql';
import { expect, test } from 'vitest';

test('api/schema.graphql and api/personal-fields.json match the database (npm run schema writes them) @API-04', async () => {
  const db = await startTestDatabase();
  try {
    const { schema, personalFields } = await printDatabaseSchema(db.app);
    expect(schema).toBe(await readFile(schemaFile, 'utf8'));
    expect(personalFields).toBe(await readFile(personalFieldsFile, 'utf8'));
  } finally {
    await db.stop();
  }
});

test('every type, mutation and root list is documented @API-04', async () => {
  const schema = buildSchema(await readFile(schemaFile, 'utf8'));
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'));
  const undocumented = types.filter(({ description, name }) => !description && !/^(?:Query|Mutation)$/.test(name)).map(({ name }) => name);
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.values(type?.getFields() ?? {}));
  expect([...undocumented, ...fields.filter(({ description }) => !description).map(({ name }) => name)]).toEqual([]);
});

test('nothing private can be filtered or ordered by, and no text can be written without the API’s checks', async () => {
  const schema = buildSchema(await readFile(schemaFile, 'utf8'));
  const names: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type)) names.push(...Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));
    if (isEnumType(type)) names.push(...type.getValues().map(({ name }) => `${type.name}.${name}`));
  }
  // Our own code checks the texts of the first ones; a note is plain text that only its owner reads; the addresses are email addresses of invitations, newsletters, gifts and the site's support;
  // the last two are a specified patch with one value, and the reason for a report.
  const checked =
    /^(?:(?:(?:Create|Save)(?:Article|Page)|SaveLesson|EditComment|NewComment|NewReply)Input\.body(?:Delta|Markdown)|(?:AddNote|ChangeNote)Input\.body|InviteToTeamInput\.emails|SubscribeToNewsletterInput\.email|ResendGiftInput\.email|StartCheckoutInput\.giftEmail|SiteChangeInput\.supportEmail|CommentPatch\.deleted|ReportReason\.SPAM)$/;
  expect(names.filter((name) => /spam|e_?mail|deleted(?!At|$)|body/i.test(name) && !checked.test(name))).toEqual([]);
  expect(schema.getType('User')).toBeDefined();
  expect(JSON.stringify(Object.keys((schema.getType('User') as { getFields(): object }).getFields()))).not.toMatch(
    /mail|password|banned|role/i,
  );
});
