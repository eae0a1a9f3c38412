import { Headline } from '../features/home/headline.tsx';
export default function Home() { return <main id="content" className="listing"><Headline /></main>; }
