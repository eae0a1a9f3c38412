import { Scripts } from 'react-router';
import { usePageFacts } from '../page-facts.tsx';
import { CachedFragment } from './cached-fragment.tsx';

type Props = { nonce: string | undefined };

/** The router's scripts, with the list of modules that they load, which the head tells of. */
export const PageScripts: (props: Props) => ReturnType<typeof Scripts> = import.meta.env.SSR ? CachedScripts : Scripts;

function CachedScripts({ nonce }: Props) {
  const { cachedFragments } = usePageFacts();
  const scripts = <Scripts nonce={nonce} />;
  return cachedFragments ? <CachedFragment name={cachedFragments.scripts}>{scripts}</CachedFragment> : scripts;
}
