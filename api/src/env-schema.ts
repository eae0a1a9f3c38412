import { z } from 'zod';

/** A variable that the environment may set. */
export type EnvironmentName = keyof typeof environmentSchema.shape;

const postgresAddress = (meaning: string, example: string) =>
  z
    .string()
    .refine(
      (text) => hasProtocol(text, ['postgres:', 'postgresql:']),
      'must be an address such as postgres://user:password@host:5432/database.',
    )
    .optional()
    .meta({ description: meaning, example });

const origin = z
  .string()
  .refine(
    (text) => hasProtocol(text, ['http:', 'https:']) && /^https?:\/\/[^/?#@]+\/?$/.test(text),
    'must be an address without a path, such as https://learn.example.com.',
  )
  .transform((text) => text.replace(/\/$/, ''));

const webAddress = z
  .string()
  .refine((text) => hasProtocol(text, ['http:', 'https:']), 'must be an http or https address, such as https://example.com.')
  .transform((text) => text.replace(/\/$/, ''));

const onOff = z.enum(['on', 'off'], 'must be on or off.');

/** Every variable of the process, its check, its default and its meaning. `.env.example` is written from this. */
export const environmentSchema = z.object({
  PORT: wholeNumber({ from: 1, to: 65_535, fallback: 3000 }).meta({ description: 'The port on which the site listens.', example: '3000' }),
  HOST: z
    .string()
    .default('127.0.0.1')
    .meta({ description: 'The address on which it listens. 0.0.0.0 lets other machines in.', example: '127.0.0.1' }),
  PUBLIC_URL: origin.optional().meta({
    description:
      "The site's address as people type it. Anything but a loopback address means production:\nno mailbox page, no API explorer, no introspection, no demo. http://localhost:$PORT when unset.",
    example: 'http://localhost:3000',
  }),
  DATA_DIR: z.string().optional().meta({
    description:
      'Where the embedded database, uploads, caches and the generated secret are kept.\n./data when unset; for root /var/lib/newline.',
    example: './data',
  }),
  DATABASE_URL: postgresAddress(
    'A PostgreSQL server (15 or newer) instead of the embedded one: its owner role, used only to migrate and to make\nthe logins newline_app, newline_auth and newline_worker. Their passwords are derived from SECRET_KEY.',
    'postgres://owner:password@localhost:5432/newline',
  ),
  DATABASE_DIRECT_URL: postgresAddress(
    'The same database past a pgbouncer in transaction mode: for LISTEN, migrations and jobs. DATABASE_URL when unset.',
    'postgres://owner:password@localhost:5432/newline',
  ),
  APP_DATABASE_URL: postgresAddress(
    'The login for requests, where the owner may not make roles.',
    'postgres://newline_app:password@localhost:5432/newline',
  ),
  AUTH_DATABASE_URL: postgresAddress(
    'The login for accounts and sessions, likewise.',
    'postgres://newline_auth:password@localhost:5432/newline',
  ),
  WORKER_DATABASE_URL: postgresAddress('The login for jobs, likewise.', 'postgres://newline_worker:password@localhost:5432/newline'),
  INSECURE_DATABASE: onOff.default('off').meta({
    description: 'on starts in spite of a database that may lose data or whose login no policy binds. Never for a real site.',
    example: 'off',
  }),
  DEMO: z.enum(['on', 'off', 'auto'], 'must be on, off or auto.').default('auto').meta({
    description: 'Whether an empty database gets the demo site. auto: with the embedded database and a loopback PUBLIC_URL.',
    example: 'auto',
  }),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters. Make one with: openssl rand -base64 32').optional().meta({
    description: 'Signs sessions and links. Made once and kept in DATA_DIR when unset; several machines need the same one.',
    example: '',
  }),
  EMBED_ORIGIN: origin.optional().meta({
    description:
      'Another host name of this site, so cookieless, that serves only embeds. http://127.0.0.1:$PORT when PUBLIC_URL is localhost.',
    example: 'http://127.0.0.1:3000',
  }),
  ASSETS_URL: webAddress
    .optional()
    .meta({ description: 'Where protected repositories are served.', example: 'https://assets.example.com' }),
  TRUST_PROXY: wholeNumber({ from: 0, to: 10, fallback: 0 }).meta({
    description: 'How many proxies stand before the site. Sign-in limits need the true address of the caller.',
    example: '0',
  }),
  FETCH_TEST_MAP: z
    .string()
    .default('')
    .refine(
      (text) => text === '' || /^[^=,\s]+=[^=,\s]+(,[^=,\s]+=[^=,\s]+)*$/.test(text),
      'must be host=address pairs with commas between them.',
    )
    .transform((text) =>
      (text === '' ? [] : text.split(',')).map((pair) => pair.split('=')).map(([host = '', address = '']) => [host, address] as const),
    )
    .meta({ description: 'host=address pairs for tests of outgoing calls. Refused in production.', example: '' }),
  SMTP_URL: z
    .string()
    .refine((text) => hasProtocol(text, ['smtp:', 'smtps:']), 'must be an address such as smtp://user:password@mail.example.com:587.')
    .optional()
    .meta({
      description: 'Where mails are handed in. When unset, mails go to the page /dev/mailbox (not in production).',
      example: 'smtp://user:password@mail.example.com:587',
    }),
  MAIL_FROM: z
    .string()
    .refine(
      (text) => /^[^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>$|^[^<>\s@]+@[^<>\s@]+$/.test(text),
      'must be a mail address, such as newline <hello@example.com>.',
    )
    .optional()
    .meta({
      description: "The sender of the site's mails. no-reply@ and the host of PUBLIC_URL when unset.",
      example: 'newline <hello@example.com>',
    }),
  GITHUB_CLIENT_ID: z.string().optional().meta({
    description: "Sign-in by GitHub: the OAuth app's id and secret. Its callback is $PUBLIC_URL/api/auth/callback/github.",
    example: '',
  }),
  GITHUB_CLIENT_SECRET: z.string().optional().meta({ description: 'The secret of that OAuth app.', example: '' }),
  GITHUB_URL: webAddress
    .default('https://github.com')
    .meta({ description: 'Where people sign in: another address for GitHub Enterprise.', example: 'https://github.com' }),
  GITHUB_API_URL: webAddress
    .default('https://api.github.com')
    .meta({ description: 'The API that belongs to it.', example: 'https://api.github.com' }),
  STORAGE_DRIVER: z
    .literal('local', 'must be local: this release has no other.')
    .default('local')
    .meta({ description: 'Where uploads are kept.', example: 'local' }),
  VIDEO_PROVIDER: z
    .literal('local', 'must be local: this release has no other.')
    .default('local')
    .meta({ description: 'Who serves videos.', example: 'local' }),
  BILLING_PROVIDER: z.literal('manual', 'must be manual: this release has no other.').default('manual').meta({
    description: 'Who takes payments. manual: an administrator grants access.',
    example: 'manual',
  }),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error.').default('info').meta({
    description: 'The least important lines that the log shows.',
    example: 'info',
  }),
});

function wholeNumber({ from, to, fallback }: { from: number; to: number; fallback: number }) {
  const isWithin = (text: string) => /^\d{1,6}$/.test(text) && Number(text) >= from && Number(text) <= to;
  return z.string().default(String(fallback)).refine(isWithin, `must be a whole number from ${from} to ${to}.`).transform(Number);
}

function hasProtocol(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}
