import { createPrivateKey } from 'node:crypto';
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
  HOST: z.string().default('127.0.0.1').meta({
    description: 'The address on which it listens. 0.0.0.0 lets other machines in, and needs a PUBLIC_URL.',
    example: '127.0.0.1',
  }),
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
  GITHUB_URL: webAddress.default('https://github.com').meta({
    description: 'Where people sign in and code is taken from: another address for GitHub Enterprise.',
    example: 'https://github.com',
  }),
  GITHUB_API_URL: webAddress
    .default('https://api.github.com')
    .meta({ description: 'The API that belongs to it.', example: 'https://api.github.com' }),
  GITHUB_TOKEN: z.string().optional().meta({
    description:
      'Raises the limit on code that texts take from repositories (docs/remote-code.md): 5,000 questions an hour, not 60.\nA fine-grained token that may read public repositories, and nothing else.',
    example: '',
  }),
  STORAGE_DRIVER: z.enum(['local', 's3'], 'must be local or s3.').default('local').meta({
    description: 'Where uploads are kept. local: DATA_DIR/uploads. s3: a bucket, which several machines share.',
    example: 'local',
  }),
  S3_BUCKET: z.string().optional().meta({ description: 'The bucket. Nobody but this site needs to read it.', example: '' }),
  S3_REGION: z.string().default('us-east-1').meta({ description: 'Its region.', example: 'us-east-1' }),
  S3_ENDPOINT: webAddress
    .optional()
    .meta({ description: "The service's address, for one that is not Amazon's.", example: 'https://storage.example.com' }),
  S3_ACCESS_KEY_ID: z.string().optional().meta({ description: 'The key to it. Without one the role of the machine is used.', example: '' }),
  S3_SECRET_ACCESS_KEY: z.string().optional().meta({ description: 'The secret of that key.', example: '' }),
  VIDEO_PROVIDER: z.enum(['local', 'mux'], 'must be local or mux.').optional().meta({
    description:
      'Who keeps and serves what authors upload (docs/video.md). local: this site, by ffmpeg.\nmux when MUX_TOKEN_ID is set, local otherwise.',
    example: 'local',
  }),
  MUX_TOKEN_ID: z.string().optional().meta({
    description: 'Videos by Mux: the id and the secret of an access token with the right to read and write Mux Video.',
    example: '',
  }),
  MUX_TOKEN_SECRET: z.string().optional().meta({ description: 'The secret of that token.', example: '' }),
  MUX_WEBHOOK_SECRET: z
    .string()
    .optional()
    .meta({ description: 'The signing secret of the webhook $PUBLIC_URL/webhooks/mux.', example: '' }),
  MUX_SIGNING_KEY: z
    .string()
    .refine((text) => /^[A-Za-z0-9_-]{4,128}$/.test(text), 'must be the id of a signing key.')
    .optional()
    .meta({ description: 'The id of the signing key that opens videos.', example: '' }),
  MUX_PRIVATE_KEY: z
    .string()
    .transform((text) => (text.includes('-----BEGIN') ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64').toString('utf8')))
    .refine(isRsaKey, 'must be the private key of the signing key, as Mux gave it (base64) or as PEM.')
    .optional()
    .meta({ description: 'The private key that Mux gave with it, in base64 as it came, or as PEM.', example: '' }),
  MUX_STREAM_URL: origin.default('https://stream.mux.com').meta({
    description: 'Where streams come from: another address for a domain of your own at Mux.',
    example: 'https://stream.mux.com',
  }),
  MUX_IMAGE_URL: origin.default('https://image.mux.com').meta({
    description: 'Where posters and storyboards come from, likewise.',
    example: 'https://image.mux.com',
  }),
  VIDEO_MAX_MB: wholeNumber({ from: 1, to: 100_000, fallback: 4000 }).meta({
    description: 'The largest video that an author may upload, in MB (docs/video.md).',
    example: '4000',
  }),
  VIDEO_DAILY_MB: wholeNumber({ from: 1, to: 999_999, fallback: 20_000 }).meta({
    description: 'How much of videos one author may upload within 24 hours, in MB.',
    example: '20000',
  }),
  VIDEO_MAX_MINUTES: wholeNumber({ from: 1, to: 1440, fallback: 240 }).meta({
    description: 'The longest video that is taken, in minutes.',
    example: '240',
  }),
  FFMPEG_PATH: z.string().optional().meta({
    description:
      'Where ffmpeg stands, with ffprobe beside it. PATH is searched when unset; off does without:\nMP4 and WebM are then played as they were uploaded.',
    example: '',
  }),
  BILLING_PROVIDER: z.enum(['manual', 'stripe'], 'must be manual or stripe.').optional().meta({
    description:
      'Who takes payments (docs/subscriptions.md). manual: an administrator gives access; the demo gives it at once.\nstripe when STRIPE_SECRET_KEY is set, manual otherwise.',
    example: 'manual',
  }),
  STRIPE_SECRET_KEY: z
    .string()
    .refine((text) => /^(?:sk|rk)_[A-Za-z0-9_]{8,}$/.test(text), 'must be a secret key of Stripe, which begins with sk_ or rk_.')
    .optional()
    .meta({ description: "Payments by Stripe: the account's secret key, or a restricted one.", example: '' }),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .refine((text) => /^whsec_[A-Za-z0-9+/=_-]{8,}$/.test(text), 'must be the signing secret of the webhook, which begins with whsec_.')
    .optional()
    .meta({ description: 'The signing secret of the webhook $PUBLIC_URL/webhooks/stripe.', example: '' }),
  STRIPE_API_URL: origin.default('https://api.stripe.com').meta({
    description: "Stripe's API. Another address is for tests, and refused in production.",
    example: 'https://api.stripe.com',
  }),
  NEWSLETTER_PROVIDER: z
    .enum(['none', 'kit', 'mailchimp', 'buttondown'], 'must be none, kit, mailchimp or buttondown.')
    .default('none')
    .meta({
      description:
        'The service that sends letters (docs/newsletter.md); it is told who confirmed and who left. none: the list is kept here alone.',
      example: 'none',
    }),
  NEWSLETTER_API_KEY: z
    .string()
    .refine((text) => /^[\x21-\x7e]{8,200}$/.test(text), 'must be the key of the account, without spaces.')
    .optional()
    .meta({ description: "The key of the account there. Mailchimp's ends with the place of the account, such as -us21.", example: '' }),
  NEWSLETTER_LIST_ID: z.string().max(120, 'has 120 characters at most.').optional().meta({
    description: "The list there: the number of a form (Kit), the audience's id (Mailchimp). home.config.ts says it when unset.",
    example: '',
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

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
