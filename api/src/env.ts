import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withCertificateAuthority } from '@newline/db/connections';
import { makeDataDir, unwritableDataDir } from '@newline/db/data-dir';
import { StartError } from '@newline/db/start-error';
import { z } from 'zod';
import { type EnvironmentName, environmentSchema } from './env-schema.ts';
import { noOidc, type OidcSettings, readOidcProviders } from './features/accounts/oidc-settings.ts';
import type { BillingSettings } from './features/billing/billing-settings.ts';
import type { CdnSettings } from './features/cdn/cdn-settings.ts';
import type { NewsletterSettings } from './features/newsletter/newsletter-provider.ts';
import type { StorageSettings } from './features/attachments/storage.ts';
import type { VideoSettings } from './features/videos/video-settings.ts';

/** The parsed environment variables, with defaults. Contains secrets: never log it. */
export type Env = {
  port: number;
  host: string;
  /** The site's URL without a slash at the end. */
  publicUrl: string;
  /** True unless PUBLIC_URL is a loopback address: no mailbox page, no explorer, no introspection, no demo. */
  isProduction: boolean;
  /** Absolute. */
  dataDir: string;
  secretKey: string;
  /** True if an empty database gets the demo. */
  isDemoWanted: boolean;
  /** The settings for `startDatabase`. */
  database: {
    dataDir: string;
    secretKey: string;
    databaseUrl: string | undefined;
    databaseDirectUrl: string | undefined;
    appDatabaseUrl: string | undefined;
    authDatabaseUrl: string | undefined;
    workerDatabaseUrl: string | undefined;
    readDatabaseUrl: string | undefined;
    isInsecureAllowed: boolean;
  };
  /** The cookieless origin of `/embed/*`; null turns script embeds into links. */
  embedOrigin: string | null;
  /** True if readers can keep titles offline. */
  hasOffline: boolean;
  /** The URL of the server for protected repositories, or null. */
  assetsUrl: string | null;
  /** The number of proxies in front of the site. */
  trustProxy: number;
  /** IP addresses to use for certain hosts in tests of outgoing requests; empty in production. */
  fetchTestMap: ReadonlyMap<string, string>;
  smtpUrl: string | null;
  /** The sender of the site's emails. */
  mailFrom: string;
  /** The settings of sign-in with GitHub; null if it isn't configured. */
  gitHub: { clientId: string; clientSecret: string; url: string; apiUrl: string } | null;
  /** Sign-in with OpenID Connect. */
  oidc: OidcSettings;
  /** Where uploads are stored. */
  storage: StorageSettings;
  /** Where code in texts comes from. */
  codeHost: { url: string; apiUrl: string; token: string | null };
  /** The limits of authors' videos, and who stores them. */
  video: VideoSettings;
  /** Who takes payments. */
  billing: BillingSettings;
  /** Who sends the newsletter. */
  newsletter: NewsletterSettings;
  /** Where the metrics are; null if they're off. Without a port they are on the site itself, behind the token. */
  metrics: MetricsSettings | null;
  /** Where traces are sent; null if they're off. */
  tracing: TracingSettings | null;
  /** The CDN that is told about changes; null for a site without one. */
  cdn: CdnSettings | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
};

/** Where metrics can be read. At least one of `port` and `token` is set. */
export type MetricsSettings = { port: number | null; host: string; token: string | null };

/** Where traces are sent, and how many. */
export type TracingSettings = { url: string; headers: Readonly<Record<string, string>>; serviceName: string; ratio: number };

type Values = z.infer<typeof environmentSchema>;

