import '@newline/ui/tokens.css';
import '@newline/ui/fonts.css';
import '@newline/ui/elements.css';
import '@newline/ui/frame.css';
import './shared/print/print.css';
import { Suspense, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, useLocation } from 'react-router';
import { ScrollPosition } from './shared/history/scroll-position.tsx';
import { lazyComponent } from './shared/lazy-component.ts';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/root';
import { LoginPromptProvider } from './shared/login/login-prompt.tsx';
import { useSlots } from './shared/own/use-slots.ts';
import { usePageFacts } from './shared/page-facts.tsx';
import { restoreRootAttributes } from './shared/server-document.ts';
import { Footer } from './shared/shell/footer.tsx';
import { Header } from './shared/shell/header.tsx';
import { PageScripts } from './shared/shell/page-scripts.tsx';
import { scrollScript } from './shared/shell/scroll-script.ts';
import { earlyScript } from './shared/shell/early-script.ts';
import { ViewerProvider } from './shared/viewer.tsx';
import { descriptionTag } from './shared/head/description.ts';

// Rarely shown, so they're lazily loaded.
const NotFoundPage = lazyComponent(() => import('./shared/shell/not-found-page.tsx').then((module) => module.NotFoundPage));
const FaultPage = lazyComponent(() => import('./shared/shell/fault-page.tsx').then((module) => module.FaultPage));

// No font is preloaded before the style sheets and the first image: on slow connections that delayed them, and the fonts were no faster.
export const links: Route.LinksFunction = () => [
  site.iconQuery === ''
    ? { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }
    : { rel: 'icon', href: `/icon-192.png${site.iconQuery}`, type: 'image/png' },
  { rel: 'icon', href: `/favicon.ico${site.iconQuery}`, sizes: '32x32' },
  { rel: 'apple-touch-icon', href: `/apple-touch-icon.png${site.iconQuery}` },
  { rel: 'manifest', href: '/site.webmanifest' },
];

/** Error pages set their own titles. */
export const meta: Route.MetaFunction = ({ error }) =>
  error === undefined ? [{ title: site.name }, descriptionTag(site.description)] : [];

/** The document around every page, including errors. */
export function Layout({ children }: { children: ReactNode }) {
  const { nonce, publicUrl, signInMethods, embedOrigin, codeHostUrl, viewer, head, settings, look } = usePageFacts();
  const slots = useSlots();
  useHeadOfFirstPage();
  useLayoutEffect(restoreRootAttributes, []);
  return (
    <html
      lang="en"
      data-public-url={publicUrl}
      data-sign-in={signInMethods.join(' ')}
      {...(import.meta.env.SSR && slots.attributes('document'))}
      data-viewer={viewer === null ? undefined : JSON.stringify(viewer)}
      data-embed-origin={embedOrigin ?? undefined}
      data-site={settings ?? undefined}
      data-code-host={codeHostUrl === 'https://github.com' ? undefined : codeHostUrl}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* It has run by the time the browser's code is loaded, which doesn't need to include it again. */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? earlyScript : '' }} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={site.paperLight} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={site.paperDark} />
        <Meta />
        <Links nonce={nonce} />
        {look !== '' && <style id="site-look" dangerouslySetInnerHTML={{ __html: look }} />}
        {head}
      </head>
      <body>
        <ViewerProvider>
          <LoginPromptProvider>
            <a className="skip" href="#content">
              Skip to content
            </a>
            <Header />
            <noscript>
              {/* The browser has no use for it once it runs scripts. */}
              {import.meta.env.SSR && <p className="wrap meta">{withoutScript}</p>}
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

/** Shown before users write something that only a script can send. */
const withoutScript = 'JavaScript is off. You can read and sign in; to comment, review or change settings, turn it on.';

/** Removes the head elements that describe the first page when it's left. */
function useHeadOfFirstPage() {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useEffect(() => {
    if (pathname !== first.current) for (const element of document.querySelectorAll('[data-head]')) element.remove();
  }, [pathname]);
}

export default function App() {
  return <Outlet />;
}

/** The page shown when another one fails: a 404 with links, or an error with a reference. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return <Suspense>{status === 404 ? <NotFoundPage /> : <FaultPage status={status === 503 ? 503 : 500} />}</Suspense>;
}
