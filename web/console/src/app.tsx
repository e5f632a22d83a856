import { MantineProvider } from '@mantine/core';
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { createBrowserRouter, Link, Navigate, Route, Routes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { SignInProvider, useSignIn } from './api/session.tsx';
import { ErrorNotice, Loading } from './shell/feedback.tsx';
import { Layout } from './shell/layout.tsx';
import { Page } from './shell/page.tsx';
import { SignInPage } from './shell/sign-in-page.tsx';

// Each page is a file of its own, which loads when it is opened.
const HomePage = lazy(() => import('./home/home-page.tsx'));
const RatesPage = lazy(() => import('./rates/rates-page.tsx'));
const ChatsPage = lazy(() => import('./chats/chats-page.tsx'));
const NewChatPage = lazy(() => import('./chats/new-chat-page.tsx'));
const ChatPage = lazy(() => import('./chats/chat-page.tsx'));
const QuotesPage = lazy(() => import('./quotes/quotes-page.tsx'));
const NewQuotePage = lazy(() => import('./quotes/new-quote-page.tsx'));
const QuotePage = lazy(() => import('./quotes/quote-page.tsx'));
const ReviseQuotePage = lazy(() => import('./quotes/revise-quote-page.tsx'));
const SheetPage = lazy(() => import('./quotes/sheet-page.tsx'));
const RfpsPage = lazy(() => import('./rfps/rfps-page.tsx'));
const NewRfpPage = lazy(() => import('./rfps/new-rfp-page.tsx'));
const RfpPage = lazy(() => import('./rfps/rfp-page.tsx'));
const ReportsPage = lazy(() => import('./reports/reports-page.tsx'));
const ImportQuotesPage = lazy(() => import('./reports/import-quotes-page.tsx'));
const CustomersPage = lazy(() => import('./customers/customers-page.tsx'));
const ContractRatesPage = lazy(() => import('./contracts/contract-rates-page.tsx'));
const NewRatePage = lazy(async () => ({
  default: (await import('./contracts/contract-rate-page.tsx')).NewRatePage,
}));
const ContractRatePage = lazy(() => import('./contracts/contract-rate-page.tsx'));
const ImportRatesPage = lazy(() => import('./contracts/import-rates-page.tsx'));
const AccessorialsPage = lazy(() => import('./accessorials/accessorials-page.tsx'));
const StrategyPage = lazy(() => import('./strategy/strategy-page.tsx'));
const TerminalsPage = lazy(() => import('./terminals/terminals-page.tsx'));
const WebhooksPage = lazy(() => import('./webhooks/webhooks-page.tsx'));
const NewWebhookPage = lazy(() => import('./webhooks/new-webhook-page.tsx'));
const WebhookPage = lazy(() => import('./webhooks/webhook-page.tsx'));
const DeliveryPage = lazy(() => import('./webhooks/delivery-page.tsx'));
const MarketPage = lazy(() => import('./market/market-page.tsx'));
const UsagePage = lazy(() => import('./usage/usage-page.tsx'));
const ProfilePage = lazy(() => import('./settings/profile-page.tsx'));
const KeysPage = lazy(() => import('./settings/keys-page.tsx'));
const AuditLogPage = lazy(() => import('./settings/audit-log-page.tsx'));

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
            <Route path="/home" element={<HomePage />} />
            <Route path="/rates" element={<RatesPage />} />
            <Route path="/chats" element={<ChatsPage />} />
            <Route path="/chats/new" element={<NewChatPage />} />
            <Route path="/chats/:chatId" element={<ChatPage />} />
            <Route path="/quotes" element={<QuotesPage />} />
            <Route path="/quotes/new" element={<NewQuotePage />} />
            <Route path="/quotes/:quoteId" element={<QuotePage />} />
            <Route path="/quotes/:quoteId/revise" element={<ReviseQuotePage />} />
            <Route path="/quotes/:quoteId/sheet" element={<SheetPage />} />
            <Route path="/rfps" element={<RfpsPage />} />
            <Route path="/rfps/new" element={<NewRfpPage />} />
            <Route path="/rfps/:rfpId" element={<RfpPage />} />
            <Route path="/reports" element={<ReportsPage />} />
            <Route path="/reports/import" element={<ImportQuotesPage />} />
            <Route path="/customers" element={<CustomersPage />} />
            <Route path="/contract-rates" element={<ContractRatesPage />} />
            <Route path="/contract-rates/new" element={<NewRatePage />} />
            <Route path="/contract-rates/import" element={<ImportRatesPage />} />
            <Route path="/contract-rates/:rateId" element={<ContractRatePage />} />
            <Route path="/strategy" element={<StrategyPage />} />
            <Route path="/accessorials" element={<AccessorialsPage />} />
            <Route path="/terminals" element={<TerminalsPage />} />
            <Route path="/webhooks" element={<WebhooksPage />} />
            <Route path="/webhooks/new" element={<NewWebhookPage />} />
            <Route path="/webhooks/:webhookId" element={<WebhookPage />} />
            <Route path="/webhooks/:webhookId/deliveries/:deliveryId" element={<DeliveryPage />} />
            <Route path="/market" element={<MarketPage />} />
            <Route path="/usage" element={<UsagePage />} />
            <Route path="/settings/profile" element={<ProfilePage />} />
            <Route path="/settings/keys" element={<KeysPage />} />
            <Route path="/settings/audit-log" element={<AuditLogPage />} />
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
