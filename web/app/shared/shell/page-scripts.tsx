import { Scripts, useMatches } from 'react-router';
import { usePageFacts } from '../page-facts.tsx';
import { CachedFragment } from './cached-fragment.tsx';

type Props = { nonce: string | undefined };

/** The router's scripts, with the list of their modules for the head. */
export const PageScripts: (props: Props) => ReturnType<typeof Scripts> = import.meta.env.SSR ? CachedScripts : Scripts;

/** The `handle` of a route whose page needs no scripts, such as a preview in a frame. */
export const withoutScripts = 'without scripts';

function CachedScripts({ nonce }: Props) {
  const { cachedFragments } = usePageFacts();
  if (useMatches().some(({ handle }) => handle === withoutScripts)) return null;
  const scripts = <Scripts nonce={nonce} />;
  return cachedFragments ? <CachedFragment name={cachedFragments.scripts}>{scripts}</CachedFragment> : scripts;
}
