import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** Creates a secret for signatures: 256 random bits. */
export function createWebhookSecret(): Buffer {
  return randomBytes(32);
}

/** Writes a secret in the form that Standard Webhooks define and its libraries read. */
export function secretText(secret: Buffer): string {
  return secretPrefix + secret.toString('base64');
}

/** A webhook as it is sent. */
export type SignedWebhook = { readonly id: string; readonly timestamp: number; readonly body: string };

/** Returns the header `webhook-signature` (Standard Webhooks, v1): one signature for each secret, as receivers accept any of them. */
export function signWebhook(secrets: readonly Buffer[], { id, timestamp, body }: SignedWebhook): string {
  return secrets.map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`).join(' ');
}
