import { getNamedType, type GraphQLInputType, isInputObjectType } from 'postgraphile/graphql';
import { type Json, oddValuesOf } from './odd-values.ts';
import type { Operation } from './operations-of.ts';
import { basesOf, doers, type Input } from './usual-input.ts';
import type { WalkAnswer, WalkSite, Who } from './walk-site.ts';

/** An argument of an operation, with the path to it. */
export type Argument = { readonly path: readonly string[]; readonly type: GraphQLInputType; readonly usual: unknown };

/** Returns all arguments of an input, including nested ones. */
export function argumentsOf(types: Operation['args'], input: Input, before: readonly string[] = []): Argument[] {
  return Object.entries(types).flatMap(([name, type]) => {
    const path = [...before, name];
    const usual = input[name];
    const inner = Array.isArray(usual) ? (usual[0] as unknown) : usual;
    const named = getNamedType(type);
    const isNested = isInputObjectType(named) && typeof inner === 'object' && inner !== null;
    const fields = isNested ? Object.values(named.getFields()).map((field): [string, GraphQLInputType] => [field.name, field.type]) : [];
    return [{ path, type, usual }, ...argumentsOf(Object.fromEntries(fields), inner as Input, path)];
  });
}

/** Returns the variables of an operation as JSON, with one argument replaced. */
export function variablesOf(operation: Operation, input: Input, path: readonly string[] = [], value: Json = 'null'): Json {
  const marker = '@@here@@';
  const marked = structuredClone(input) as Record<string, unknown>;
  let at: Record<string, unknown> = marked;
  for (const step of path.slice(0, -1)) {
    const next = at[step];
    at = (Array.isArray(next) ? next[0] : next) as Record<string, unknown>;
  }
  const last = path.at(-1);
  if (last !== undefined) at[last] = marker;
  return JSON.stringify(operation.kind === 'mutation' ? { input: marked } : marked).replace(`"${marker}"`, () => value);
}

/** Matches text that must not be revealed: names of tables and files, and error messages of PostgreSQL or JavaScript. */
const internal =
  /\brelation "|violates|app_public|app_private|SQLSTATE|node_modules|\.ts:\d|syntax error at|invalid input syntax|TypeError|RangeError/;
const faults = new Set(['FAULT', 'TIMEOUT', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR']);

/** Returns what is wrong with the response to an odd input; null if it was rejected or accepted as it should be. */
function faultOf({ status, codes, text }: WalkAnswer): string | null {
  const isFault = status >= 500 || codes.some((code) => faults.has(code)) || (codes.length > 0 && internal.test(text));
  return isFault ? `${status} ${/"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text.slice(0, 200)}` : null;
}

/** The results of a walk. */
export type WalkResult = { readonly faults: string[]; readonly undone: string[]; cases: number };

/**
 * Sends each operation as intended, as a user who may, and then again with one argument at a time replaced by an odd value. `every` reduces
 * the values: for each argument, one of that many is sent, a different one each time. If reduced strongly, each operation is used in only
 * one way.
 */
export async function walkOddValues(walk: WalkSite, operations: readonly Operation[], every: number): Promise<WalkResult> {
  const result: WalkResult = { faults: [], undone: [], cases: 0 };
  let argumentCount = 0;
  for (const operation of operations) {
    for (const input of basesOf(operation).slice(0, every > 10 ? 1 : undefined)) {
      await walk.forgetCounts();
      const doer = await doerOf(walk, operation, input, result);
      if (doer === null && !result.undone.includes(operation.name)) result.undone.push(operation.name);
      for (const { path, type } of argumentsOf(operation.args, input)) {
        argumentCount += 1;
        for (const value of oddValuesOf(type, path.at(-1) ?? '').filter((_, index) => (index + argumentCount) % every === 0)) {
          await check(
            walk,
            doer ?? 'admin',
            operation,
            variablesOf(operation, input, path, value),
            result,
            `${path.join('.')} ${value.slice(0, 80)}`,
          );
          if (result.cases % 50 === 0) await walk.forgetCounts();
        }
      }
    }
  }
  return result;
}

/** Returns the first of the tried users who may run it. */
async function doerOf(walk: WalkSite, operation: Operation, input: Input, result: WalkResult): Promise<Who | null> {
  for (const user of doers) {
    if (await check(walk, user, operation, variablesOf(operation, input), result, 'as usual')) return user;
  }
  return null;
}

async function check(
  walk: WalkSite,
  user: Who,
  operation: Operation,
  variables: Json,
  result: WalkResult,
  description: string,
): Promise<boolean> {
  result.cases += 1;
  const answer = await walk.send(user, operation, variables);
  const fault = faultOf(answer);
  if (fault !== null) result.faults.push(`${operation.name} ${description} as ${user}: ${fault}`);
  return answer.isDone;
}
