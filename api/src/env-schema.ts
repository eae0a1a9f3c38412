import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';

/** Name of an environment variable. */
export type EnvironmentName = keyof typeof environmentSchema.shape;

const postgresUrl = (meaning: string, example: string) =>
  z
    .string()
    .refine((text) => hasProtocol(text, ['postgres:', 'postgresql:']), 'must be a URL such as postgres://user:password@host:5432/database.')
    .optional()
    .meta({ description: meaning, example });

const origin = z
  .string()
  .refine(
    (text) => hasProtocol(text, ['http:', 'https:']) && /^https?:\/\/[^/?#@]+\/?$/.test(text),
    'must be a URL without a path, such as https://learn.example.com.',
  )
  .transform((text) => text.replace(/\/$/, ''));

const webUrl = z
  .string()
  .refine((text) => hasProtocol(text, ['http:', 'https:']), 'must be an http or https URL, such as https://example.com.')
  .transform((text) => text.replace(/\/$/, ''));

const onOff = z.enum(['on', 'off'], 'must be on or off.');

/** All environment variables with their checks, defaults and meanings. `.env.example` is generated from them. */
export const environmentSchema = z.object({
  PORT: wholeNumber({ from: 1, to: 65_535, fallback: 3000 }).meta({ description: 'The port that the site listens on.', example: '3000' }),
  HOST: z.string().default('127.0.0.1').meta({
    description: 'The IP address that the site listens on. 0.0.0.0 lets other machines connect, and requires PUBLIC_URL.',
    example: '127.0.0.1',
  }),
  PUBLIC_URL: origin.optional().meta({
    description:
      "The URL of the site. Any host that isn't a loopback address means production:\nno mailbox page, no API explorer, no introspection, no demo. Default: http://localhost:$PORT.",
    example: 'http://localhost:3000',
  }),
  DATA_DIR: z.string().optional().meta({
    description:
      'The folder for the embedded database, uploads, caches and the generated secret key.\nDefault: ./data, or /var/lib/newline for root.',
    example: './data',
  }),
  HEAP_MB: z
    .string()
    .refine((text) => /^[1-9]\d*$/.test(text) && Number(text) >= 128 && Number(text) <= 65_536, 'must be a whole number from 128 to 65536.')
    .optional()
    .meta({
      description:
        'The largest size of the JavaScript heap, in MB. Default: three eighths of the memory of the machine or of the container,\nfrom 192 to 2048.',
      example: '384',
    }),
  DATABASE_URL: postgresUrl(
    'A PostgreSQL server (15 or newer) instead of the embedded one. The role owns the database, and is only used for migrations\nand to create the logins newline_app, newline_auth and newline_worker. Their passwords are derived from SECRET_KEY.',
    'postgres://owner:password@localhost:5432/newline',
  ),
  DATABASE_DIRECT_URL: postgresUrl(
    'The same database without pgbouncer, if DATABASE_URL goes through it in transaction mode: for LISTEN, migrations and jobs.\nDefault: DATABASE_URL.',
    'postgres://owner:password@localhost:5432/newline',
  ),
  APP_DATABASE_URL: postgresUrl(
    "The login for requests, if the owner isn't allowed to create roles.",
    'postgres://newline_app:password@localhost:5432/newline',
  ),
  AUTH_DATABASE_URL: postgresUrl(
    "The login for accounts and sessions, if the owner isn't allowed to create roles.",
    'postgres://newline_auth:password@localhost:5432/newline',
  ),
  WORKER_DATABASE_URL: postgresUrl(
    "The login for jobs, if the owner isn't allowed to create roles.",
    'postgres://newline_worker:password@localhost:5432/newline',
  ),
  READ_DATABASE_URL: postgresUrl(
    'A streaming replica of the database, from which visitors read. Recent changes are read from DATABASE_URL until the replica has\nthem, and so is everything while the replica is unavailable. It uses the login for requests.',
    'postgres://replica.example.com:5432/newline',
  ),
  PGSSLROOTCERT: z.string().optional().meta({
    description:
      'The file with the certificate authority of the PostgreSQL server, as PEM. Connections are then encrypted and check its host name\n(sslmode=verify-full). system: the authorities that Node trusts.',
    example: '/etc/newline/postgres-ca.pem',
  }),
  INSECURE_DATABASE: onOff.default('off').meta({
    description:
      'on: start even if the database can lose data, or if row-level security does not apply to the login. Never use it for a real site.',
    example: 'off',
  }),
  DEMO: z.enum(['on', 'off', 'auto'], 'must be on, off or auto.').default('auto').meta({
    description:
      'Loads the demo into an empty database: on, off or auto. auto: on with the embedded database and a loopback PUBLIC_URL,\nunless the site was first started with npm start -- --empty.',
    example: 'auto',
  }),
  OFFLINE: z.enum(['on', 'off'], 'must be on or off.').default('on').meta({
    description:
      'Lets readers keep titles in their browser to read them without a network: on or off.\noff also removes the copies and the worker from every browser that reaches the site.',
    example: 'on',
  }),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters. Make one with: openssl rand -base64 32').optional().meta({
    description:
      'The key for signing sessions and links. Several machines need the same one. Default: generated once and stored in DATA_DIR.',
    example: '',
  }),
  EMBED_ORIGIN: origin.optional().meta({
    description:
      'Another host name of this site, without cookies, that only serves embeds.\nDefault: http://127.0.0.1:$PORT if PUBLIC_URL is on localhost.',
    example: 'http://127.0.0.1:3000',
  }),
  ASSETS_URL: webUrl
    .optional()
    .meta({ description: 'The URL of the server for protected repositories.', example: 'https://assets.example.com' }),
  TRUST_PROXY: wholeNumber({ from: 0, to: 10, fallback: 0 }).meta({
    description: 'The number of proxies in front of the site. The limits on sign-ins need the real IP address of the client.',
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
    .meta({ description: 'host=address pairs for tests of outgoing requests. Not allowed in production.', example: '' }),
  SMTP_URL: z
    .string()
    .refine((text) => hasProtocol(text, ['smtp:', 'smtps:']), 'must be a URL such as smtp://user:password@mail.example.com:587.')
    .optional()
    .meta({
      description: "The server that sends the site's email. Without it, email is shown at /dev/mailbox (not in production).",
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
      description: "The sender of the site's email. Default: no-reply@ and the host of PUBLIC_URL.",
      example: 'newline <hello@example.com>',
    }),
  GITHUB_CLIENT_ID: z.string().optional().meta({
    description: 'Sign-in with GitHub: the ID of the OAuth app. Its callback URL is $PUBLIC_URL/api/auth/callback/github.',
    example: '',
  }),
  GITHUB_CLIENT_SECRET: z.string().optional().meta({ description: 'Sign-in with GitHub: the secret of the OAuth app.', example: '' }),
  GITHUB_URL: webUrl.default('https://github.com').meta({
    description: 'The GitHub server for sign-in and for code in texts. Change it for GitHub Enterprise.',
    example: 'https://github.com',
  }),
  GITHUB_API_URL: webUrl
    .default('https://api.github.com')
    .meta({ description: 'The API of that server.', example: 'https://api.github.com' }),
  GITHUB_TOKEN: z.string().optional().meta({
    description:
      'Raises the limit on code from repositories (docs/remote-code.md) from 60 to 5,000 requests an hour.\nUse a fine-grained token that can read public repositories, and nothing else.',
    example: '',
  }),
  OIDC_PROVIDERS: z.string().optional().meta({
    description:
      'Sign-in with OpenID Connect (docs/sign-in.md): a JSON list of providers, or the path of a file with one. The callback URL of each is\n$PUBLIC_URL/api/auth/callback/ and its id.',
    example: '/etc/newline/oidc.json',
  }),
  OIDC_ONLY: onOff.default('off').meta({
    description: 'on: OpenID Connect is the only way to sign in. There are no passwords, sign-in links, passkeys or sign-ups without it.',
    example: 'off',
  }),
  STORAGE_DRIVER: z.enum(['local', 's3'], 'must be local or s3.').default('local').meta({
    description: 'Where images and videos are stored. local: in DATA_DIR. s3: in a bucket, which several machines can share.',
    example: 'local',
  }),
  S3_BUCKET: z.string().optional().meta({ description: 'The name of the bucket. Only this site needs to read it.', example: '' }),
  S3_REGION: z.string().default('us-east-1').meta({ description: 'The region of the bucket.', example: 'us-east-1' }),
  S3_ENDPOINT: webUrl
    .optional()
    .meta({ description: "The URL of the storage service, if it isn't Amazon S3.", example: 'https://storage.example.com' }),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .meta({ description: 'The access key for the bucket. Default: the role of the machine.', example: '' }),
  S3_SECRET_ACCESS_KEY: z.string().optional().meta({ description: 'The secret of that access key.', example: '' }),
  VIDEO_PROVIDER: z.enum(['local', 'mux'], 'must be local or mux.').optional().meta({
    description:
      'Who stores and serves uploaded videos (docs/video.md). local: this site, with ffmpeg. mux: Mux.\nDefault: mux if MUX_TOKEN_ID is set, otherwise local.',
    example: 'local',
  }),
  MUX_TOKEN_ID: z.string().optional().meta({
    description: 'The ID of a Mux access token that can read and write Mux Video.',
    example: '',
  }),
  MUX_TOKEN_SECRET: z.string().optional().meta({ description: 'The secret of that access token.', example: '' }),
  MUX_WEBHOOK_SECRET: z
    .string()
    .optional()
    .meta({ description: 'The signing secret of the webhook $PUBLIC_URL/webhooks/mux.', example: '' }),
  MUX_SIGNING_KEY: z
    .string()
    .refine((text) => /^[A-Za-z0-9_-]{4,128}$/.test(text), 'must be the id of a signing key.')
    .optional()
    .meta({ description: 'The ID of the signing key for videos.', example: '' }),
  MUX_PRIVATE_KEY: z
    .string()
    .transform((text) => (text.includes('-----BEGIN') ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64').toString('utf8')))
    .refine(isRsaKey, 'must be the private key of the signing key, as Mux shows it (base64) or as PEM.')
    .optional()
    .meta({ description: 'The private key of that signing key: base64, as Mux shows it, or PEM.', example: '' }),
  MUX_STREAM_URL: origin.default('https://stream.mux.com').meta({
    description: 'The streaming server. Change it if you use your own domain at Mux.',
    example: 'https://stream.mux.com',
  }),
  MUX_IMAGE_URL: origin.default('https://image.mux.com').meta({
    description: 'The server for posters and storyboards. Change it if you use your own domain at Mux.',
    example: 'https://image.mux.com',
  }),
  VIDEO_MAX_MB: wholeNumber({ from: 1, to: 100_000, fallback: 4000 }).meta({
    description: 'The largest video that an author can upload, in MB (docs/video.md).',
    example: '4000',
  }),
  VIDEO_DAILY_MB: wholeNumber({ from: 1, to: 999_999, fallback: 20_000 }).meta({
    description: 'How much video one author can upload in 24 hours, in MB.',
    example: '20000',
  }),
  VIDEO_MAX_MINUTES: wholeNumber({ from: 1, to: 1440, fallback: 240 }).meta({
    description: 'The longest video that an author can upload, in minutes.',
    example: '240',
  }),
  FFMPEG_PATH: z.string().optional().meta({
    description:
      "The path of ffmpeg, with ffprobe in the same folder. off: don't use ffmpeg, and play MP4 and WebM as uploaded.\nDefault: found in PATH.",
    example: '',
  }),
  BILLING_PROVIDER: z.enum(['manual', 'stripe'], 'must be manual or stripe.').optional().meta({
    description:
      'The payment provider (docs/subscriptions.md). manual: an administrator grants access, and the demo grants it immediately.\nstripe: Stripe. Default: stripe if STRIPE_SECRET_KEY is set, otherwise manual.',
    example: 'manual',
  }),
  STRIPE_SECRET_KEY: z
    .string()
    .refine((text) => /^(?:sk|rk)_[A-Za-z0-9_]{8,}$/.test(text), 'must be a Stripe secret key, which begins with sk_ or rk_.')
    .optional()
    .meta({ description: 'The secret key of the Stripe account, or a restricted key.', example: '' }),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .refine((text) => /^whsec_[A-Za-z0-9+/=_-]{8,}$/.test(text), 'must be the signing secret of the webhook, which begins with whsec_.')
    .optional()
    .meta({ description: 'The signing secret of the webhook $PUBLIC_URL/webhooks/stripe.', example: '' }),
  STRIPE_API_URL: origin.default('https://api.stripe.com').meta({
    description: "The URL of Stripe's API. Another URL is only for tests, and not allowed in production.",
    example: 'https://api.stripe.com',
  }),
  NEWSLETTER_PROVIDER: z
    .enum(['none', 'kit', 'mailchimp', 'buttondown'], 'must be none, kit, mailchimp or buttondown.')
    .default('none')
    .meta({
      description:
        'The service that sends the newsletter (docs/newsletter.md). It gets new and removed subscribers. none: the list is only stored here.',
      example: 'none',
    }),
  NEWSLETTER_API_KEY: z
    .string()
    .refine((text) => /^[\x21-\x7e]{8,200}$/.test(text), 'must be the API key of the account, without spaces.')
    .optional()
    .meta({ description: "The API key of that service. Mailchimp's ends with the data center, such as -us21.", example: '' }),
  NEWSLETTER_LIST_ID: z.string().max(120, 'must have 120 characters or fewer.').optional().meta({
    description:
      'The list at that service: the number of a form (Kit) or the ID of the audience (Mailchimp). Default: from home.config.ts.',
    example: '',
  }),
  METRICS_PORT: z
    .string()
    .refine((text) => isWholeNumber(text, { from: 1, to: 65_535 }), 'must be a whole number from 1 to 65535.')
    .transform(Number)
    .optional()
    .meta({
      description: 'A port on which Prometheus can read metrics at /metrics (docs/monitoring.md). Default: none.',
      example: '9464',
    }),
  METRICS_HOST: z.string().default('127.0.0.1').meta({
    description: 'The IP address of that port. One that other machines can reach requires METRICS_TOKEN.',
    example: '127.0.0.1',
  }),
  METRICS_TOKEN: z
    .string()
    .refine(
      (text) => /^[\x21-\x7e]{16,200}$/.test(text),
      'must have at least 16 characters without spaces. Make one with: openssl rand -hex 32',
    )
    .optional()
    .meta({
      description:
        'The token that Prometheus sends to read the metrics. Without METRICS_PORT, they are at $PUBLIC_URL/metrics.\nWithout METRICS_PORT and METRICS_TOKEN, there are none.',
      example: '',
    }),
  CDN_PROVIDER: z.enum(['webhook', 'cloudflare', 'fastly'], 'must be webhook, cloudflare or fastly.').default('webhook').meta({
    description: 'The CDN in front of the site (docs/cdn.md), which is notified when public pages change. webhook: any receiver of JSON.',
    example: 'webhook',
  }),
  CDN_PURGE_URL: webUrl.optional().meta({
    description: 'The URL for its purge requests.',
    example: 'https://api.cloudflare.com/client/v4/zones/ID/purge_cache',
  }),
  CDN_PURGE_TOKEN: z
    .string()
    .refine((text) => /^[\x21-\x7e]{8,400}$/.test(text), 'must be the token of the CDN, without spaces.')
    .optional()
    .meta({ description: 'The token for these requests, which needs no other permission than to purge.', example: '' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional().meta({
    description:
      'The collector that gets traces (OpenTelemetry, OTLP over HTTP; docs/monitoring.md). /v1/traces is added to the URL. Default: no traces.',
    example: 'http://127.0.0.1:4318',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine(
      (text) => /^[\w-]+=[\x21-\x7e]+$/.test(text) && text.split(',').every((pair) => /^[\w-]+=[^=]/.test(pair)) && isPercentEncoded(text),
      'must be name=value pairs with commas between them, such as x-api-key=secret. Write a space as %20.',
    )
    .optional()
    .meta({ description: 'Headers for the collector, such as a key: name=value pairs with commas between them.', example: '' }),
  OTEL_SERVICE_NAME: z
    .string()
    .refine((text) => /^[\w.:/-]{1,100}$/.test(text), 'must have 1 to 100 letters, digits, and . _ : / -')
    .default('newline')
    .meta({ description: 'The name of the site in traces.', example: 'newline' }),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .default('1')
    .refine((text) => /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(text), 'must be a number from 0 to 1, such as 0.1.')
    .transform(Number)
    .meta({
      description: 'The part of the requests and jobs that are traced, from 0 to 1. A trusted proxy that begins the trace decides itself.',
      example: '0.1',
    }),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error.').default('info').meta({
    description: 'The lowest level of messages in the log.',
    example: 'info',
  }),
});

function wholeNumber({ from, to, fallback }: { from: number; to: number; fallback: number }) {
  const isWithin = (text: string) => isWholeNumber(text, { from, to });
  return z.string().default(String(fallback)).refine(isWithin, `must be a whole number from ${from} to ${to}.`).transform(Number);
}

function isWholeNumber(text: string, { from, to }: { from: number; to: number }): boolean {
  return /^\d{1,6}$/.test(text) && Number(text) >= from && Number(text) <= to;
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
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
