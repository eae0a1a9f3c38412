import { errorOfReason } from '../../errors/error-codes.ts';
import { type AnyParams, type ErrorParams, errorMessages, writeSentence } from '../../rules/errors/error-messages.ts';
import type { fieldErrors } from '../../rules/errors/field-errors.ts';

type FieldReason = keyof typeof fieldErrors;

/** What is wrong with a field: a reason of the catalog and its parameters, except the field itself. */
export type FieldFault = { readonly reason: FieldReason; readonly params: AnyParams };

/** The parameters of a reason, except the field; none for a reason without others. */
type Params<TReason extends FieldReason> = keyof Omit<ErrorParams<TReason>, 'field'> extends never
  ? []
  : [params: Omit<ErrorParams<TReason>, 'field'>];

/** Returns the result of a check that failed. */
export function faultOf<TReason extends FieldReason>(reason: TReason, ...[params]: Params<TReason>): { readonly fault: FieldFault } {
  return { fault: { reason, params: params ?? {} } };
}

/**
 * Throws BAD_INPUT with the first invalid field, if there is one. `extensions.faults` has the reasons of all of them with their parameters,
 * and `extensions.fields` the same as sentences.
 */
export function refuseFaults(faults: Readonly<Record<string, FieldFault>>): void {
  const [first] = Object.entries(faults);
  if (first === undefined) return;
  const [field, { reason, params }] = first;
  throw errorOfReason({ reason, params: { field, ...params } }, { faults, fields: sentencesOf(faults) });
}

/** Returns what is wrong with each field, without its name and the period. */
function sentencesOf(faults: Readonly<Record<string, FieldFault>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(faults).map(([field, { reason, params }]) => [
      field,
      writeSentence(errorMessages[reason][1].replace(/^\{field\}: |\.$/g, ''), params),
    ]),
  );
}
