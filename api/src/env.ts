import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDataDir, unwritableDataDir } from '@newline/db/data-dir';
import { StartError } from '@newline/db/start-error';
import { z } from 'zod';
import { type EnvironmentName, environmentSchema } from './env-schema.ts';
import type { BillingSettings } from './features/billing/billing-settings.ts';
import type { NewsletterSettings } from './features/newsletter/newsletter-provider.ts';
import type { StorageSettings } from './features/attachments/storage.ts';
import type { VideoSettings } from './features/videos/video-settings.ts';

/** All settings from the environment, parsed and with defaults. They contain secrets: never log them. */
export type Env = {
  port: number;
  host: string;
  /** The site's URL without a trailing slash. */
  publicUrl: string;
  /** True unless PUBLIC_URL is a loopback address: no mailbox page, no API explorer, no introspection, no demo. */
  isProduction: boolean;
  /** An absolute path. */
  dataDir: string;
  secretKey: string;
  /** Whether an empty database gets the demo site. */
  isDemoWanted: boolean;
  /** Options of `startDatabase`. */
  database: {
    dataDir: string;
    secretKey: string;
    databaseUrl: string | undefined;
    databaseDirectUrl: string | undefined;
    appDatabaseUrl: string | undefined;
    authDatabaseUrl: string | undefined;
    workerDatabaseUrl: string | undefined;
    isInsecureAllowed: boolean;
  };
  /** The cookieless origin of `/embed/*`; null turns script embeds into links. */
  embedOrigin: string | null;
  /** URL of the server for protected repositories, or null. */
  assetsUrl: string | null;
  /** Number of proxies in front of the site. */
  trustProxy: number;
  /** Test addresses for certain hosts of outgoing requests; empty in production. */
  fetchTestMap: ReadonlyMap<string, string>;
  smtpUrl: string | null;
  /** The sender of the site's emails. */
  mailFrom: string;
  /** Sign-in with GitHub, or null if it isn't configured. */
  gitHub: { clientId: string; clientSecret: string; url: string; apiUrl: string } | null;
  /** Where uploads are stored. */
  storage: StorageSettings;
  /** The host of code in texts. */
  codeHost: { url: string; apiUrl: string; token: string | null };
  /** Limits and provider of authors' videos. */
  video: VideoSettings;
  /** The payment provider. */
  billing: BillingSettings;
  /** The service that sends the newsletter. */
  newsletter: NewsletterSettings;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
};

type Values = z.infer<typeof environmentSchema>;

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Parses the environment. Throws one StartError that lists all problems with their remedies. On the first start, writes a new SECRET_KEY
 * into DATA_DIR.
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  // `NAME=` in a file means "not set".
  const setVariables = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const parsed = environmentSchema.safeParse(setVariables);
  if (!parsed.success) throw new StartError(list(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)));
  const values = parsed.data;
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, '');
  const isProduction = !isLoopback(publicUrl);
  const problems = contradictions(values, { publicUrl, isProduction });
  if (problems.length > 0) throw new StartError(list(problems));

  const dataDir = resolve(projectFolder, values.DATA_DIR ?? (process.getuid?.() === 0 ? '/var/lib/newline' : 'data'));
  const secretKey = values.SECRET_KEY ?? readOrMakeSecretKey(dataDir);
  const isDemoWanted = values.DEMO === 'on' || (values.DEMO === 'auto' && !isProduction && values.DATABASE_URL === undefined);
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
      databaseUrl: values.DATABASE_URL,
      databaseDirectUrl: values.DATABASE_DIRECT_URL,
      appDatabaseUrl: values.APP_DATABASE_URL,
      authDatabaseUrl: values.AUTH_DATABASE_URL,
      workerDatabaseUrl: values.WORKER_DATABASE_URL,
      isInsecureAllowed: values.INSECURE_DATABASE === 'on',
    },
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
    logLevel: values.LOG_LEVEL,
  };
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

/** Returns the text of `.env.example`: all variables with their meanings and defaults, commented out. */
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

