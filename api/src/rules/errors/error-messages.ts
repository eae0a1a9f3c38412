import { accountErrors } from './account-errors.ts';
import { billingErrors } from './billing-errors.ts';
import type { ErrorCode, ErrorMessages } from './codes.ts';
import { contentErrors } from './content-errors.ts';
import { discussionErrors } from './discussion-errors.ts';
import { mediaErrors } from './media-errors.ts';
import { requestErrors } from './request-errors.ts';
import { siteErrors } from './site-errors.ts';

/** The catalog: every reason for which the API refuses something, with its code and its sentence. */
export const errorMessages = {
  ...accountErrors,
  ...billingErrors,
  ...contentErrors,
  ...discussionErrors,
  ...mediaErrors,
  ...requestErrors,
  ...siteErrors,
} as const;

/** One of the reasons. */
export type ErrorReason = keyof typeof errorMessages;

/** The parameters of a reason: those that its sentence names. */
export type ErrorParams<TReason extends ErrorReason> = {
  readonly [TName in Placeholders<(typeof errorMessages)[TReason][1]>]: string | number;
};

type Placeholders<TSentence extends string> = TSentence extends `${string}{${infer TName}}${infer TRest}`
  ? WithoutFormat<TName> | Placeholders<TRest>
  : never;

type WithoutFormat<TName extends string> = TName extends `${infer TBare}:${string}` ? TBare : TName;

/** Parameters whose names are not known to the compiler, as they come from the database. */
export type AnyParams = Readonly<Record<string, unknown>>;

const catalog: ErrorMessages = errorMessages;

/** True for a reason that the catalog has. */
export function isErrorReason(reason: string): reason is ErrorReason {
  return Object.hasOwn(catalog, reason);
}

/** The code of a reason. */
export function codeOf(reason: ErrorReason): ErrorCode {
  return errorMessages[reason][0];
}

const placeholder = /\{([A-Za-z]+)(?::([a-z]+))?\}/g;

/** The names of a sentence's parameters, each once. */
export function paramsOf(sentence: string): readonly string[] {
  return [...new Set([...sentence.matchAll(placeholder)].map(([, name = '']) => name))];
}

/**
 * Writes a sentence with its parameters. Numbers have their groups separated; `{name:time}`, `{name:duration}` (of seconds), `{name:bytes}` and
 * `{name:text}` (as it comes) are written so.
 *
 * @example writeSentence('at most {max} characters', { max: 1000 }) // 'at most 1,000 characters'
 */
export function writeSentence(sentence: string, params: AnyParams): string {
  return sentence.replace(placeholder, (_match, name: string, format: string | undefined) => {
    const value = params[name];
    return value === null || value === undefined ? 'nothing' : (formats[format ?? ''] ?? formats[''] ?? String)(value);
  });
}

/** The sentence of a reason. */
export function sentenceOfReason(reason: ErrorReason, params: AnyParams): string {
  return writeSentence(errorMessages[reason][1], params);
}

/** The field that a sentence names before a colon: `quoteMd` in `quoteMd: expected …`, the parameter `field` in `{field}: expected …`. */
export function fieldOf(sentence: string, params: AnyParams): string | undefined {
  const [, named] = /^([a-z][A-Za-z]*|\{field\}): /.exec(sentence) ?? [];
  return named === '{field}' ? String(params['field']) : named;
}

const formats: Readonly<Record<string, (value: unknown) => string>> = {
  '': (value) => (typeof value === 'number' ? value.toLocaleString('en') : String(value)),
  text: String,
  time: (value) =>
    `${new Date(String(value)).toLocaleString('en', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })} UTC`,
  duration: (value) => writeDuration(Number(value)),
  bytes: (value) => writeBytes(Number(value)),
};

/** Rounds up: who waits that long is let in. */
function writeDuration(seconds: number): string {
  const [amount, unit] = seconds < 60 ? [seconds, 'second'] : seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  return Math.ceil(amount).toLocaleString('en', { style: 'unit', unit, unitDisplay: 'long' });
}

function writeBytes(bytes: number): string {
  if (bytes < 1e9) return `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
  return `${(bytes / 1e9).toLocaleString('en', { maximumFractionDigits: 1 })} GB`;
}
