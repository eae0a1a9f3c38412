import { EmptyState } from '@newline/ui/components/empty-state';
import { Portrait } from '@newline/ui/components/portrait';
import { Link } from 'react-router';
import { Canonical } from '../../shared/canonical.tsx';
import { ItemCard } from '../../shared/catalogue/item-card.tsx';
import { useViewer } from '../../shared/viewer.tsx';
import type { ProfileFacts } from './load-profile.server.ts';
import styles from './profile-page.module.css';

/** A person: name, picture, work, links, and the courses and books they made. */
export function ProfilePage({ profile }: { profile: ProfileFacts }) {
  const { viewer } = useViewer();
  const links = linksOf(profile);
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <Canonical path={`/@${profile.username}`} />
      <div className="wrap">
        <div className="line line--first">
          <span className="no no--on" aria-hidden="true">
            1
          </span>
          <div className={styles.who}>
            <Portrait name={profile.displayName} imageUrl={profile.profileImageUrl} size={112} />
            <div>
              <h1>{profile.displayName}</h1>
              <p className={`meta ${styles.work}`}>
                @{profile.username}
                {[profile.employmentTitle, profile.employerName].filter(Boolean).map((words) => (
                  <span key={words} className="sep">
                    {words}
                  </span>
                ))}
              </p>
              {profile.biography && <p className={styles.bio}>{profile.biography}</p>}
              {links.length > 0 && (
                <ul className={styles.links}>
                  {links.map(({ label, href }) => (
                    <li key={label}>
                      <a className="link" href={href} rel="noopener noreferrer nofollow me">
                        {label}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
              {viewer?.id === profile.id && (
                <p className={styles.links}>
                  <Link className="link" to="/account">
                    Edit this page
                  </Link>
                </p>
              )}
            </div>
          </div>
        </div>
      </div>
      <section className="wrap" aria-labelledby="made">
        <div className="line" style={{ paddingTop: 0 }}>
          <span className="no" aria-hidden="true">
            2
          </span>
          <div className="line__head">
            <h2 id="made">Courses and books</h2>
          </div>
          {profile.cards.length === 0 ? (
            <EmptyState title="Nothing here yet">{profile.displayName} reads, and has not written so far.</EmptyState>
          ) : (
            <div className={styles.grid}>
              {profile.cards.map((card) => (
                <ItemCard key={card.id} card={card} isInRow hasSummary />
              ))}
            </div>
          )}
        </div>
      </section>
    </main>
  );
}

function linksOf(profile: ProfileFacts): { label: string; href: string }[] {
  return [
    ...(profile.websiteUrl ? [{ label: 'Website', href: profile.websiteUrl }] : []),
    ...(profile.githubUsername ? [{ label: 'GitHub', href: `https://github.com/${encodeURIComponent(profile.githubUsername)}` }] : []),
    ...(profile.twitterUsername ? [{ label: 'Twitter', href: `https://x.com/${encodeURIComponent(profile.twitterUsername)}` }] : []),
    ...(profile.linkedInUrl ? [{ label: 'LinkedIn', href: profile.linkedInUrl }] : []),
  ];
}
