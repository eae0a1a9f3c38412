import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestAuthority } from '@newline/db/test-certificates';

test('a certificate of every length can be read', () => {
  const authority = createTestAuthority('Test');
  const issuer = new X509Certificate(authority.certificate);
  // Whole lines of base64 at the end are one length of 64.
  for (let length = 1; length <= 64; length += 1) {
    const hostName = `${'a'.repeat(length)}.example`;
    const certificate = new X509Certificate(authority.issue(hostName).certificate);
    expect(certificate.checkHost(hostName)).toBe(hostName);
    expect(certificate.verify(issuer.publicKey)).toBe(true);
  }
});
