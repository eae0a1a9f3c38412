import { accountErrors } from './account-errors.ts';
import { archiveErrors } from './archive-errors.ts';
import { billingErrors } from './billing-errors.ts';
import type { ErrorCode, ErrorMessages } from './codes.ts';
import { contentErrors } from './content-errors.ts';
import { discussionErrors } from './discussion-errors.ts';
import { fieldErrors } from './field-errors.ts';
import { mediaErrors } from './media-errors.ts';
import { outboundErrors } from './outbound-errors.ts';
import { requestErrors } from './request-errors.ts';
import { siteErrors } from './site-errors.ts';

/** The catalog: code and sentence of each reason for which the API refuses a request. */
export const errorMessages = {
  ...accountErrors,
  ...archiveErrors,
  ...billingErrors,
  ...contentErrors,
  ...discussionErrors,
  ...fieldErrors,
  ...mediaErrors,
  ...outboundErrors,
  ...requestErrors,
  ...siteErrors,
} as const;

export type ErrorReason = keyof typeof errorMessages;

/** The parameters of a reason: those in its sentence. */
export type ErrorParams<TReason extends ErrorReason> = {
  readonly [TName in Placeholders<(typeof errorMessages)[TReason][1]>]: string | number;
};

type Placeholders<TSentence extends string> = TSentence extends `${string}{${infer TName}}${infer TRest}`
  ? WithoutFormat<TName> | Placeholders<TRest>
  : never;

type WithoutFormat<TName extends string> = TName extends `${infer TBare}:${string}` ? TBare : TName;

/** Parameters whose names the compiler doesn't know, because they come from the database. */
export type AnyParams = Readonly<Record<string, unknown>>;

const catalog: ErrorMessages = errorMessages;

/** Whether the catalog has a reason. */
export function isErrorReason(reason: string): reason is ErrorReason {
  return Object.hasOwn(catalog, reason);
}

/** Returns the code of a reason. */
export function codeOf(reason: ErrorReason): ErrorCode {
  return errorMessages[reason][0];
}

const placeholder = /\{([A-Za-z]+)(?::([a-z]+))?\}/g;

/** Returns the names of a sentence's parameters, without duplicates. */
export function paramsOf(sentence: string): readonly string[] {
  return [...new Set([...sentence.matchAll(placeholder)].map(([, name = '']) => name))];
}

/**
 * Fills the parameters into a sentence. Numbers get thousands separators; `{name:time}`, `{name:duration}` (from seconds), `{name:bytes}`,
 * `{name:quoted}` and `{name:text}` (unchanged) select a format.
 * @example writeSentence('at most {max} characters', { max: 1000 }) // 'at most 1,000 characters'
 */
export function writeSentence(sentence: string, params: AnyParams): string {
  return sentence.replace(placeholder, (_match, name: string, format: string | undefined) => {
    const value = params[name];
    return value === null || value === undefined ? 'nothing' : (formats[format ?? ''] ?? formats[''] ?? String)(value);
  });
}

/** Returns the sentence of a reason, with its parameters. */
export function sentenceOfReason(reason: ErrorReason, params: AnyParams): string {
  return writeSentence(errorMessages[reason][1], params);
}

/**
 * Returns the field that a sentence names before a colon: `quoteMd` in `quoteMd: expected …`, the parameter `field` in `{field}: expected
 * …`.
 */
export function fieldOf(sentence: string, params: AnyParams): string | undefined {
  const [, name] = /^([a-z][A-Za-z]*|\{field\}): /.exec(sentence) ?? [];
  return name === '{field}' ? String(params['field']) : name;
}

const formats: Readonly<Record<string, (value: unknown) => string>> = {
  '': (value) => (typeof value === 'number' ? value.toLocaleString('en') : String(value)),
  text: String,
  quoted: (value) => JSON.stringify(value),
  time: (value) =>
    `${new Date(String(value)).toLocaleString('en', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })} UTC`,
  duration: (value) => writeDuration(Number(value)),
  bytes: (value) => writeBytes(Number(value)),
};

/** Rounds up, so that a user who waits that long is within the limit. */
function writeDuration(seconds: number): string {
  const [amount, unit] = seconds < 60 ? [seconds, 'second'] : seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  return Math.ceil(amount).toLocaleString('en', { style: 'unit', unit, unitDisplay: 'long' });
}

function writeBytes(bytes: number): string {
  if (bytes < 1e9) return `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
  return `${(bytes / 1e9).toLocaleString('en', { maximumFractionDigits: 1 })} GB`;
}
