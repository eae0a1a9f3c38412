import { posix } from 'node:path';
import type { Folder } from '../folder.ts';
import type { ImportAllowance } from '../import-allowance.ts';
import { readPropertyLiteral } from './read-literal.ts';

const configFile = /^(?:[^/]+\/){0,2}docusaurus\.config\.(?:[cm]?js|ts)$/u;
const sidebarFile = /(?:^|\/)sidebars\.(?:[cm]?js|ts|json)$/u;
const categoryFile = /(?:^|\/)_category_\.(?:json|ya?ml)$/u;

/** The locations of the parts of a Docusaurus site in a folder. */
export type Site = {
  /** The folder with its configuration, which `@site` refers to; '' at the top. */
  readonly root: string;
  /** The folder of its documents; '' at the top. */
  readonly docs: string;
  readonly sidebars: string | undefined;
  /** The prefix of its documents' URLs, without slashes. */
  readonly routeBase: string;
  readonly config: string;
};

/** Whether a folder is a Docusaurus site or its docs. */
export function isDocusaurus(folder: Folder): boolean {
  return folder.paths.some((path) => !isOfTools(path) && (configFile.test(path) || sidebarFile.test(path) || categoryFile.test(path)));
}

/** Finds the parts of a site: its documents are where its configuration says, in `docs`, or in the folder itself. */
export async function findSite(folder: Folder, allowance: ImportAllowance): Promise<Site> {
  const byDepth = folder.paths.filter((path) => !isOfTools(path)).toSorted((a, b) => a.split('/').length - b.split('/').length);
  const file = byDepth.find((path) => configFile.test(path));
  const config = file === undefined ? '' : await allowance.readSettings(folder, file);
  const root = file === undefined ? '' : dirOf(file);
  const setting = async (name: string) => {
    const value = config === '' ? undefined : await readPropertyLiteral(config, ['docs', name], allowance);
    return typeof value === 'string' ? value : null;
  };
  const [path, sidebarPath, routeBase] = [await setting('path'), await setting('sidebarPath'), await setting('routeBasePath')];
  const inSite = (written: string) =>
    posix
      .join(root === '' ? '.' : root, written)
      .replace(/^\.$/u, '')
      .replace(/\/$/u, '');
  const hasTexts = (at: string) => byDepth.some((each) => /\.mdx?$/iu.test(each) && (at === '' || each.startsWith(`${at}/`)));
  const candidates = [...(path === null ? [] : [inSite(path)]), inSite('docs'), 'docs', root, ''];
  const sidebars = sidebarPath === null ? undefined : byDepth.find((each) => each === inSite(sidebarPath));
  return {
    root,
    docs: candidates.find(hasTexts) ?? '',
    sidebars:
      sidebars ?? byDepth.find((each) => sidebarFile.test(each) && dirOf(each) === root) ?? byDepth.find((each) => sidebarFile.test(each)),
    routeBase: (routeBase ?? 'docs').replaceAll(/^\/+|\/+$/gu, ''),
    config,
  };
}

function dirOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}

function isOfTools(path: string): boolean {
  return path.startsWith('node_modules/') || path.includes('/node_modules/');
}
