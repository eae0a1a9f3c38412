import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** Creates a secret for signatures: 256 random bits. */
export function createWebhookSecret(): Buffer {
  return randomBytes(32);
}

/** Formats a secret as Standard Webhooks defines, so that its libraries can read it. */
export function secretText(secret: Buffer): string {
  return secretPrefix + secret.toString('base64');
}

/** A webhook to send. */
export type SignedWebhook = { readonly id: string; readonly timestamp: number; readonly body: string };

/** Returns the header `webhook-signature` (Standard Webhooks, v1): one signature for each secret, because receivers accept any of them. */
export function signWebhook(secrets: readonly Buffer[], { id, timestamp, body }: SignedWebhook): string {
  return secrets.map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`).join(' ');
}
