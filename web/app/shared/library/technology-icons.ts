/**
 * The fixed icon map of technologies: the keys that tags may carry. The drawings (Simple Icons, CC0) are the symbols of
 * web/public/technologies.svg under the same keys; a test holds the two to each other and to the demo's tags.
 */
export const technologyIcons: readonly string[] = [
  'typescript',
  'javascript',
  'nodedotjs',
  'react',
  'vuedotjs',
  'd3',
  'css',
  'html5',
  'graphql',
  'postgresql',
  'sqlite',
  'redis',
  'go',
  'rust',
  'python',
  'gnubash',
  'git',
  'docker',
  'kubernetes',
  'linux',
  'vitest',
  'vite',
  'webpack',
  'numpy',
  'pytorch',
  'nuxt',
  'prometheus',
];
