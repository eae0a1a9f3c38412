import { Link } from '../../shared/link.tsx';
import { money } from '../../shared/money.ts';
import { priceIn } from '../../shared/prices/price-in.ts';
import { useCurrency } from '../../shared/prices/use-currency.ts';
import styles from './pricing.module.css';
import type { TitleOnSale } from './title-on-sale.ts';

type Props = { titles: readonly TitleOnSale[]; hasMore: boolean };

/** The courses and books that are sold separately, with their prices in the selected currency, each linked to its page with the offer. */
export function TitlesOnSale({ titles, hasMore }: Props) {
  const currency = useCurrency();
  return (
    <>
      <ul className={`${styles.titles} num`}>
        {titles.map(({ kind, title, permalink, prices }) => {
          const price = priceIn(prices, currency);
          return (
            <li key={permalink}>
              <span>
                <Link className="link" to={permalink} dir="auto">
                  {title}
                </Link>{' '}
                <span className="meta">{kind}</span>
              </span>
              {price && <span>{money(price.amountCents, price.currency)}</span>}
            </li>
          );
        })}
      </ul>
      {hasMore && (
        <p className="meta">
          There are more among the{' '}
          <Link className="link" to="/courses">
            courses
          </Link>{' '}
          and the{' '}
          <Link className="link" to="/books">
            books
          </Link>
          .
        </p>
      )}
    </>
  );
}
