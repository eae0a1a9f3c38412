import type { ReactNode } from 'react';
import { Link as RouterLink, type LinkProps } from 'react-router';

/**
 * A link within the site. In the browser it's the router's link. On the server it's the plain element that the router's link renders to,
 * because its work, repeated for every link of a page, makes no difference for URLs that start with a slash.
 */
export function Link(props: LinkProps): ReactNode {
  return import.meta.env.SSR && typeof props.to === 'string' && props.to.startsWith('/') ? (
    <ServerLink {...props} to={props.to} />
  ) : (
    <RouterLink {...props} discover="none" />
  );
}

function ServerLink({
  to,
  children,
  prefetch: _prefetch,
  replace: _replace,
  state: _state,
  preventScrollReset: _preventScrollReset,
  relative: _relative,
  reloadDocument: _reloadDocument,
  viewTransition: _viewTransition,
  discover: _discover,
  mask: _mask,
  defaultShouldRevalidate: _defaultShouldRevalidate,
  ...attributes
}: LinkProps & { to: string }): ReactNode {
  return (
    <a {...attributes} href={to}>
      {children}
    </a>
  );
}
