import { type DefinitionNode, type DocumentNode, type GraphQLSchema, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/**
 * Refuses an operation that is marked as the same for everyone (`@public`) but has personal fields.
 *
 * @throws with the operation and each personal field
 */
export function refusePersonal(schema: GraphQLSchema, personalFields: ReadonlySet<string>, documents: readonly DocumentNode[]): void {
  const definitions = documents.flatMap((document) => document.definitions);
  const fragments = new Map(definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])));
  const fragmentOf = (name: string) => {
    const fragment = fragments.get(name);
    if (!fragment) throw new Error(`expected a fragment ${name}, got none`);
    return fragment;
  };
  const personalIn = (start: DefinitionNode): string[] => {
    const types = new TypeInfo(schema);
    const personal: string[] = [];
    const spread: string[] = [];
    visit(
      start,
      visitWithTypeInfo(types, {
        Field() {
          const fieldName = `${types.getParentType()?.name}.${types.getFieldDef()?.name}`;
          if (personalFields.has(fieldName)) personal.push(fieldName);
        },
        FragmentSpread: ({ name }) => void spread.push(name.value),
      }),
    );
    return [...personal, ...spread.flatMap((name) => personalIn(fragmentOf(name)))];
  };
  for (const operation of definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION || !operation.directives?.some(({ name }) => name.value === 'public')) continue;
    const fields = personalIn(operation);
    if (fields.length > 0)
      throw new Error(`${operation.name?.value}: expected a document that is the same for everybody, and it has ${fields.join(', ')}`);
  }
}
