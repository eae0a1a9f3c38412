import { createHash, randomUUID, webcrypto } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPool } from '@newline/db/create-pool';
import { createCertificateKeys } from '@newline/api/features/certificates/certificate-keys';
import { createSecretBox } from '@newline/api/secret-box';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

type Json = Record<string, unknown>;
type Proof = { proofValue: string; verificationMethod: string; created: string } & Json;
type Badge = { proof: Proof; credentialStatus: { id: string }; issuer: { id: string } } & Json;

let site: TestApi;
let browser: Browser;
let userId: string;
let courseId: string;

beforeAll(async () => {
  site = await startTestApi();
  ({ browser, userId } = await signUp(site, `${randomUUID()}@example.com`, 'Ada Example'));
  const author = await signUp(site, `${randomUUID()}@example.com`, 'Grace Example');
  courseId = await makeCourse(site.db, { title: 'SQL, said aloud', authorId: author.userId });
  await sql(`update app_public.courses set is_free = true where id = '${courseId}'`);
  await sql(`insert into app_public.lessons (course_id, title, slug) values ('${courseId}', 'One', 'one')`);
  await sql(`insert into app_public.course_lessons (course_id, lesson_id, position)
    select course_id, id, 1 from app_public.lessons where course_id = '${courseId}'`);
  await sql(`insert into app_public.certificate_rules (course_id) values ('${courseId}')`);
  await sql(`insert into app_public.user_progresses (user_id, course_lesson_id)
    select '${userId}', id from app_public.course_lessons where course_id = '${courseId}'`);
});
afterAll(() => site.stop());
beforeEach(() => sql('delete from app_public.certificates'));

const sql = <TRow extends object>(text: string) => site.db.superuser.query<TRow>(text);

async function claim(from: Browser = browser) {
  return from.graphql<{ claimCertificate: { certificate: { id: string; holderName: string; siteName: string } } | null }>(
    `mutation claim($courseId: UUID!) { claimCertificate(input: { courseId: $courseId }) { certificate { id holderName siteName } } }`,
    { courseId },
  );
}

async function claimedId(): Promise<string> {
  const { data } = await claim();
  const id = data?.claimCertificate?.certificate.id;
  if (id === undefined) throw new Error('claim: expected a certificate');
  return id;
}

/** Requests a document as a verifier does, which knows nothing of this site. */
async function read<TDocument = Json>(url: string): Promise<TDocument> {
  const answer = await fetch(url);
  expect(answer.status, url).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return (await answer.json()) as TDocument;
}

/** Decodes base 58 by long division, unlike the encoder. */
function decode58(text: string): Uint8Array<ArrayBuffer> {
  expect(text.startsWith('z')).toBe(true);
  const bytes: number[] = [];
  for (const character of text.slice(1)) {
    let carry = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.indexOf(character);
    for (let at = 0; at < bytes.length; at += 1) {
      carry += (bytes[at] ?? 0) * 58;
      bytes[at] = carry % 256;
      carry = Math.floor(carry / 256);
    }
    for (; carry > 0; carry = Math.floor(carry / 256)) bytes.push(carry % 256);
  }
  return new Uint8Array([...Array.from(/^z(1*)/u.exec(text)?.[1] ?? '', () => 0), ...bytes.toReversed()]);
}

/** Sorts the names of every object, for JSON.stringify to write them in that order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, sorted((value as Json)[name])]),
  );
}

/** Verifies a badge only from what it says, and what is at the URLs in it: eddsa-jcs-2022 with the browser's cryptography. */
async function isVerified({ proof, ...badge }: Badge): Promise<boolean> {
  const { proofValue, ...options } = proof;
  const key = await read<{ id: string; controller: string; publicKeyMultibase: string }>(proof.verificationMethod);
  const issuer = await read<{ id: string; assertionMethod: string[] }>(key.controller);
  if (key.id !== proof.verificationMethod || issuer.id !== badge.issuer.id || !issuer.assertionMethod.includes(key.id)) return false;
  const [multicodec, rest] = [decode58(key.publicKeyMultibase).slice(0, 2), decode58(key.publicKeyMultibase).slice(2)];
  expect([...multicodec]).toEqual([0xed, 0x01]);
  const publicKey = await webcrypto.subtle.importKey('raw', rest, 'Ed25519', false, ['verify']);
  const hash = (document: unknown) =>
    createHash('sha256')
      .update(JSON.stringify(sorted(document)))
      .digest();
  return webcrypto.subtle.verify('Ed25519', publicKey, decode58(proofValue), Buffer.concat([hash(options), hash(badge)]));
}

const badgeUrl = (id: string) => `${site.url}/api/certificates/${id}/badge.json`;

