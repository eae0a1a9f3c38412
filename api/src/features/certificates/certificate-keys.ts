import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import type { SecretBox } from '../../secret-box.ts';

/** A key that verifies certificates. */
export type PublicKey = { readonly id: string; readonly publicKey: Buffer; readonly createdAt: Date };

/** The key that signs now. */
export type SigningKey = PublicKey & { readonly privateKey: KeyObject };

/** The keys of certificates. */
export type CertificateKeys = {
  /** Returns the key that signs; the first call on a new site creates it. */
  readSigningKey(): Promise<SigningKey>;
  /** Returns all keys, newest first, with those that signed earlier. */
  readPublicKeys(): Promise<readonly PublicKey[]>;
};

type Row = { readonly id: string; readonly public_key: Buffer; readonly sealed_key: Buffer; readonly created_at: Date };

/**
 * Reads and creates the keys. A key whose private part can't be decrypted, because SECRET_KEY is another one now, still verifies what it
 * signed; a new one signs from then on.
 *
 * @param pool uses the login newline_worker
 */
export function createCertificateKeys({
  pool,
  secrets,
}: {
  readonly pool: Pool;
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
}): CertificateKeys {
  const readRows = async () => (await pool.query<Row>('select * from app_private.read_certificate_keys()')).rows;

  async function findSigningKey(): Promise<SigningKey> {
    const [newest] = await readRows();
    const key = newest && openKey(newest, secrets);
    if (key) return key;
    const created = createKey(secrets);
    await pool.query('select app_private.add_certificate_key($1, $2, $3)', [created.publicKey, created.sealedKey, newest?.id ?? null]);
    // Another process may have been faster: then its key signs.
    const [added] = await readRows();
    const usable = added && openKey(added, secrets);
    if (!usable) throw new Error('certificate keys: expected the key that was added to be readable');
    return usable;
  }

  let signing: Promise<SigningKey> | null = null;
  return {
    readSigningKey() {
      signing ??= findSigningKey();
      signing.catch(() => (signing = null));
      return signing;
    },
    readPublicKeys: async () => (await readRows()).map(publicPart),
  };
}

function publicPart({ id, public_key: publicKey, created_at: createdAt }: Row): PublicKey {
  return { id, publicKey, createdAt };
}

function openKey(row: Row, secrets: Pick<SecretBox, 'open'>): SigningKey | null {
  try {
    const key = secrets.open(row.sealed_key, row.public_key.toString('hex'));
    return { ...publicPart(row), privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }) };
  } catch {
    return null;
  }
}

function createKey(secrets: Pick<SecretBox, 'seal'>): { readonly publicKey: Buffer; readonly sealedKey: Buffer } {
  const pair = generateKeyPairSync('ed25519');
  // The last 32 bytes of its DER form are the key.
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const privateKey = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
  return { publicKey, sealedKey: secrets.seal(privateKey, publicKey.toString('hex')) };
}
