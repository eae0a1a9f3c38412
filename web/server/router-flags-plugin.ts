import type { Plugin } from 'vite';

/** Router settings that are fixed at build time, as patterns in the router's source. */
const decided: readonly [RegExp, string][] = [
  [/\b(?:\w+\.)*future\.unstable_customRouteDiscovery\b/g, 'false'],
  [/(?<!function )\bisFogOfWarEnabled\([^()]*\)/g, 'false'],
  [/\b(?:\w+\.)*context\.isSpaMode\b/g, 'false'],
  [/\b(?:\w+\.)*context\.unstable_apiOnly\b/g, 'false'],
  [/\bfuture\.unstable_routePatternMatching\b/g, 'false'],
  [/\binit\.(?:instrumentations|patchRoutesOnNavigation)\b/g, '(void 0)'],
  [/\bopts\?\.instrumentationNavigateMetaReceiver\b/g, '(void 0)'],
  [/\bssrInfo\.routeDiscoveryRuntime\b(?! =)/g, '(void 0)'],
  [/\btypeof router\.window\.document\.startViewTransition === "function"/g, 'false'],
  [/\brouter\.createRoutesForHMR = \w+;/g, ''],
  [/(?<!function )\bconsumeInstrumentationClientResultMetaReceiver\(router\)/g, '(void 0)'],
  // Fetchers and blockers: nothing here loads data besides a navigation, or blocks one.
  [/^\t\t(?:fetch|getFetcher|resetFetcher|deleteFetcher: queueFetcherForDeletion|getBlocker|deleteBlocker),\n/gm, ''],
  [/^\t\t_internalFetchControllers: fetchControllers,\n/gm, ''],
  [/\boptions\.navigate === false/g, 'false'],
  [/\bif \(fetcherKey\)/g, 'if (false)'],
  [/(?<!function )\bshouldBlockNavigation\(\{[^}]*\}\)/g, '(void 0)'],
  [/^\t\tstate\.(?:fetchers|blockers)\.forEach\(\(_, key\) => delete(?:Fetcher|Blocker)\([^;]*;\n/gm, ''],
  // View transitions after a reload, server components, browser middleware, import hashes.
  [/^\t\t\trestoreAppliedTransitions\(routerWindow, [^;]*;\n/gm, ''],
  [/\bif \(isBrowser\) \{/g, 'if (false) {'],
  [/(?<!function )\buseIsRSCRouterContext\(\)/g, 'false'],
  [/(?<!function )\brunClientMiddlewarePipeline\(typedDataStrategyArgs,/g, '(async (_args, run) => run())(0,'],
  [/\btypeof manifest\.sri === "object"/g, 'false'],
  [/\bwindow\.__reactRouterManifest\.sri === true/g, 'false'],
  [/!ssr && !foundRevalidatingServerLoader/g, 'false'],
  // Page code that is gone with an older release: the router would reload the page that the user was leaving.
  [/\bwindow\.location\.reload\(\);/g, "window.dispatchEvent(new Event('newline:page-gone'));"],
  // Messages to developers about misuse.
  [/\binvariant\((.+), (?:"[^"\n]*"|`[^`\n]*`)\);/g, 'invariant($1);'],
  [/(?<!function )\b(?:warning|warnOnce)\(.+\);$/gm, 'void 0;'],
];

/**
 * A Vite plugin that replaces the router's switches for unused features in the built browser code with constants (lazy route discovery,
 * single-page and API-only mode, instrumentation, another matcher, view transitions, hot reload, fetchers, blockers, middleware in the
 * browser), so that their code is removed: 11 KB that every visitor would load. useFetcher and useBlocker don't work in a built site. A
 * page whose code is gone is reported by an event (web/app/shared/open-fresh-page.ts). react-router.config.ts must match. A pattern that
 * isn't found fails the build, because the router has changed.
 */
export function routerFlags(): Plugin {
  const matched = new Set<RegExp>();
  return {
    name: 'newline-router-flags',
    apply: 'build',
    enforce: 'pre',
    transform(source, id) {
      if (this.environment.name !== 'client' || !/react-router\/dist\/production\//.test(id)) return null;
      let code = source;
      for (const [flag, value] of decided) {
        const next = code.replace(flag, value);
        if (next !== code) matched.add(flag);
        code = next;
      }
      return code === source ? null : { code, map: null };
    },
    buildEnd(error) {
      const missing = decided.filter(([flag]) => !matched.has(flag));
      if (this.environment.name === 'client' && error === undefined && missing.length > 0)
        this.error(`The router no longer has this switch: ${missing.map(([flag]) => flag.source).join(', ')}`);
    },
  };
}
