import type { ReactNode } from 'react';
import { Link as RouterLink, type LinkProps } from 'react-router';

/**
 * A link inside of the site. In the browser it is the router's. On the server it is the element that the router's becomes: what the
 * router's link asks of the router there, for every link of a page, says nothing about an address that begins with a slash.
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
