import { Icon } from '@newline/ui/components/icon';
import { ChevronDown } from 'lucide';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import styles from './admin.module.css';

type Group = { readonly label: string; readonly pages: readonly (readonly [path: string, label: string])[] };

/** The administration pages, by topic. */
const groups: readonly Group[] = [
  {
    label: 'Your site',
    pages: [
      ['/admin', 'Overview'],
      ['/admin/site', 'Site'],
      ['/admin/home', 'Home page'],
      ['/admin/pages', 'Pages'],
      ['/admin/tags', 'Tags'],
      ['/admin/redirects', 'Redirects'],
    ],
  },
  {
    label: 'Sales',
    pages: [
      ['/admin/plans', 'Plans and prices'],
      ['/admin/coupons', 'Coupons'],
      ['/admin/payments', 'Payments'],
      ['/admin/revenue', 'Revenue'],
      ['/admin/author-shares', 'Author shares'],
      ['/admin/subscriptions', 'Subscriptions'],
      ['/admin/grants', 'Access'],
    ],
  },
  {
    label: 'Community',
    pages: [
      ['/admin/people', 'People'],
      ['/admin/comments', 'Comments'],
      ['/admin/reviews', 'Reviews'],
      ['/admin/certificates', 'Certificates'],
      ['/admin/newsletter', 'Newsletter'],
    ],
  },
  {
    label: 'Operations',
    pages: [
      ['/admin/security', 'Security'],
      ['/admin/webhooks', 'Webhooks'],
      ['/admin/jobs', 'Jobs and email'],
      ['/admin/audit', 'Audit log'],
    ],
  },
];

/** The layout of all administration pages, with the navigation next to the page, or collapsed on phones. */
export function AdminShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const here = groups
    .flatMap(({ pages }) => pages)
    .findLast(([path]) => pathname === path || (path !== '/admin' && pathname.startsWith(`${path}/`)));
  return (
    <div className={`wrap ${styles['shell']}`}>
      <nav className={styles['nav']} aria-labelledby="administration">
        <h2 id="administration">Administration</h2>
        <div className={styles['beside']}>
          <NavGroups />
        </div>
        {/* Closed again on the next page. */}
        <details className={styles['opens']} key={pathname}>
          <summary>
            {here?.[1] ?? 'Overview'} <Icon of={ChevronDown} />
          </summary>
          <NavGroups />
        </details>
      </nav>
      <main id="content" className={styles['main']} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function NavGroups() {
  return (
    <>
      {groups.map(({ label, pages }) => (
        <div key={label} className={styles['group']}>
          <h3>{label}</h3>
          <ul aria-label={label}>
            {pages.map(([path, name]) => (
              <li key={path}>
                <NavLink to={path} end={path === '/admin'}>
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
