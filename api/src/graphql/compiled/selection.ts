import { type FieldNode, type FragmentDefinitionNode, Kind, type SelectionNode, type SelectionSetNode } from 'postgraphile/graphql';

/** The fragments of a document, by their names. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/**
 * The fields that are selected of an object, by the names under which they are answered, in the order of the answer. A field that is
 * selected several times is one, whose selections belong together.
 */
export function fieldsIn(
  sets: readonly SelectionSetNode[],
  typeName: string,
  fragments: Fragments,
  isIncluded: (node: SelectionNode) => boolean,
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const add = ({ selections }: SelectionSetNode): void => {
    for (const node of selections.filter(isIncluded)) {
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        const known = fields.get(key);
        if (known) known.push(node);
        else fields.set(key, [node]);
        continue;
      }
      const part = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      // Every type here is an object: a fragment on another one adds nothing.
      if (part && (part.typeCondition?.name.value ?? typeName) === typeName) add(part.selectionSet);
    }
  };
  sets.forEach(add);
  return fields;
}
