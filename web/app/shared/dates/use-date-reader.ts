import { useSyncExternalStore } from 'react';
import { anyReader, type DateReader } from './format-date.ts';

let reader: DateReader | undefined;

/** Who reads in this browser, by its settings; one with a language that Intl does not know reads as anybody. */
function readerOfBrowser(): DateReader {
  if (reader) return reader;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [locale = anyReader.locale] = Intl.DateTimeFormat.supportedLocalesOf([...navigator.languages]);
  reader = { locale, timeZone };
  return reader;
}

const never = () => () => undefined;

/** Who reads this page: anybody in the page as the server wrote it, then the reader of this browser. */
export function useDateReader(): DateReader {
  return useSyncExternalStore(never, readerOfBrowser, () => anyReader);
}
