import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { codedError } from '../../errors/error-codes.ts';
import { siteSettings } from '../../rules/site/site-settings.ts';
import type { Viewer } from '../../viewer.ts';
import type { Attachments } from '../attachments/attachments.ts';
import { ReceivedFile } from '../attachments/received-file.ts';
import { createSvgRenderer } from '../import-export/svg-renderer.ts';

/** Uploads of wordmarks and icons. */
export type SiteImages = {
  /** Stores an image, or an SVG after rendering it, as an attachment and returns its ID. For administrators. */
  create(viewer: Viewer, file: ReceivedFile): Promise<string>;
  /** Returns the site's icon as a square PNG of this width; null if the site has no icon. */
  icon(width: number): Promise<Buffer | null>;
  close(): Promise<void>;
};

/** Creates the service. Its process starts with the first SVG. */
export function createSiteImages(attachments: Pick<Attachments, 'create' | 'openImage'>): SiteImages {
  const svg = createSvgRenderer();
  /** The most recently created icons, by image and width. */
  const icons = new LRUCache<string, Promise<Buffer | null>>({ max: 20 });
  return {
    async create(viewer, file) {
      if (viewer.userId === null) throw codedError('SIGN_IN_REQUIRED');
      if (viewer.role !== 'admin') throw codedError('ADMIN_REQUIRED');
      return attachments.create(viewer, await withoutMarkup(file), {});
    },
    async icon(width) {
      const [, file] = /^\/media\/(a\/[a-z0-9]+)\//.exec(siteSettings().icon ?? '') ?? [];
      if (file === undefined) return null;
      const key = `${file} ${width}`;
      const making = icons.get(key) ?? makeIcon(file, width);
      icons.set(key, making);
      making.catch(() => icons.delete(key));
      return making;
    },
    close: svg.close,
  };

  async function makeIcon(file: string, width: number): Promise<Buffer | null> {
    const image = await attachments.openImage(file, 'full');
    if (image === null) return null;
    const { default: sharp } = await import('sharp');
    const bytes = Buffer.isBuffer(image.content) ? image.content : await buffer(image.content);
    return sharp(bytes, { pages: 1 })
      .resize({ width, height: width, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer();
  }

  /** Renders an SVG as an image, so that pages never contain uploaded markup. */
  async function withoutMarkup(file: ReceivedFile): Promise<ReceivedFile> {
    if (!/^image\/svg\+xml\b/i.test(file.contentType)) return file;
    await writeFile(file.path, await svg.render(await readFile(file.path)));
    return new ReceivedFile({ path: file.path, name: file.name.replace(/\.svg$/i, '.png'), contentType: 'image/png', key: file.key });
  }
}
