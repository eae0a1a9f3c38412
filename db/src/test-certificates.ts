import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A certificate and its key, as PEM. */
export type TestCertificate = { certificate: string; key: string };

/** A certificate authority of a test. */
export type TestAuthority = { certificate: string; issue(hostName: string): TestCertificate };

/** Creates a certificate authority. Its certificates are valid from 2020 to 2049. */
export function createTestAuthority(name: string): TestAuthority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ofAuthority = { issuer: name, signer: privateKey };
  return {
    certificate: certificateOf({ ...ofAuthority, subject: name, publicKey, extension: authorityExtension }),
    issue(hostName) {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return {
        certificate: certificateOf({ ...ofAuthority, subject: hostName, publicKey: own.publicKey, extension: hostExtension(hostName) }),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

// The few parts of DER (X.690) that a certificate of RFC 5280 needs.
const sequence = 0x30;
const ecdsaWithSha256 = der(sequence, Buffer.from('06082a8648ce3d040302', 'hex'));
const [commonName, basicConstraints, subjectAltName] = ['550403', '551d13', '551d11'].map((oid) => der(0x06, Buffer.from(oid, 'hex')));
const yes = der(0x01, Buffer.from([0xff]));

function der(tag: number, ...contents: readonly (Buffer | undefined)[]): Buffer {
  const content = Buffer.concat(contents.filter((part) => part !== undefined));
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function nameOf(text: string): Buffer {
  return der(sequence, der(0x31, der(sequence, commonName, der(0x0c, Buffer.from(text)))));
}

const authorityExtension = der(sequence, basicConstraints, yes, der(0x04, der(sequence, yes)));

function hostExtension(hostName: string): Buffer {
  return der(sequence, subjectAltName, der(0x04, der(sequence, der(0x82, Buffer.from(hostName)))));
}

function certificateOf(parts: { issuer: string; subject: string; publicKey: KeyObject; signer: KeyObject; extension: Buffer }): string {
  const body = der(
    sequence,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...Buffer.from(parts.subject).subarray(0, 8)])),
    ecdsaWithSha256,
    nameOf(parts.issuer),
    der(sequence, ...['200101000000Z', '491231235959Z'].map((time) => der(0x17, Buffer.from(time)))),
    nameOf(parts.subject),
    parts.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(sequence, parts.extension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, parts.signer));
  const lines = der(sequence, body, ecdsaWithSha256, signature)
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
