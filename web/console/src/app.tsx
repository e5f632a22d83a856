import { MantineProvider } from '@mantine/core';
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { createBrowserRouter, Link, Navigate, Route, Routes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { SignInProvider, useSignIn } from './api/session.tsx';
import { ErrorNotice, Loading } from './shell/feedback.tsx';
import { Layout } from './shell/layout.tsx';
import { Page } from './shell/page.tsx';
import { SignInPage } from './shell/sign-in-page.tsx';

/** Each page is a file of its own, which loads when it is opened. */
const PAGES = {
  '/home': lazy(() => import('./home/home-page.tsx')),
  '/rates': lazy(() => import('./rates/rates-page.tsx')),
  '/chats': lazy(() => import('./chats/chats-page.tsx')),
  '/chats/new': lazy(() => import('./chats/new-chat-page.tsx')),
  '/chats/:chatId': lazy(() => import('./chats/chat-page.tsx')),
  '/quotes': lazy(() => import('./quotes/quotes-page.tsx')),
  '/quotes/new': lazy(() => import('./quotes/new-quote-page.tsx')),
  '/quotes/:quoteId': lazy(() => import('./quotes/quote-page.tsx')),
  '/quotes/:quoteId/revise': lazy(() => import('./quotes/revise-quote-page.tsx')),
  '/quotes/:quoteId/sheet': lazy(() => import('./quotes/sheet-page.tsx')),
  '/rfps': lazy(() => import('./rfps/rfps-page.tsx')),
  '/rfps/new': lazy(() => import('./rfps/new-rfp-page.tsx')),
  '/rfps/:rfpId': lazy(() => import('./rfps/rfp-page.tsx')),
  '/reports': lazy(() => import('./reports/reports-page.tsx')),
  '/reports/import': lazy(() => import('./reports/import-quotes-page.tsx')),
  '/customers': lazy(() => import('./customers/customers-page.tsx')),
  '/contract-rates': lazy(() => import('./contracts/contract-rates-page.tsx')),
  '/contract-rates/new': lazy(async () => ({
    default: (await import('./contracts/contract-rate-page.tsx')).NewRatePage,
  })),
  '/contract-rates/import': lazy(() => import('./contracts/import-rates-page.tsx')),
  '/contract-rates/:rateId': lazy(() => import('./contracts/contract-rate-page.tsx')),
  '/strategy': lazy(() => import('./strategy/strategy-page.tsx')),
  '/accessorials': lazy(() => import('./accessorials/accessorials-page.tsx')),
  '/terminals': lazy(() => import('./terminals/terminals-page.tsx')),
  '/webhooks': lazy(() => import('./webhooks/webhooks-page.tsx')),
  '/webhooks/new': lazy(() => import('./webhooks/new-webhook-page.tsx')),
  '/webhooks/:webhookId': lazy(() => import('./webhooks/webhook-page.tsx')),
  '/webhooks/:webhookId/deliveries/:deliveryId': lazy(() => import('./webhooks/delivery-page.tsx')),
  '/market': lazy(() => import('./market/market-page.tsx')),
  '/usage': lazy(() => import('./usage/usage-page.tsx')),
  '/settings/profile': lazy(() => import('./settings/profile-page.tsx')),
  '/settings/keys': lazy(() => import('./settings/keys-page.tsx')),
  '/settings/audit-log': lazy(() => import('./settings/audit-log-page.tsx')),
};

interface State {
  readonly error?: unknown;
  readonly failed: boolean;
}

/** Shows an unexpected error of the console, for example a file that did not load, instead of an empty page. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        <ErrorNotice error={this.state.error} />
        <button type="button" onClick={() => window.location.reload()}>
          Reload the page
        </button>
      </>
    );
  }
}

// Only such a router can ask before a page with unsaved changes is left.
const router = createBrowserRouter(
  [
    {
      path: '*',
      element: (
        <ErrorBoundary>
          <SignInProvider>
            <Pages />
          </SignInProvider>
        </ErrorBoundary>
      ),
    },
  ],
  { basename: '/console' },
);

const THEME = { respectReducedMotion: true };

export function App() {
  return (
    // The style sheets have all variables and classes: the security policy rejects style elements.
    <MantineProvider
      theme={THEME}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <RouterProvider router={router} />
    </MantineProvider>
  );
}

function Pages() {
  const { state } = useSignIn();
  if (state.kind === 'asking') return null;
  if (state.kind !== 'signed-in') return <SignInPage />;
  return (
    <Layout>
      <ErrorBoundary>
        <Suspense fallback={<Loading />}>
          <Routes>
            <Route index element={<Navigate to="/home" replace />} />
            {Object.entries(PAGES).map(([path, Shown]) => (
              <Route key={path} path={path} element={<Shown />} />
            ))}
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </Layout>
  );
}

const NotFoundPage = () => (
  <Page title="Page not found" lead="The address names no page of the console.">
    <p>
      <Link to="/rates">Open rates</Link> or <Link to="/quotes">open quotes</Link>.
    </p>
  </Page>
);
