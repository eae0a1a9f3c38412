import { PgIntrospectionPlugin } from 'postgraphile/graphile-build-pg';

declare global {
  namespace GraphileConfig {
    interface Plugins {
      ForgottenIntrospectionPlugin: true;
    }
  }
}

/**
 * Creates PostGraphile's introspection of the database's catalogs with a function that frees it once the schema is built. PostGraphile
 * would cache it for another schema, seven megabytes as text and as much again as rows, but there is only one.
 */
export function createForgottenIntrospection(): { preset: GraphileConfig.Preset; forget: () => void } {
  const { gather } = PgIntrospectionPlugin;
  if (!gather?.initialCache || !gather.initialState) throw new Error('PgIntrospectionPlugin: expected a cache and a state, got none');
  const cache = gather.initialCache({} as never);
  const state = (gather.initialState as () => object)();
  const plugin: GraphileConfig.Plugin = {
    ...PgIntrospectionPlugin,
    name: 'ForgottenIntrospectionPlugin',
    provides: ['PgIntrospectionPlugin'],
    gather: { ...gather, initialCache: () => cache, initialState: () => state },
  };
  return {
    preset: { plugins: [plugin], disablePlugins: ['PgIntrospectionPlugin'] },
    forget() {
      Object.assign(cache, { introspectionResultsPromise: null });
      Object.assign(state, { getIntrospectionPromise: null });
    },
  };
}
