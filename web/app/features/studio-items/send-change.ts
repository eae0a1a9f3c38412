import { sentenceOf } from '../../shared/form/explain-failure.ts';
import { ApiError, refusalOf, type TypedDocument } from '../../shared/graphql-document.ts';
import type { Faults } from '../../shared/form/faults.ts';
import { type Answer, postDocument } from '../../shared/post-document.ts';
import { faultSentence } from '../../shared/form/fault-sentence.ts';

/** A refused change, with an error message for each field that the API names. */
export class Refusal extends ApiError {
  readonly faults: Faults;
  constructor(code: string, message: string, faults: Faults) {
    super(code, message);
    this.faults = faults;
  }
}

/** Returns the messages of a refused change, by field or for the whole form; other errors are rethrown. */
export function explainRefusal(error: unknown): Faults {
  if (!(error instanceof Refusal)) throw error;
  return Object.keys(error.faults).length > 0 ? error.faults : { form: error.message };
}

type Details = { code?: string; field?: string; fields?: Record<string, string> };

/**
 * Sends a change from the browser.
 *
 * @throws Refusal with messages for users
 */
export async function sendChange<TData, TVariables extends object>(
  document: TypedDocument<TData, TVariables>,
  variables: TVariables,
): Promise<TData> {
  let answer: Answer<TData>;
  try {
    answer = await postDocument(document, variables);
  } catch (error) {
    throw new Refusal('UNAVAILABLE', sentenceOf(error), {});
  }
  const [error] = answer.errors ?? [];
  if (error) {
    const { code = 'UNKNOWN', field, fields } = (error.extensions ?? {}) as Details;
    const message = sentenceOf(refusalOf(error));
    const faults = fields ?? (field === undefined ? {} : { [field]: message });
    throw new Refusal(code, message, Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, faultSentence(fault)])));
  }
  if (!answer.data) throw new Refusal('UNKNOWN', sentenceOf(null), {});
  return answer.data;
}
