import { applicationUrl } from '../application-url.ts';
import { Link } from '../link.tsx';
import { site } from '@newline/api/rules/site/site';
import { useViewer } from '../viewer.tsx';
import { CachedFragment } from './cached-fragment.tsx';
import styles from './shell.module.css';

/** The footer of every page, with links to existing pages only. */
export const Footer = import.meta.env.SSR ? CachedFooter : WholeFooter;

function CachedFooter() {
  const { viewer } = useViewer();
  if (viewer !== null) return <WholeFooter />;
  return (
    <CachedFragment name="footer">
      <WholeFooter />
    </CachedFragment>
  );
}

function WholeFooter() {
  const { viewer, isKnown } = useViewer();
  return (
    <footer className={styles.foot}>
      <div className="wrap">
        <div className={styles.footIn}>
          <div>
            <h2>Read</h2>
            <ul>
              {[...site.navigation, ...site.footerLinks].map(({ label, url }) => (
                <li key={`${label} ${url}`}>
                  <Link to={url}>{label}</Link>
                </li>
              ))}
            </ul>
          </div>
          <div className={isKnown ? undefined : styles.unknownJoin}>
            <h2>{viewer ? 'Account' : 'Join'}</h2>
            <ul>
              <li>{viewer ? <Link to={`/@${viewer.username}`}>Your profile</Link> : <Link to="/sign-up">Create an account</Link>}</li>
              <li>{viewer ? <Link to="/account">Your account</Link> : <Link to="/sign-in">Sign in</Link>}</li>
            </ul>
          </div>
          {applicationUrl() !== null && (
            <div>
              <h2>Write</h2>
              <ul>
                <li>
                  <Link to="/write-with-us">Write with us</Link>
                </li>
                {site.applyUrl !== null && (
                  <li>
                    <a href={site.applyUrl} target="_blank" rel="noopener noreferrer">
                      Apply to Teach
                    </a>
                  </li>
                )}
                {site.contact !== null && (
                  <li>
                    <a href={`mailto:${site.contact}`}>{site.contact}</a>
                  </li>
                )}
              </ul>
            </div>
          )}
          {site.profiles.length > 0 && (
            <div>
              <h2>Follow</h2>
              <ul>
                {site.profiles.map(({ label, url }) => (
                  <li key={url}>
                    <a href={url} rel="noopener noreferrer me">
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
        <p className={`meta ${styles.footEnd}`}>
          {site.footerPages.length > 0 && (
            <span className={styles.pages}>
              {site.footerPages.map(({ label, url }) => (
                <Link key={url} to={url}>
                  {label}
                </Link>
              ))}
            </span>
          )}
          <span>{`© ${site.foundedYear} ${site.name}. Set in Source Serif, Inter and JetBrains Mono.`}</span>
        </p>
      </div>
    </footer>
  );
}
