import { buttonClass } from '@newline/ui/components/button';
import { ReturnMark } from '@newline/ui/components/return-mark';
import type { ReactNode } from 'react';
import { Link } from '../link.tsx';
import { site } from '@newline/api/rules/site/site';
import styles from './paywall.module.css';

type Props = {
  /** The number of the first line that isn't shown. */
  line: number;
  title: string;
  /** What comes next, and how to get access. */
  children: ReactNode;
  /** The page's path, to return to after signing in. */
  path: string;
  /** True for a signed-in user. */
  isMember: boolean;
  /** True when Pro includes it: the prices are offered, and lead back here. */
  isPro?: boolean;
  /** The link to the checkout of the title; null when it isn't sold separately. */
  buy?: { label: string; path: string } | null;
  /** A link to more information about access. */
  more?: { label: string; path: string };
};

/** The end of the free excerpt of a text. */
export function Paywall({ line, title, children, path, isMember, isPro: isInPro = false, buy = null, more }: Props) {
  const isPro = isInPro && site.isSellingPlans;
  return (
    <section className={`paywall ${styles.wall}`} aria-labelledby="paywall">
      <span className={styles.place}>
        line {line} <ReturnMark />
      </span>
      <h2 id="paywall">{title}</h2>
      <p>{children}</p>
      {(!isMember || more || isPro || buy) && (
        <div className="acts">
          {isPro && (
            <Link className={buttonClass()} to={`/pricing?returnTo=${encodeURIComponent(path)}`}>
              Get {site.name} Pro
            </Link>
          )}
          {buy && (
            <Link className={buttonClass(isPro ? { variant: 'line' } : {})} to={buy.path}>
              {buy.label}
            </Link>
          )}
          {!isMember && (
            <Link className={isPro || buy ? 'link' : buttonClass()} to={`/sign-in?returnTo=${encodeURIComponent(path)}`}>
              Already a member? Sign in
            </Link>
          )}
          {more && (
            <Link className={isMember && !isPro && !buy ? buttonClass() : 'link'} to={more.path}>
              {more.label}
            </Link>
          )}
        </div>
      )}
    </section>
  );
}
