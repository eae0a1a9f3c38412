import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts and decrypts stored secrets. A secret is bound to its `owner`, so it can't be copied to another user's row. */
export type SecretBox = {
  seal(secret: Buffer, owner: string): Buffer;
  /** @throws if it was encrypted with another key or for another owner */
  open(sealed: Buffer, owner: string): Buffer;
};

/**
 * Creates the encryption for one purpose, with a key derived from the site's secret (AES-256-GCM; the nonce and the tag are stored with the
 * text).
 */
export function createSecretBox(secretKey: string, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `newline ${purpose}`, 32));
  return {
    seal(secret, owner) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, owner) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
  };
}
