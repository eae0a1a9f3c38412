import type {} from 'postgraphile';

/**
 * Implements the names that the specification defines: `id` is the row's id and `nodeId` the global one, patches are called `patch`, lists
 * are plurals, a mutation returns a row under its own name, and types have no schema prefix.
 */
export const NamingPlugin: GraphileConfig.Plugin = {
  name: 'NamingPlugin',
  after: [
    'PgAttributesPlugin',
    'PgMutationUpdateDeletePlugin',
    'PgTablesPlugin',
    'PgAllRowsPlugin',
    'PgCustomTypeFieldPlugin',
    'NodePlugin',
  ],
  inflection: {
    replace: {
      nodeIdFieldName() {
        return 'nodeId';
      },
      _attributeName(previous, _options, details) {
        const name = previous?.(details) ?? details.attributeName;
        return name === 'row_id' && details.attributeName === 'id' && details.skipRowId !== true ? 'id' : name;
      },
      _schemaPrefix() {
        return '';
      },
      allRowsConnection(_previous, _options, resource) {
        return this.camelCase(this.pluralize(this._singularizedResourceName(resource)));
      },
      patchField() {
        return 'patch';
      },
      // The specification defines the patch of a comment, and no generated mutation takes another (features/discussions).
      patchType(previous, _options, typeName) {
        return typeName === 'Comment' ? 'CommentRowPatch' : (previous?.(typeName) ?? `${typeName}Patch`);
      },
      functionMutationResultFieldName(previous, _options, details) {
        const name = previous?.(details) ?? 'result';
        return name === 'result' && details.resource.codec.attributes ? this.camelCase(details.returnGraphQLTypeName) : name;
      },
    },
  },
};