/** The file in DATA_DIR of a site that was first started with `npm start -- --empty`: later starts don't load the demo either. */
export const withoutDemoFile = 'without-demo';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Parses the environment. Throws a StartError that lists all problems with their remedies. On the first start, it writes a new SECRET_KEY to
 * DATA_DIR.
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  // `NAME=` in a file means "not set".
  const nonEmpty = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const parsed = environmentSchema.safeParse(nonEmpty);
  if (!parsed.success) throw new StartError(list(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)));
  const values = parsed.data;
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, '');
  const isProduction = !isLoopback(publicUrl);
  const problems = contradictions(values, { publicUrl, isProduction });
  if (problems.length > 0) throw new StartError(list(problems));

  const dataDir = resolve(projectFolder, values.DATA_DIR ?? (process.getuid?.() === 0 ? '/var/lib/newline' : 'data'));
  const secretKey = values.SECRET_KEY ?? readOrMakeSecretKey(dataDir);
  const isDemoLeftOut = isProduction || values.DATABASE_URL !== undefined || existsSync(join(dataDir, withoutDemoFile));
  const isDemoWanted = values.DEMO === 'on' || (values.DEMO === 'auto' && !isDemoLeftOut);
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    isProduction,
    dataDir,
    secretKey,
    isDemoWanted,
    database: {
      dataDir,
      secretKey,
      databaseUrl: addressOf(values, 'DATABASE_URL'),
      databaseDirectUrl: addressOf(values, 'DATABASE_DIRECT_URL'),
      appDatabaseUrl: addressOf(values, 'APP_DATABASE_URL'),
      authDatabaseUrl: addressOf(values, 'AUTH_DATABASE_URL'),
      workerDatabaseUrl: addressOf(values, 'WORKER_DATABASE_URL'),
      readDatabaseUrl: addressOf(values, 'READ_DATABASE_URL'),
      isInsecureAllowed: values.INSECURE_DATABASE === 'on',
    },
    hasOffline: values.OFFLINE === 'on',
    embedOrigin: values.EMBED_ORIGIN ?? (new URL(publicUrl).hostname === 'localhost' ? `http://127.0.0.1:${values.PORT}` : null),
    assetsUrl: values.ASSETS_URL ?? null,
    trustProxy: values.TRUST_PROXY,
    fetchTestMap: new Map(values.FETCH_TEST_MAP),
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    gitHub:
      values.GITHUB_CLIENT_ID !== undefined && values.GITHUB_CLIENT_SECRET !== undefined
        ? {
            clientId: values.GITHUB_CLIENT_ID,
            clientSecret: values.GITHUB_CLIENT_SECRET,
            url: values.GITHUB_URL,
            apiUrl: values.GITHUB_API_URL,
          }
        : null,
    oidc: oidcOf(values),
    storage: storageOf(values),
    codeHost: { url: values.GITHUB_URL, apiUrl: values.GITHUB_API_URL, token: values.GITHUB_TOKEN ?? null },
    video: {
      maxBytes: values.VIDEO_MAX_MB * 1_000_000,
      dailyBytes: values.VIDEO_DAILY_MB * 1_000_000,
      maxSeconds: values.VIDEO_MAX_MINUTES * 60,
      ffmpegPath: values.FFMPEG_PATH ?? null,
      ...videoProviderOf(values),
    },
    billing: billingOf(values, isDemoWanted),
    newsletter: {
      provider: values.NEWSLETTER_PROVIDER,
      apiKey: values.NEWSLETTER_API_KEY ?? null,
      listId: values.NEWSLETTER_LIST_ID ?? null,
    },
    metrics: metricsOf(values),
    tracing: tracingOf(values),
    cdn: cdnOf(values),
    logLevel: values.LOG_LEVEL,
  };
}

function metricsOf({ METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token }: Values): MetricsSettings | null {
  return port === undefined && token === undefined ? null : { port: port ?? null, host, token: token ?? null };
}

function tracingOf(values: Values): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = values;
  if (endpoint === undefined) return null;
  const pairs = (headers?.split(',') ?? []).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  return {
    url: `${endpoint}/v1/traces`,
    headers: Object.fromEntries(pairs.map(([name, value = '']) => [name, decodeURIComponent(value)])),
    serviceName: values.OTEL_SERVICE_NAME,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

function oidcOf({ OIDC_PROVIDERS: setting, OIDC_ONLY: only }: Values): OidcSettings {
  if (setting === undefined) return noOidc;
  // It is written out; anything else is the path of a file that has it.
  return {
    providers: readOidcProviders(setting.trimStart().startsWith('[') ? setting : readFileSync(setting, 'utf8')),
    isOnly: only === 'on',
  };
}

/** Returns why the OpenID Connect providers can't be used; null if they can. */
function oidcProblem(values: Values): string | null {
  try {
    oidcOf(values);
    return null;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return `the file can't be read. Check the path and its permissions.`;
    return `${error instanceof Error ? error.message : String(error)}. See docs/sign-in.md.`;
  }
}

/** The settings with URLs of databases. */
const databaseAddresses = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'APP_DATABASE_URL',
  'AUTH_DATABASE_URL',
  'WORKER_DATABASE_URL',
  'READ_DATABASE_URL',
] as const;

function addressOf(values: Values, name: (typeof databaseAddresses)[number]): string | undefined {
  const address = values[name];
  return address === undefined ? undefined : withCertificateAuthority(address, values.PGSSLROOTCERT);
}

/** Returns why a file with a certificate authority can't be used; null if it can. */
function authorityProblem(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').includes('-----BEGIN CERTIFICATE-----') ? null : `${file} has no certificate. Use a PEM file.`;
  } catch {
    return `${file} can't be read. Check the path and its permissions.`;
  }
}

function billingOf(values: Values, isDemo: boolean): BillingSettings {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = values;
  if (values.BILLING_PROVIDER === 'manual' || secretKey === undefined || webhookSecret === undefined)
    return { provider: 'manual', isGrantedAtOnce: isDemo };
  return { provider: 'stripe', secretKey, webhookSecret, apiUrl };
}

