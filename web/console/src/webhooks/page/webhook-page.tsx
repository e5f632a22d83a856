import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Webhook } from '../../api/client.ts';
import { isMissing } from '../../api/is-missing.ts';
import { permissionsOf } from '../../api/permissions.ts';
import { useSession } from '../../api/session.tsx';
import { Loading } from '../../feedback/loading.tsx';
import { Page } from '../../shell/page.tsx';
import { DeliveriesTab } from '../deliveries/deliveries-tab.tsx';
import { TestTab } from '../deliveries/test-tab.tsx';
import { OverviewTab } from '../overview-tab.tsx';
import { SecretTab } from '../secret-tab.tsx';
import { SettingsTab } from '../settings-tab.tsx';
import { WebhookError } from '../webhook-error.tsx';
import { DisabledNotice, Warnings } from '../webhook-notices.tsx';
import { WebhookState } from '../webhook-state.tsx';
import styles from '../webhooks.module.css';

const LIST = { path: '/webhooks', title: 'Webhooks' };

interface Tab {
  readonly value: string;
  readonly title: string;
  content(webhook: Webhook): ReactNode;
}

const READ_TABS: readonly Tab[] = [
  { value: 'overview', title: 'Overview', content: (webhook) => <OverviewTab webhook={webhook} /> },
  { value: 'deliveries', title: 'Deliveries', content: (webhook) => <DeliveriesTab webhook={webhook} /> },
  { value: 'secret', title: 'Secret', content: (webhook) => <SecretTab webhook={webhook} /> },
];
const WRITE_TABS: readonly Tab[] = [
  { value: 'test', title: 'Test', content: (webhook) => <TestTab webhook={webhook} /> },
  { value: 'settings', title: 'Settings', content: (webhook) => <SettingsTab webhook={webhook} /> },
];

/** A webhook: its health, its deliveries, its secret and its settings. The address has the open tab. */
export default function WebhookPage() {
  const { webhookId = '' } = useParams();
  const { client } = useSession();
  const webhook = useQuery({
    queryKey: ['webhooks', 'one', webhookId],
    queryFn: ({ signal }) => client.webhooks.get(webhookId, { signal }),
    staleTime: 0,
  });
  if (webhook.isError && (isMissing(webhook.error) || webhook.data === undefined)) {
    return (
      <Page title="Webhook" parent={LIST}>
        <WebhookError error={webhook.error} onRetry={() => void webhook.refetch()} />
      </Page>
    );
  }
  if (webhook.data === undefined) return <Loading rows={10} />;
  return (
    <>
      {webhook.isError ? <WebhookError error={webhook.error} onRetry={() => void webhook.refetch()} /> : null}
      <WebhookDetail key={webhookId} webhook={webhook.data} />
    </>
  );
}

function WebhookDetail({ webhook }: { readonly webhook: Webhook }) {
  const { organization } = useSession();
  const { canWrite } = permissionsOf(organization);
  const [parameters, setParameters] = useSearchParams();
  const tabs = canWrite ? [...READ_TABS, ...WRITE_TABS] : READ_TABS;
  const open = tabs.find(({ value }) => value === parameters.get('tab')) ?? tabs[0];
  return (
    <Page
      title={webhook.url}
      parent={LIST}
      lead={
        <>
          <WebhookState enabled={webhook.enabled} /> · <code>{webhook.id}</code>
        </>
      }
    >
      <DisabledNotice webhook={webhook} />
      <Warnings warnings={webhook.warnings} />
      <Tabs
        value={open?.value ?? null}
        onChange={(tab) => setParameters(tab === null || tab === 'overview' ? {} : { tab })}
        keepMounted={false}
      >
        <Tabs.List aria-label="Parts of the webhook">
          {tabs.map(({ value, title }) => (
            <Tabs.Tab key={value} value={value} className={styles.tab_button ?? ''}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, content }) => (
          <Tabs.Panel key={value} value={value} className={styles.tab ?? ''}>
            {content(webhook)}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
