import { usePageFacts } from './page-facts.tsx';

/** The one address of this page; React puts it into the head. */
export function Canonical({ path }: { path: string }) {
  const { publicUrl } = usePageFacts();
  return <link rel="canonical" href={`${publicUrl}${path}`} />;
}
