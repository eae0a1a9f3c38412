import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A device's response to one challenge. */
type Ceremony = { readonly challenge: string; readonly origin: string; readonly rpId: string };

/** A software device with one passkey: it responds with what a browser's `toJSON()` writes (WebAuthn level 3, without attestation). */
export class SoftAuthenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  /** The number of times it was used. */
  count = 0;
  /** Whether it asks for a fingerprint or a PIN before it responds. */
  isVerifying = true;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    // A COSE key: EC2, ES256, P-256, and the two coordinates.
    this.#publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** Creates the passkey. */
  create(ceremony: Ceremony) {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([0, id.length]);
    const data = Buffer.concat([this.#data(ceremony.rpId, 0x40), Buffer.alloc(16), length, id, this.#publicKey]);
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers a challenge with the passkey. */
  get(ceremony: Ceremony) {
    this.count += 1;
    const data = this.#data(ceremony.rpId, 0);
    const client = clientData('webauthn.get', ceremony);
    const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), this.#key);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #data(rpId: string, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.count);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags | 0x01 | (this.isVerifying ? 0x04 : 0)]), count]);
  }

  #answer(response: object) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

function clientData(type: string, { challenge, origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
