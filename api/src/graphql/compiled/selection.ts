import { type FieldNode, type FragmentDefinitionNode, Kind, type SelectionNode, type SelectionSetNode } from 'postgraphile/graphql';

/** The fragments of a document, by name. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/**
 * Returns the selected fields of an object, by response key, in the order of the result. Merges the selections of a field that is selected
 * several times.
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
        const existing = fields.get(key);
        if (existing) existing.push(node);
        else fields.set(key, [node]);
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      // Every type here is an object: a fragment on another type adds nothing.
      if (fragment && (fragment.typeCondition?.name.value ?? typeName) === typeName) add(fragment.selectionSet);
    }
  };
  sets.forEach(add);
  return fields;
}
