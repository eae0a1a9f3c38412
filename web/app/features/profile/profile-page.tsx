import { Line } from '@newline/ui/components/line';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Portrait } from '@newline/ui/components/portrait';
import { Link } from '../../shared/link.tsx';
import { ItemCard } from '../../shared/catalog/item-card.tsx';
import { CalendarDay } from '../../shared/dates/calendar-day.tsx';
import { profileLinks } from '../../shared/people/profile-links.ts';
import { CommentTime } from '../../shared/discussions/comment-time.tsx';
import { useViewer } from '../../shared/viewer.tsx';
import type { ProfileFacts } from './load-profile.server.ts';
import styles from './profile-page.module.css';

/** A user's profile: name, image, work, links, and their courses and books. */
export function ProfilePage({ profile }: { profile: ProfileFacts }) {
  const { viewer } = useViewer();
  const links = profileLinks(profile);
  // The holder and administrators read all of them.
  const certificates = profile.certificates.nodes.filter(({ isOnProfile, revokedAt }) => isOnProfile && revokedAt === null);
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line number={1} variant="first">
          <div className={styles.who}>
            <Portrait name={profile.displayName} imageUrl={profile.profileImageUrl} size={112} />
            <div>
              <h1 dir="auto">{profile.displayName}</h1>
              <p className={`meta ${styles.work}`}>
                @{profile.username}
                {[profile.employmentTitle, profile.employerName].filter(Boolean).map((text) => (
                  <span key={text} className="sep">
                    <bdi>{text}</bdi>
                  </span>
                ))}
              </p>
              {profile.biography && (
                <p className={styles.bio} dir="auto">
                  {profile.biography}
                </p>
              )}
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
        </Line>
      </div>
      <section className="wrap" aria-labelledby="made">
        <Line number={2} variant="next" head={<h2 id="made">Courses and books</h2>}>
          {profile.cards.length === 0 ? (
            <EmptyState level={3} title="Nothing here yet">
              <bdi>{profile.displayName}</bdi> hasn’t written anything yet.
            </EmptyState>
          ) : (
            <div className={styles.grid}>
              {profile.cards.map((card) => (
                <ItemCard key={card.id} card={card} isInRow hasSummary />
              ))}
            </div>
          )}
        </Line>
      </section>
      {certificates.length > 0 && (
        <section className="wrap" aria-labelledby="earned">
          <Line number={3} variant="next" head={<h2 id="earned">Certificates</h2>}>
            <ul className={styles.said}>
              {certificates.map(({ id, courseTitle, issuedAt }) => (
                <li key={id}>
                  <Link className="link" to={`/certificates/${id}`}>
                    <bdi>{courseTitle}</bdi>
                  </Link>
                  <p className="meta">
                    Issued on <CalendarDay of={issuedAt.slice(0, 10)} />
                  </p>
                </li>
              ))}
            </ul>
          </Line>
        </section>
      )}
      {profile.comments.length > 0 && (
        <section className="wrap" aria-labelledby="said">
          <Line number={certificates.length > 0 ? 4 : 3} variant="next" head={<h2 id="said">In discussions</h2>}>
            <ol className={styles.said}>
              {profile.comments.map((comment) => (
                <li key={comment.id}>
                  <p className="meta">
                    <a className="link" href={`/discussions/${comment.discussionId}#${comment.id}`}>
                      <bdi>
                        {(comment.discussion?.clip ?? comment.discussion?.lesson ?? comment.discussion?.article)?.title ?? 'A discussion'}
                      </bdi>
                    </a>
                    <span className="sep num">
                      <CommentTime instant={comment.createdAt} now={null} />
                    </span>
                  </p>
                  <p className={styles.excerpt} dir="auto">
                    {comment.excerpt}
                  </p>
                </li>
              ))}
            </ol>
          </Line>
        </section>
      )}
    </main>
  );
}
