import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import styles from './admin.module.css';

const pages = [
  ['/admin', 'Overview'],
  ['/admin/site', 'Site'],
  ['/admin/people', 'People'],
  ['/admin/comments', 'Comments'],
  ['/admin/reviews', 'Reviews'],
  ['/admin/subscriptions', 'Subscriptions'],
  ['/admin/payments', 'Payments'],
  ['/admin/grants', 'Access'],
  ['/admin/plans', 'Plans and prices'],
  ['/admin/coupons', 'Coupons'],
  ['/admin/newsletter', 'Newsletter'],
  ['/admin/jobs', 'Jobs and email'],
  ['/admin/audit', 'Audit log'],
] as const;

/** The frame of every administration page, with the navigation. */
export function AdminShell({ children }: { children: ReactNode }) {
  return (
    <div className={`wrap ${styles['shell']}`}>
      <nav className={styles['nav']} aria-labelledby="administration">
        <h2 id="administration">Administration</h2>
        <ul>
          {pages.map(([path, label]) => (
            <li key={path}>
              <NavLink to={path} end={path === '/admin'}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" className={styles['main']} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
