import type { Plugin } from 'vite';

/** Settings of the router that are decided when we build, as the router's source reads them. */
const decided: readonly [RegExp, string][] = [
  [/\b(?:\w+\.)*future\.unstable_customRouteDiscovery\b/g, 'false'],
  [/(?<!function )\bisFogOfWarEnabled\([^()]*\)/g, 'false'],
  [/\b(?:\w+\.)*context\.isSpaMode\b/g, 'false'],
  [/\b(?:\w+\.)*context\.unstable_apiOnly\b/g, 'false'],
];

/**
 * Vite plugin: in the built browser code the router's switches for ways we do not use (lazy discovery of routes, single-page and API-only
 * mode) are constants, so that the code behind them is left out: 3 KB that every visitor would fetch. react-router.config.ts must agree.
 */
export function routerFlags(): Plugin {
  return {
    name: 'newline-router-flags',
    apply: 'build',
    enforce: 'pre',
    transform(source, id) {
      if (this.environment.name !== 'client' || !/react-router\/dist\/production\//.test(id)) return null;
      const code = decided.reduce((text, [flag, value]) => text.replace(flag, value), source);
      return code === source ? null : { code, map: null };
    },
  };
}