function videoProviderOf(values: Values): Pick<VideoSettings, 'provider' | 'mux'> {
  const { MUX_TOKEN_ID: tokenId, MUX_TOKEN_SECRET: tokenSecret, MUX_WEBHOOK_SECRET: webhookSecret } = values;
  const { MUX_SIGNING_KEY: signingKeyId, MUX_PRIVATE_KEY: signingKey, MUX_STREAM_URL: streamUrl, MUX_IMAGE_URL: imageUrl } = values;
  if (
    tokenId === undefined ||
    tokenSecret === undefined ||
    webhookSecret === undefined ||
    signingKeyId === undefined ||
    signingKey === undefined
  )
    return { provider: 'local', mux: null };
  const mux = { tokenId, tokenSecret, webhookSecret, signingKeyId, signingKey, streamUrl, imageUrl };
  return { provider: values.VIDEO_PROVIDER ?? 'mux', mux };
}

function cdnOf({ CDN_PROVIDER: provider, CDN_PURGE_URL: purgeUrl, CDN_PURGE_TOKEN: token }: Values): CdnSettings | null {
  return purgeUrl === undefined || token === undefined ? null : { provider, purgeUrl, token };
}

function storageOf(values: Values): StorageSettings {
  const { STORAGE_DRIVER: driver, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (driver === 'local') return { driver };
  return {
    driver,
    bucket: values.S3_BUCKET ?? '',
    region: values.S3_REGION,
    endpoint: values.S3_ENDPOINT ?? null,
    credentials: accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : null,
  };
}

/** Returns the text of `.env.example`: every variable with its description and default, commented out. */
export function writeEnvExample(): string {
  const blocks = Object.entries(environmentSchema.shape).map(([name, field]) => {
    const { description, example } = z.object({ description: z.string(), example: z.string() }).parse(field.meta());
    return `${description.replace(/^/gm, '# ')}\n# ${name}=${example}\n`;
  });
  const head =
    '# Copy this file to .env, and remove the # in front of each setting that you want to change.\n# Without any settings, the site runs on this machine with the demo.\n';
  return [head, ...blocks].join('\n');
}

/** Whether only this machine can reach a URL. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Whether only this machine can reach a HOST. */
function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

/** Returns problems that result from several variables together. */
function contradictions(values: Values, { publicUrl, isProduction }: { publicUrl: string; isProduction: boolean }): string[] {
  const problems: string[] = [];
  const say = (name: EnvironmentName, text: string) => problems.push(`${name}: ${text}`);
  if (!isProduction && !isLoopbackHost(values.HOST)) {
    say(
      'HOST',
      `${values.HOST} lets other machines connect, but PUBLIC_URL (${publicUrl}) is for this machine alone, and such a site shows its emails to everyone. Set PUBLIC_URL to the URL that others use, or remove HOST.`,
    );
  }
  if (isProduction && values.DEMO === 'on') {
    say(
      'DEMO',
      `anyone can compute the passwords of the demo’s accounts, so ${publicUrl} must not load it. Remove DEMO, or use a loopback PUBLIC_URL.`,
    );
  }
  if (isProduction && values.FETCH_TEST_MAP.length > 0)
    say('FETCH_TEST_MAP', 'is for tests only. Remove it, or use a loopback PUBLIC_URL.');
  if ((values.CDN_PURGE_URL === undefined) !== (values.CDN_PURGE_TOKEN === undefined))
    say('CDN_PURGE_URL', 'also needs CDN_PURGE_TOKEN. Set both, or neither (docs/cdn.md).');
  if (isProduction && values.CDN_PURGE_URL?.startsWith('http:') === true && !isLoopback(values.CDN_PURGE_URL))
    say('CDN_PURGE_URL', 'must be an https URL, because the token is sent to it.');
  if (values.EMBED_ORIGIN !== undefined && new URL(values.EMBED_ORIGIN).hostname === new URL(publicUrl).hostname) {
    say('EMBED_ORIGIN', 'must have a different host name than PUBLIC_URL, so that embeds cannot read the session.');
  }
  if ((values.GITHUB_CLIENT_ID === undefined) !== (values.GITHUB_CLIENT_SECRET === undefined)) {
    say('GITHUB_CLIENT_ID', 'also needs GITHUB_CLIENT_SECRET. Set both, or neither.');
  }
  const oidc = oidcProblem(values);
  if (oidc !== null) say('OIDC_PROVIDERS', oidc);
  if (values.OIDC_ONLY === 'on' && values.OIDC_PROVIDERS === undefined) say('OIDC_ONLY', 'needs OIDC_PROVIDERS. Set both, or neither.');
  if (values.STORAGE_DRIVER === 's3' && values.S3_BUCKET === undefined)
    say('S3_BUCKET', 'is required with STORAGE_DRIVER=s3. Set it to the name of the bucket.');
  if ((values.S3_ACCESS_KEY_ID === undefined) !== (values.S3_SECRET_ACCESS_KEY === undefined)) {
    say('S3_ACCESS_KEY_ID', 'also needs S3_SECRET_ACCESS_KEY. Set both, or neither.');
  }
  const ofMux = ['MUX_TOKEN_ID', 'MUX_TOKEN_SECRET', 'MUX_WEBHOOK_SECRET', 'MUX_SIGNING_KEY', 'MUX_PRIVATE_KEY'] as const;
  if (values.VIDEO_PROVIDER === 'mux' || ofMux.some((name) => values[name] !== undefined)) {
    for (const name of ofMux) {
      const where = name === 'MUX_WEBHOOK_SECRET' ? ` Add the webhook ${publicUrl}/webhooks/mux at Mux and copy its secret.` : '';
      if (values[name] === undefined) say(name, `is required for videos on Mux (docs/video.md).${where}`);
    }
  }
  for (const name of ['MUX_STREAM_URL', 'MUX_IMAGE_URL'] as const)
    if (isProduction && !values[name].startsWith('https:')) say(name, 'must be an https URL.');
  const isStripe =
    values.BILLING_PROVIDER === 'stripe' || (values.BILLING_PROVIDER === undefined && values.STRIPE_SECRET_KEY !== undefined);
  if (isStripe && values.STRIPE_SECRET_KEY === undefined)
    say('STRIPE_SECRET_KEY', 'is required with BILLING_PROVIDER=stripe. Copy it from the Developers page of your Stripe account.');
  if (isStripe && values.STRIPE_WEBHOOK_SECRET === undefined) {
    say(
      'STRIPE_WEBHOOK_SECRET',
      `is required with STRIPE_SECRET_KEY. Add the webhook ${publicUrl}/webhooks/stripe at Stripe and copy its secret.`,
    );
  }
  if (values.NEWSLETTER_PROVIDER !== 'none' && values.NEWSLETTER_API_KEY === undefined)
    say(
      'NEWSLETTER_API_KEY',
      `is required with NEWSLETTER_PROVIDER=${values.NEWSLETTER_PROVIDER}. Copy it from the settings of the account.`,
    );
  if (values.NEWSLETTER_PROVIDER === 'mailchimp' && !/-[a-z]{2,4}\d{1,3}$/.test(values.NEWSLETTER_API_KEY ?? '-us1'))
    say('NEWSLETTER_API_KEY', 'must end with the data center of the account, such as -us21. Copy the whole key.');
  if (isProduction && values.STRIPE_API_URL !== 'https://api.stripe.com')
    say('STRIPE_API_URL', 'is for tests only. Remove it, or use a loopback PUBLIC_URL.');
  if (values.PGSSLROOTCERT !== undefined && values.PGSSLROOTCERT !== 'system') {
    const problem = authorityProblem(values.PGSSLROOTCERT);
    if (problem !== null) say('PGSSLROOTCERT', problem);
  }
  if (values.METRICS_PORT === values.PORT) say('METRICS_PORT', 'must be another port than PORT.');
  if (values.METRICS_PORT !== undefined && values.METRICS_TOKEN === undefined && !isLoopbackHost(values.METRICS_HOST))
    say('METRICS_HOST', `${values.METRICS_HOST} lets other machines connect. Set METRICS_TOKEN too, or remove METRICS_HOST.`);
  if (values.OTEL_EXPORTER_OTLP_HEADERS !== undefined && values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined)
    say('OTEL_EXPORTER_OTLP_HEADERS', 'has no effect without OTEL_EXPORTER_OTLP_ENDPOINT. Set that too.');
  for (const name of databaseAddresses) {
    const own = new URL(values[name] ?? 'postgres:').searchParams.get('sslrootcert');
    const problem = own === null || own === 'system' ? null : authorityProblem(own);
    if (problem !== null) say(name, `sslrootcert: ${problem}`);
  }
  for (const name of databaseAddresses) {
    if (values[name] !== undefined && values.DATABASE_URL === undefined) say(name, 'has no effect without DATABASE_URL. Set that too.');
  }
  return problems;
}

/** Returns the key in DATA_DIR, which is generated on the first start. */
function readOrMakeSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret.key');
  makeDataDir(dataDir);
  try {
    try {
      writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw unwritableDataDir(dataDir, error);
  }
}

function list(problems: readonly string[]): string {
  return problems.length === 1
    ? String(problems[0])
    : `${problems.length} settings need a change:\n${problems.map((problem) => `- ${problem}`).join('\n')}`;
}
