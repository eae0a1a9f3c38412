import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The table of routes is small: it's included in the page, so there is no separate URL whose cache could be poisoned.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
