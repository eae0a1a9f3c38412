import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The table of routes is small: it travels with the page, and no address of its own has to be kept from being poisoned.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
