import { useSyncExternalStore } from 'react';
import { defaultReader, type DateReader } from './format-date.ts';

let reader: DateReader | undefined;

/** Returns the locale and time zone of the browser, or the defaults when Intl doesn't know the language. */
function readerOfBrowser(): DateReader {
  if (reader) return reader;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [locale = defaultReader.locale] = Intl.DateTimeFormat.supportedLocalesOf([...navigator.languages]);
  reader = { locale, timeZone };
  return reader;
}

const never = () => () => undefined;

/** Returns the reader that dates are formatted for: the default one during hydration, then the reader of this browser. */
export function useDateReader(): DateReader {
  return useSyncExternalStore(never, readerOfBrowser, () => defaultReader);
}
