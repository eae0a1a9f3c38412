import { currencyWords } from '../../shared/amounts.ts';
import { Link } from '../../shared/link.tsx';
import { selectCurrency } from '../../shared/prices/use-currency.ts';
import styles from './plans.module.css';

type Props = {
  /** The currencies of the title's prices, the default one first. */
  currencies: readonly string[];
  current: string;
  /** Returns the path of this checkout in a currency. */
  pathIn: (currency: string) => string;
};

/** Links that change the currency of a checkout; nothing if there is only one. Works without JavaScript. */
export function CheckoutCurrencies({ currencies, current, pathIn }: Props) {
  if (currencies.length < 2) return null;
  return (
    <nav className={styles.currencies} aria-label="Currency">
      <span aria-hidden="true">Currency</span>
      <ul>
        {currencies.map((currency) => (
          <li key={currency}>
            {currency === current ? (
              <b aria-current="true">{currency}</b>
            ) : (
              <Link
                className="link"
                to={pathIn(currency)}
                title={currencyWords(currency)}
                replace
                preventScrollReset
                onClick={() => selectCurrency(currency)}
              >
                {currency}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
