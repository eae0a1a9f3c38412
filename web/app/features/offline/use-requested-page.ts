import { readSitePath } from '@newline/api/rules/site-path';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** Returns the page that the reader tried to open without a connection; null if they opened this list. Only paths of this site count. */
export function useRequestedPage(): string | null {
  const { search } = useLocation();
  const [path, setPath] = useState<string | null>(null);
  // After hydration, because the page is the same for everyone.
  useEffect(() => {
    const url = readSitePath(new URLSearchParams(search).get('page'));
    setPath(url === null ? null : url.pathname + url.search);
  }, [search]);
  return path;
}
