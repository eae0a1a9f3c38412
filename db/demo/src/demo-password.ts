import { createHmac, scrypt } from 'node:crypto';

const consonants = 'bdfghjklmnprstvz';
const vowels = 'aeiou';

/** Returns a demo user's password: four pronounceable words such as `bafo-kigu-temi-ludo`, different for every SECRET_KEY. */
export function demoPassword(secretKey: string, username: string): string {
  const bytes = createHmac('sha256', secretKey).update(`newline demo password ${username}`).digest();
  const syllable = (at: number) =>
    consonants.charAt(bytes.readUInt8(2 * at) % consonants.length) + vowels.charAt(bytes.readUInt8(2 * at + 1) % vowels.length);
  return [0, 2, 4, 6].map((at) => syllable(at) + syllable(at + 1)).join('-');
}

/**
 * Returns the password as better-auth 1.7 stores it: `{salt}:{key}` in hexadecimal, by scrypt with N 16384, r 16, p 1, where the salt is
 * its hexadecimal text. It is implemented here because this package has no sign-in code; a test of the API signs in with it.
 */
export function hashPassword(secretKey: string, password: string): Promise<string> {
  const salt = createHmac('sha256', secretKey).update(`newline demo salt ${password}`).digest('hex').slice(0, 32);
  const options = { N: 16384, r: 16, p: 1, maxmem: 128 * 16384 * 16 * 2 };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 64, options, (error, key) => {
      if (error) reject(error);
      else resolve(`${salt}:${key.toString('hex')}`);
    });
  });
}
