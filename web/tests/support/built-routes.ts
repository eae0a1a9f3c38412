import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { ServerBuild } from 'react-router';
import routes from '../../app/routes.ts';

/** Returns every route of routes.ts with its module, as in the build. */
export async function builtRoutes(): Promise<ServerBuild['routes']> {
  const built: ServerBuild['routes'] = {};
  const add = async (entries: readonly RouteConfigEntry[], parentId: string): Promise<void> => {
    for (const { file, path, index, children } of entries) {
      const moduleUrl = new URL(`../../app/${file}`, import.meta.url).href;
      const module = (await import(/* @vite-ignore */ moduleUrl)) as ServerBuild['entry']['module'] & { default: undefined };
      built[file] = { id: file, parentId, ...(path !== undefined && { path }), ...(index && { index }), module };
      await add(children ?? [], file);
    }
  };
  await add(routes, 'root');
  return built;
}
