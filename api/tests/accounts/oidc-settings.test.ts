import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolesOf } from '@newline/api/features/accounts/oidc-plugin';
import { methodsOfOidc, readOidcProviders } from '@newline/api/features/accounts/oidc-settings';
import { readEnv } from '@newline/api/env';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'newline-oidc-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const secret = 'a secret that no message repeats';
const company = { id: 'company', name: 'Acme', issuer: 'https://id.acme.example/realms/acme', clientId: 'site', clientSecret: secret };
const read = (...providers: object[]) => readOidcProviders(JSON.stringify(providers));

describe('the settings of OpenID Connect providers @LOGIN-02', () => {
  test('are read with their defaults', () => {
    expect(read(company)).toEqual([
      {
        id: 'company',
        name: 'Acme',
        issuer: 'https://id.acme.example/realms/acme',
        clientId: 'site',
        clientSecret: secret,
        scopes: ['openid', 'email', 'profile'],
        rolesClaim: null,
        roles: { administrator: [], author: [] },
        isEmailTrusted: false,
        isPrivate: false,
        isSignOutShared: false,
      },
    ]);
    const methods = methodsOfOidc({ providers: read({ ...company, name: 'Acme & Söhne' }), isOnly: true });
    expect(methods).toEqual(['only', 'oidc:company=Acme%20%26%20S%C3%B6hne']);
  });

  test.each([
    ['no JSON', '{"id"', /expected JSON/],
    ['an id that GitHub has', [{ ...company, id: 'github' }], /0\.id: this id is reserved/],
    ['an id that is no part of a URL', [{ ...company, id: 'a/b' }], /0\.id: expected 1 to 32/],
    ['two of one id', [company, company], /same id/],
    ['an issuer without https', [{ ...company, issuer: 'http://id.acme.example' }], /0\.issuer: expected an https URL/],
    ['an issuer on this machine without https, unless it is allowed', [{ ...company, issuer: 'http://localhost:8080' }], /privateNetwork/],
    ['an issuer with a password', [{ ...company, issuer: 'https://a:b@id.acme.example' }], /0\.issuer/],
    ['an issuer with a query', [{ ...company, issuer: 'https://id.acme.example/?tenant=a' }], /0\.issuer/],
    ['roles without a claim', [{ ...company, administrators: ['admins'] }], /0\.rolesClaim/],
    ['a setting that there is not', [{ ...company, secret: 'x' }], /Unrecognized key/],
    ['no client', [{ ...company, clientId: undefined }], /0\.clientId/],
    ['none', [], /the list/],
  ])('%s is refused, and the message contains no secret', (_what, value, message) => {
    const json = typeof value === 'string' ? value : JSON.stringify(value);
    const refused = () => readOidcProviders(json);
    expect(refused).toThrow(message);
    try {
      refused();
    } catch (error) {
      expect(String(error)).not.toContain(secret);
    }
  });

  test('come from the variable or from a file that it names; all problems are reported together', () => {
    const file = join(folder, 'oidc.json');
    writeFileSync(file, JSON.stringify([company]));
    for (const value of [file, JSON.stringify([company])]) {
      const { oidc } = readEnv({ DATA_DIR: folder, OIDC_PROVIDERS: value, OIDC_ONLY: 'on' });
      expect([oidc.providers[0]?.clientSecret, oidc.isOnly]).toEqual([secret, true]);
    }
    expect(readEnv({ DATA_DIR: folder }).oidc).toEqual({ providers: [], isOnly: false });
    expect(() => readEnv({ DATA_DIR: folder, OIDC_PROVIDERS: join(folder, 'none.json') })).toThrow(
      /^OIDC_PROVIDERS: the file can't be read/,
    );
    expect(() => readEnv({ DATA_DIR: folder, OIDC_PROVIDERS: '[{"id": "x"}]' })).toThrow(/^OIDC_PROVIDERS: 0\.name.*docs\/sign-in\.md/);
    expect(() => readEnv({ DATA_DIR: folder, OIDC_ONLY: 'on' })).toThrow(/^OIDC_ONLY: needs OIDC_PROVIDERS/);
  });
});

test.each([
  [{ groups: ['admins'] }, 'groups', ['administrator']],
  [{ groups: 'authors' }, 'groups', ['author']],
  [{ realm_access: { roles: ['admins', 'authors'] } }, 'realm_access.roles', ['administrator', 'author']],
  [{ 'https://acme.example/roles': ['admins'] }, 'https://acme.example/roles', ['administrator']],
  [{ groups: ['ADMINS', 'not admins', ['admins'], { admins: 1 }] }, 'groups', []],
  [{ groups: { length: 1, 0: 'admins' } }, 'groups', []],
  [{}, 'constructor.name', []],
  [{ groups: ['admins'] }, null, []],
])('the claims %j in %s result in %j @LOGIN-02', (claims, rolesClaim, roles) => {
  expect(rolesOf({ rolesClaim, roles: { administrator: ['admins', 'Object'], author: ['authors'] } }, claims)).toEqual(roles);
});
