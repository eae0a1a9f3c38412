/**
 * The keys of technology icons that tags may have. The images (Simple Icons, CC0) are symbols in web/public/technologies.svg under the same
 * keys; a test compares both with each other and with the tags of the demo.
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
