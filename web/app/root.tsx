import '@newline/ui/tokens.css';
import '@newline/ui/fonts.css';
import '@newline/ui/elements.css';
import '@newline/ui/frame.css';
import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import serifUrl from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-normal.woff2?url';
import { lazy, Suspense, type ReactNode } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { site } from '../../site.config.ts';
import type { Route } from './+types/root';
import { jsonLd } from './shared/json-ld.ts';
import { LoginPromptProvider } from './shared/login/login-prompt.tsx';
import { usePageFacts } from './shared/page-facts.tsx';
import { Footer } from './shared/shell/footer.tsx';
import { Header } from './shared/shell/header.tsx';
import { earlyScript } from './shared/shell/early-script.ts';
import { organisationOf } from './shared/shell/organisation.ts';
import { ViewerProvider } from './shared/viewer.tsx';

// Rarely seen, so they travel only when they are.
const NotFoundPage = lazy(() => import('./shared/shell/not-found-page.tsx').then((module) => ({ default: module.NotFoundPage })));
const FaultPage = lazy(() => import('./shared/shell/fault-page.tsx').then((module) => ({ default: module.FaultPage })));

export const links: Route.LinksFunction = () => [
  ...[serifUrl, interUrl].map((href) => ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' as const })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

export const meta: Route.MetaFunction = () => [{ title: site.name }, { name: 'description', content: site.description }];

/** The document around every page, errors included. */
export function Layout({ children }: { children: ReactNode }) {
  const { nonce, publicUrl, signInMethods } = usePageFacts();
  return (
    <html lang="en" data-public-url={publicUrl} data-sign-in={signInMethods.join(' ')} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyScript }} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f5f1" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101512" />
        <Meta />
        <Links nonce={nonce} />
        <script
          id="organisation"
          type="application/ld+json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: jsonLd(organisationOf(publicUrl)) }}
        />
      </head>
      <body>
        <ViewerProvider>
          <LoginPromptProvider>
            <a className="skip" href="#content">
              Skip to the content
            </a>
            <Header />
            {children}
            <Footer />
          </LoginPromptProvider>
        </ViewerProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** The page that stands where another could not: 404 with ways on, everything else with a reference. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return <Suspense>{status === 404 ? <NotFoundPage /> : <FaultPage status={status === 503 ? 503 : 500} />}</Suspense>;
}
