const base58Characters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The prefix of an Ed25519 public key in a Multikey. */
const ed25519Prefix = Buffer.from([0xed, 0x01]);

/** Returns bytes as multibase text in base 58, which starts with a z: the form of signatures and keys in verifiable credentials. */
export function multibase(bytes: Buffer): string {
  let number = bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (number > 0n) {
    text = `${base58Characters.charAt(Number(number % 58n))}${text}`;
    number /= 58n;
  }
  // Zeros at the start would be lost in a number.
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return `z${'1'.repeat(zeros === -1 ? bytes.length : zeros)}${text}`;
}

/** Returns an Ed25519 public key of 32 bytes as a Multikey. */
export function ed25519Multikey(publicKey: Buffer): string {
  return multibase(Buffer.concat([ed25519Prefix, publicKey]));
}
