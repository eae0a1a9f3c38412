import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  Kind,
  type SelectionNode,
  type ValueNode,
  valueFromAST,
} from 'postgraphile/graphql';
import { type SQL, sql } from 'postgraphile/pg-sql2';
import { NotCompilable } from './not-compilable.ts';

/** The values of an operation's variables, as GraphQL has coerced them. */
export type Variables = Readonly<Record<string, unknown>>;

/** A place of a statement: what is sent for it, from the variables. */
export class Parameter {
  readonly valueOf: (variables: Variables) => unknown;
  constructor(valueOf: (variables: Variables) => unknown) {
    this.valueOf = valueOf;
  }
}

/** Something of the variables that decides which statement it is. */
export type Condition = { readonly name: string; readonly read: (value: unknown) => unknown; readonly found: unknown };

/** An argument as a document gives it: a value that is always the same, or a variable. */
type Given = { readonly value: unknown; readonly variable?: undefined } | { readonly variable: string };

/** Reads the arguments of one operation, and remembers what of its variables the statement was made for. */
export class Arguments {
  readonly #variables: Variables;
  readonly #conditions: Condition[];
  readonly #isForPageSize: boolean;

  /** @param isForPageSize true for a statement that is made for the page sizes of these variables alone */
  constructor(variables: Variables, conditions: Condition[], isForPageSize: boolean) {
    this.#variables = variables;
    this.#conditions = conditions;
    this.#isForPageSize = isForPageSize;
  }

  /** What a variable says of the form of the statement: for another answer there is another statement. */
  decide<Answer>(name: string, read: (value: unknown) => Answer): Answer {
    const found = read(this.#variables[name]);
    if (typeof found === 'object' && found !== null) throw new NotCompilable(`a statement by the list in ${name}`);
    this.#conditions.push({ name, read, found });
    return found;
  }

  /** The value of an argument, which then decides about the statement; undefined when it is not given and has no default. */
  constant(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string): unknown {
    const given = this.#given(field, node, name);
    return given.variable === undefined ? given.value : this.decide(given.variable, (value) => value);
  }

  /** The names of the arguments that a field is called with, a variable that was left out not among them. */
  named(node: FieldNode): string[] {
    return (node.arguments ?? [])
      .filter(({ value }) => value.kind !== Kind.VARIABLE || this.decide(value.name.value, (one) => one !== undefined))
      .map(({ name }) => name.value);
  }

  /** True when an argument is not given, or null. */
  isAbsent(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string): boolean {
    const given = this.#given(field, node, name);
    const isNothing = (value: unknown) => (value ?? null) === null;
    return given.variable === undefined ? isNothing(given.value) : this.decide(given.variable, isNothing);
  }

  /**
   * A count of rows as a place of the statement; null when it is not given, or `none`. Only whole numbers above 0 have a place.
   *
   * A page size that is a place is one that PostgreSQL does not know when it plans: it takes it for a tenth of all rows, finds its plan bad, and plans
   * anew for each request, which takes as long as the statement. So it is written into the statement where that may be.
   */
  count(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string, none: null | 0): SQL | null {
    const kindOf = (value: unknown) => {
      if (value === undefined || value === null || value === none) return 'none';
      return typeof value === 'number' && value > 0 ? 'some' : 'other';
    };
    const given = this.#given(field, node, name);
    if (this.#isForPageSize && name === 'first' && given.variable !== undefined) {
      const size = this.decide(given.variable, (value) => value);
      if (typeof size === 'number' && size > 0) return sql.literal(size);
    }
    const kind = given.variable === undefined ? kindOf(given.value) : this.decide(given.variable, kindOf);
    if (kind === 'other') throw new NotCompilable(`${name}, below 1`);
    if (kind === 'none') return null;
    if (given.variable === undefined) return sql.literal(given.value as number);
    const { variable } = given;
    return sql`${place((variables) => variables[variable])}::int`;
  }

  /** What is sent for an argument: a place of the statement. */
  value(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string, toText: (value: unknown) => unknown): SQL {
    const given = this.#given(field, node, name);
    const send = (value: unknown) => (value === undefined || value === null ? null : toText(value));
    if (given.variable === undefined) return place(() => send(given.value));
    const { variable } = given;
    return place((variables) => send(variables[variable]));
  }

  /** What an argument is, of the variables of each request. */
  reader(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string): (variables: Variables) => unknown {
    const given = this.#given(field, node, name);
    if (given.variable === undefined) return () => given.value;
    const { variable } = given;
    return (variables) => variables[variable];
  }

  /** True when `@skip` and `@include` leave a selection in. */
  isIncluded(node: SelectionNode): boolean {
    return (node.directives ?? []).every((directive) => {
      const isInclude = directive.name.value === 'include';
      if (!isInclude && directive.name.value !== 'skip') throw new NotCompilable(`@${directive.name.value}`);
      const condition = directive.arguments?.find(({ name }) => name.value === 'if')?.value;
      return this.#isTrue(condition) === isInclude;
    });
  }

  #isTrue(node: ValueNode | undefined): boolean {
    if (node?.kind === Kind.BOOLEAN) return node.value;
    if (node?.kind === Kind.VARIABLE) return this.decide(node.name.value, (value) => value === true);
    throw new NotCompilable('a condition that is neither a value nor a variable');
  }

  #given(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string): Given {
    const argument = field.args.find((one) => one.name === name);
    if (!argument) throw new NotCompilable(`${field.name} has no argument ${name}`);
    const value = node.arguments?.find((one) => one.name.value === name)?.value;
    if (!value) return { value: argument.defaultValue };
    if (value.kind !== Kind.VARIABLE) return { value: constantOf(argument, value) };
    const isGiven = this.decide(value.name.value, (one) => one !== undefined);
    return isGiven ? { variable: value.name.value } : { value: argument.defaultValue };
  }
}

function constantOf({ name, type }: GraphQLArgument, node: ValueNode): unknown {
  const value: unknown = valueFromAST(node, type);
  if (value === undefined) throw new NotCompilable(`${name}: a value with a variable inside`);
  return value;
}

/** A place of a statement. */
function place(valueOf: (variables: Variables) => unknown): SQL {
  return sql.value(new Parameter(valueOf) as never);
}