describe('a badge', () => {
  test('is an Open Badges 3.0 credential that can be verified with nothing but itself @PRACTICE-03', async () => {
    const id = await claimedId();
    const badge = await read<Badge>(badgeUrl(id));
    expect(badge).toMatchObject({
      '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
      id: `${site.url}/certificates/${id}`,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      name: 'SQL, said aloud',
      issuer: { id: `${site.url}/api/certificates/issuer`, type: ['Profile'], url: site.url },
      validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u),
      credentialSubject: {
        type: ['AchievementSubject'],
        identifier: [{ type: 'IdentityObject', hashed: false, identityHash: 'Ada Example', identityType: 'name' }],
        achievement: {
          id: `urn:uuid:${courseId}`,
          type: ['Achievement'],
          achievementType: 'Course',
          name: 'SQL, said aloud',
          description: expect.stringContaining('by Grace Example'),
          criteria: { narrative: 'Completed the lesson.' },
        },
      },
      credentialStatus: { id: `${site.url}/api/certificates/${id}/status.json`, type: '1EdTechRevocationList' },
      proof: { type: 'DataIntegrityProof', cryptosuite: 'eddsa-jcs-2022', proofPurpose: 'assertionMethod' },
    });
    expect(await isVerified(badge)).toBe(true);
    expect(await read(badge.credentialStatus.id)).toEqual({
      id: badge.credentialStatus.id,
      issuer: badge.issuer.id,
      revokedCredential: [],
    });
    // The same each time: it can be compared and cached.
    expect(await read(badgeUrl(id))).toEqual(badge);
  });

  test('isn’t verified with any change, also of its proof', async () => {
    const badge = await read<Badge>(badgeUrl(await claimedId()));
    const subject = badge['credentialSubject'] as Json;
    const forged: Badge[] = [
      { ...badge, name: 'Another course' },
      { ...badge, validFrom: '2020-01-01T00:00:00Z' },
      { ...badge, credentialSubject: { ...subject, identifier: [] } },
      { ...badge, credentialStatus: { ...badge.credentialStatus, id: `${site.url}/api/certificates/${randomUUID()}/status.json` } },
      { ...badge, proof: { ...badge.proof, created: '2020-01-01T00:00:00Z' } },
    ];
    for (const each of forged) expect(await isVerified(each), JSON.stringify(each)).toBe(false);
  });

  test('takes names of any script and any characters that JSON escapes', async () => {
    const id = await claimedId();
    const name = `O'Brien "Æ" \\ </script> 日本語 עברית 🧮 \u2028`;
    await site.db.superuser.query(`update app_public.certificates set holder_name = $1, course_title = $2, author_names = '{}'`, [
      name,
      '{"a": 1}',
    ]);
    const badge = await read<Badge>(badgeUrl(id));
    expect(badge).toMatchObject({ name: '{"a": 1}', credentialSubject: { identifier: [{ identityHash: name }] } });
    expect(await isVerified(badge)).toBe(true);
  });

  test('that is revoked is gone, and its status says so, without any of its content @PRACTICE-03', async () => {
    const id = await claimedId();
    const before = await read<Badge>(badgeUrl(id));
    await sql(`update app_public.certificates set revoked_at = now(), revocation_reason = 'A secret reason'`);
    const answer = await fetch(badgeUrl(id));
    expect(answer.status).toBe(410);
    expect(await answer.text()).not.toMatch(/Ada|SQL|secret/u);
    const status = await read(before.credentialStatus.id);
    expect(status).toMatchObject({ revokedCredential: [{ id: before['id'], revoked: true }] });
    expect(JSON.stringify(status)).not.toMatch(/Ada|SQL|secret/u);
  });

  test('doesn’t exist for any other ID', async () => {
    const id = await claimedId();
    const others = [randomUUID(), id.replace(/-/gu, ''), `${id}x`, '1', '..', '%00', 'issuer', `${id}%0d%0aset-cookie:a=b`, "'--"];
    for (const other of others)
      for (const file of ['badge.json', 'status.json']) {
        const answer = await fetch(`${site.url}/api/certificates/${other}/${file}`);
        expect([400, 404], other).toContain(answer.status);
        expect(answer.headers.get('set-cookie')).toBeNull();
        expect(await answer.text()).not.toContain('Ada');
      }
    expect((await fetch(`${site.url}/api/certificates/keys/${randomUUID()}`)).status).toBe(404);
    expect((await fetch(badgeUrl(id.toUpperCase()))).status).toBe(200);
  });

  test('can still be verified after SECRET_KEY changed, and a new key signs', async () => {
    const badge = await read<Badge>(badgeUrl(await claimedId()));
    const pool = createPool(site.options.connections.worker, { max: 2 });
    const other = createCertificateKeys({
      pool,
      secrets: createSecretBox('another secret of at least thirty-two characters', 'certificates'),
    });
    const signing = await other.readSigningKey();
    expect(badge.proof.verificationMethod).not.toContain(signing.id);
    expect(await isVerified(badge)).toBe(true);
    expect((await read<{ assertionMethod: string[] }>(badge.issuer.id)).assertionMethod).toHaveLength(2);
    // The next start with that key takes it again.
    expect((await other.readSigningKey()).id).toBe(signing.id);
    await pool.end();
  });
});

describe('claimCertificate', () => {
  test('issues one with the names of today to the user who earned it, and to nobody else @PRACTICE-03', async () => {
    const { data } = await claim();
    expect(data?.claimCertificate?.certificate).toMatchObject({ holderName: 'Ada Example', siteName: expect.stringMatching(/\S/u) });
    expect(await claimedId()).toBe(data?.claimCertificate?.certificate.id);
    const reasonOf = async (from: Browser) => (await claim(from)).errors?.[0]?.extensions?.['reason'];
    expect(await reasonOf(site.newBrowser())).toBe('SIGN_IN_REQUIRED');
    const other = await signUp(site, `${randomUUID()}@example.com`);
    expect(await reasonOf(other.browser)).toBe('CERTIFICATE_NOT_EARNED');
  });
});
