import '@newline/ui/tokens.css';
import '@newline/ui/fonts.css';
import '@newline/ui/elements.css';
import '@newline/ui/frame.css';
import { Suspense, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, useLocation } from 'react-router';
import { ScrollPosition } from './shared/history/scroll-position.tsx';
import { lazyComponent } from './shared/lazy-component.ts';
import { site } from '../../site.config.ts';
import type { Route } from './+types/root';
import { LoginPromptProvider } from './shared/login/login-prompt.tsx';
import { usePageFacts } from './shared/page-facts.tsx';
import { restoreRootAttributes } from './shared/server-document.ts';
import { Footer } from './shared/shell/footer.tsx';
import { Header } from './shared/shell/header.tsx';
import { PageScripts } from './shared/shell/page-scripts.tsx';
import { scrollScript } from './shared/shell/scroll-script.ts';
import { earlyScript } from './shared/shell/early-script.ts';
import { ViewerProvider } from './shared/viewer.tsx';
import { descriptionTag } from './shared/head/description.ts';

// Rarely seen, so they travel only when they are.
const NotFoundPage = lazyComponent(() => import('./shared/shell/not-found-page.tsx').then((module) => module.NotFoundPage));
const FaultPage = lazyComponent(() => import('./shared/shell/fault-page.tsx').then((module) => module.FaultPage));

// No face is asked for ahead of the sheets and the first picture: over a narrow line it came at their cost, and was there no sooner.
export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

/** Pages of errors name themselves. */
export const meta: Route.MetaFunction = ({ error }) =>
  error === undefined ? [{ title: site.name }, descriptionTag(site.description)] : [];

/** The document around every page, errors included. */
export function Layout({ children }: { children: ReactNode }) {
  const { nonce, publicUrl, signInMethods, embedOrigin, codeHostUrl, viewer, head } = usePageFacts();
  useHeadOfFirstPage();
  useLayoutEffect(restoreRootAttributes, []);
  return (
    <html
      lang="en"
      data-public-url={publicUrl}
      data-sign-in={signInMethods.join(' ')}
      data-viewer={viewer === null ? undefined : JSON.stringify(viewer)}
      data-embed-origin={embedOrigin ?? undefined}
      data-code-host={codeHostUrl === 'https://github.com' ? undefined : codeHostUrl}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* It has run when the browser's code comes, which need not bring it a second time. */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? earlyScript : '' }} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f5f1" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101512" />
        <Meta />
        <Links nonce={nonce} />
        {head}
      </head>
      <body>
        <ViewerProvider>
          <LoginPromptProvider>
            <a className="skip" href="#content">
              Skip to the content
            </a>
            <Header />
            <noscript>
              <p className="wrap meta">{withoutScript}</p>
            </noscript>
            {children}
            <Footer />
          </LoginPromptProvider>
        </ViewerProvider>
        {import.meta.env.SSR ? (
          <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: scrollScript }} />
        ) : (
          <ScrollPosition nonce={nonce} />
        )}
        <PageScripts nonce={nonce} />
      </body>
    </html>
  );
}

/** Said before anybody types something that only a script can send. */
const withoutScript = 'JavaScript is off. You can read and sign in; to comment, review or change settings, turn it on.';

/** What the head tells of the first page ends with it. */
function useHeadOfFirstPage() {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useEffect(() => {
    if (pathname !== first.current) for (const told of document.querySelectorAll('[data-head]')) told.remove();
  }, [pathname]);
}

export default function App() {
  return <Outlet />;
}

/** The page that stands where another could not: 404 with ways on, everything else with a reference. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return <Suspense>{status === 404 ? <NotFoundPage /> : <FaultPage status={status === 503 ? 503 : 500} />}</Suspense>;
}
