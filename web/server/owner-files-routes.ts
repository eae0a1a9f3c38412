import { site } from '@newline/api/rules/site/site';
import type { FastifyInstance, FastifyReply } from 'fastify';

type Options = {
  /** Returns the site's icon as a PNG; null without one. */
  siteIcon: (width: number) => Promise<Buffer | null>;
  /** False during development, when Vite serves the default files. */
  isBuilt: boolean;
};

const cacheControl = 'public, max-age=3600';
const icons = [
  ['/apple-touch-icon.png', 180],
  ['/icon-192.png', 192],
  ['/icon-512.png', 512],
] as const;
const faviconWidth = 32;

/** Adds the icons (custom ones, if any) and the web app manifest. */
export function addOwnerFiles(app: FastifyInstance, { siteIcon, isBuilt }: Options): void {
  const sendOurs = (reply: FastifyReply, path: string) => (isBuilt ? reply.sendFile(path) : reply.callNotFound());
  for (const [path, width] of icons)
    app.get(path, async (_request, reply) => {
      const icon = await siteIcon(width);
      return icon === null ? sendOurs(reply, path) : reply.header('cache-control', cacheControl).type('image/png').send(icon);
    });
  app.get('/favicon.ico', async (_request, reply) => {
    const icon = await siteIcon(faviconWidth);
    if (icon === null) return sendOurs(reply, '/favicon.ico');
    return reply.header('cache-control', cacheControl).type('image/x-icon').send(iconFile(icon, faviconWidth));
  });
  app.get('/site.webmanifest', (_request, reply) =>
    reply.header('cache-control', cacheControl).type('application/manifest+json; charset=utf-8').send(JSON.stringify(manifest())),
  );
}

/** Returns the web app manifest, for adding the site to a home screen. */
function manifest(): object {
  return {
    name: site.name,
    short_name: site.name,
    start_url: '/',
    id: '/',
    scope: '/',
    display: 'standalone',
    background_color: site.paperLight,
    theme_color: site.paperLight,
    icons: [192, 512].map((width) => ({ src: `/icon-${width}.png${site.iconQuery}`, sizes: `${width}x${width}`, type: 'image/png' })),
  };
}

/** Creates an .ico file from a PNG. */
function iconFile(png: Buffer, width: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(width, 6);
  head.writeUInt8(width, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