/** Returns the problems that involve several variables. */
function contradictions(values: Values, { publicUrl, isProduction }: { publicUrl: string; isProduction: boolean }): string[] {
  const problems: string[] = [];
  const addProblem = (name: EnvironmentName, text: string) => problems.push(`${name}: ${text}`);
  if (!isProduction && !isLoopbackHost(values.HOST)) {
    addProblem(
      'HOST',
      `${values.HOST} lets other machines in, but PUBLIC_URL (${publicUrl}) is a site for this machine alone, whose mails anybody here may read. Set PUBLIC_URL to the address that others type, or take HOST away.`,
    );
  }
  if (isProduction && values.DEMO === 'on') {
    addProblem(
      'DEMO',
      `the demo has accounts whose passwords can be worked out, so ${publicUrl} may not show it. Take DEMO away, or use a loopback PUBLIC_URL.`,
    );
  }
  if (isProduction && values.FETCH_TEST_MAP.length > 0)
    addProblem('FETCH_TEST_MAP', 'is for tests only. Take it away, or use a loopback PUBLIC_URL.');
  if (values.EMBED_ORIGIN !== undefined && new URL(values.EMBED_ORIGIN).hostname === new URL(publicUrl).hostname) {
    addProblem(
      'EMBED_ORIGIN',
      'must be another host name than PUBLIC_URL, so that embeds cannot read the session. Give it a host name of its own.',
    );
  }
  if ((values.GITHUB_CLIENT_ID === undefined) !== (values.GITHUB_CLIENT_SECRET === undefined)) {
    addProblem('GITHUB_CLIENT_ID', 'needs GITHUB_CLIENT_SECRET beside it. Set both, or neither.');
  }
  if (values.STORAGE_DRIVER === 's3' && values.S3_BUCKET === undefined)
    addProblem('S3_BUCKET', 'is needed with STORAGE_DRIVER=s3. Name the bucket.');
  if ((values.S3_ACCESS_KEY_ID === undefined) !== (values.S3_SECRET_ACCESS_KEY === undefined)) {
    addProblem('S3_ACCESS_KEY_ID', 'needs S3_SECRET_ACCESS_KEY beside it. Set both, or neither.');
  }
  const muxNames = ['MUX_TOKEN_ID', 'MUX_TOKEN_SECRET', 'MUX_WEBHOOK_SECRET', 'MUX_SIGNING_KEY', 'MUX_PRIVATE_KEY'] as const;
  if (values.VIDEO_PROVIDER === 'mux' || muxNames.some((name) => values[name] !== undefined)) {
    for (const name of muxNames) {
      const where = name === 'MUX_WEBHOOK_SECRET' ? ` Add the webhook ${publicUrl}/webhooks/mux at Mux and copy its secret.` : '';
      if (values[name] === undefined) addProblem(name, `is needed for videos by Mux (docs/video.md).${where}`);
    }
  }
  for (const name of ['MUX_STREAM_URL', 'MUX_IMAGE_URL'] as const)
    if (isProduction && !values[name].startsWith('https:')) addProblem(name, 'must be an https address.');
  const isStripe =
    values.BILLING_PROVIDER === 'stripe' || (values.BILLING_PROVIDER === undefined && values.STRIPE_SECRET_KEY !== undefined);
  if (isStripe && values.STRIPE_SECRET_KEY === undefined)
    addProblem('STRIPE_SECRET_KEY', 'is needed with BILLING_PROVIDER=stripe. Copy it from the Developers page of your Stripe account.');
  if (isStripe && values.STRIPE_WEBHOOK_SECRET === undefined) {
    addProblem(
      'STRIPE_WEBHOOK_SECRET',
      `is needed with STRIPE_SECRET_KEY. Add the webhook ${publicUrl}/webhooks/stripe at Stripe and copy its secret.`,
    );
  }
  if (values.NEWSLETTER_PROVIDER !== 'none' && values.NEWSLETTER_API_KEY === undefined)
    addProblem(
      'NEWSLETTER_API_KEY',
      `is needed with NEWSLETTER_PROVIDER=${values.NEWSLETTER_PROVIDER}. Copy it from the settings of the account.`,
    );
  if (values.NEWSLETTER_PROVIDER === 'mailchimp' && !/-[a-z]{2,4}\d{1,3}$/.test(values.NEWSLETTER_API_KEY ?? '-us1'))
    addProblem('NEWSLETTER_API_KEY', 'must end with the place of the account, such as -us21. Copy all of it.');
  if (isProduction && values.STRIPE_API_URL !== 'https://api.stripe.com')
    addProblem('STRIPE_API_URL', 'is for tests only. Take it away, or use a loopback PUBLIC_URL.');
  const dependentNames = ['DATABASE_DIRECT_URL', 'APP_DATABASE_URL', 'AUTH_DATABASE_URL', 'WORKER_DATABASE_URL'] as const;
  for (const name of dependentNames) {
    if (values[name] !== undefined && values.DATABASE_URL === undefined)
      addProblem(name, 'means nothing without DATABASE_URL. Set that too.');
  }
  return problems;
}

/** Returns the key in DATA_DIR, which is created on the first start. */
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
