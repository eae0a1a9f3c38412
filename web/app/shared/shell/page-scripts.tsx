import { Scripts } from 'react-router';
import { usePageFacts } from '../page-facts.tsx';
import { KeptPart } from './kept-part.tsx';

type Props = { nonce: string | undefined };

/** The router's scripts, with the list of modules that they load, which the head tells of. */
export const PageScripts: (props: Props) => ReturnType<typeof Scripts> = import.meta.env.SSR ? KeptScripts : Scripts;

function KeptScripts({ nonce }: Props) {
  const { keptParts } = usePageFacts();
  const scripts = <Scripts nonce={nonce} />;
  return keptParts ? <KeptPart name={keptParts.scripts}>{scripts}</KeptPart> : scripts;
}
