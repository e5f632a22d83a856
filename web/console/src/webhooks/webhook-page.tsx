import { Group, NativeSelect, Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { DeliveryWithAttempts, EventName, Webhook } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { ActionButton } from '../shell/dialog.tsx';
import { Notice, TextList } from '../shell/feedback.tsx';
import { Facts, LoadedPage, Page, Panel, Time } from '../shell/page.tsx';
import { Attempt } from './attempt.tsx';
import { DeliveriesTab, deliveryPath } from './deliveries-tab.tsx';
import { HealthPanel } from './health-panel.tsx';
import { SecretTab } from './secret-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { eventText } from './webhook-form.ts';
import { DeliveryState, useWebhookChange, WebhookState } from './webhook-state.tsx';
import styles from './webhooks.module.css';

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

export default function WebhookPage() {
  const { webhookId = '' } = useParams();
  const { client } = useSession();
  const webhook = useQuery({
    queryKey: ['webhooks', 'one', webhookId],
    queryFn: ({ signal }) => client.webhooks.get(webhookId, { signal }),
    staleTime: 0,
  });
  return (
    <LoadedPage
      query={webhook}
      title="Webhook"
      parent={LIST}
      missing={
        <Notice tone="yellow" title="This webhook does not exist" role="alert">
          It was deleted, perhaps in another tab, or it belongs to another organization or mode.{' '}
          <Link to="/webhooks">Show all webhooks</Link>
        </Notice>
      }
    >
      {(data) => <WebhookDetail key={webhookId} webhook={data} />}
    </LoadedPage>
  );
}

function WebhookDetail({ webhook }: { readonly webhook: Webhook }) {
  const { canWrite } = useSession();
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
          <Tabs.Panel key={value} value={value} className="stack" pt="lg">
            {content(webhook)}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

const OverviewTab = ({ webhook }: { readonly webhook: Webhook }) => (
  <>
    <HealthPanel webhookId={webhook.id} />
    <Panel title="Details">
      <Facts
        facts={{
          Address: <bdi>{webhook.url}</bdi>,
          Receives: webhook.livemode ? 'Events of live keys' : 'Events of test keys',
          Created: <Time value={webhook.createdAt} />,
          Changed: <Time value={webhook.updatedAt} />,
        }}
      />
      <h3 className="subtitle">Events</h3>
      <dl className={styles.explained}>
        {webhook.events.map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{eventText(name)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  </>
);

/** Problems of the address that do not prevent registration. */
export const Warnings = ({ warnings }: Pick<Webhook, 'warnings'>) =>
  warnings.length === 0 ? null : (
    <Notice tone="yellow" title="Check the address">
      <TextList texts={warnings.map((text) => text.replace(/^url /, 'The address '))} />
    </Notice>
  );

const DisabledNotice = ({ webhook }: { readonly webhook: Webhook }) =>
  webhook.enabled ? null : (
    <Notice tone="red" title="This webhook is disabled: no events are sent to it">
      {webhook.disabledReason === undefined ? null : (
        <p className="text">
          <bdi>{webhook.disabledReason}</bdi>
        </p>
      )}
      <p className="text">
        {webhook.disabledAt === undefined ? null : (
          <>
            Since <Time value={webhook.disabledAt} />.{' '}
          </>
        )}
        To receive events again, send a test event, enable the webhook in the tab Settings, then recover what
        failed.
      </p>
    </Notice>
  );

function TestTab({ webhook }: { readonly webhook: Webhook }) {
  const { client } = useSession();
  const queries = useQueryClient();
  const [choice, setChoice] = useState<EventName>();
  const event = webhook.events.find((name) => name === choice) ?? webhook.events[0];
  const [tested, setTested] = useState<DeliveryWithAttempts>();
  const change = useWebhookChange(webhook.id);
  const test = async () => {
    setTested(undefined);
    setTested(await change(client.webhooks.test(webhook.id, { event })));
    void queries.invalidateQueries({ queryKey: ['webhooks', 'deliveries', webhook.id] });
  };
  return (
    <Panel
      title="Send a test event"
      note="Sends a signed sample to the address now, once, and waits at most 5 seconds for the answer. A failed test changes nothing: it does not count for the health of the webhook, and is not repeated."
    >
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Event"
          data={[...webhook.events]}
          value={event ?? ''}
          onChange={({ currentTarget: { value } }) => setChoice(value as EventName)}
        />
        <ActionButton
          variant="filled"
          lostAdvice="The test event may have been sent. Check your network, then look at the deliveries."
          run={test}
        >
          Send the test event
        </ActionButton>
      </Group>
      {event === undefined ? null : <p className="small">{eventText(event)}</p>}
      {tested === undefined ? null : <Result delivery={tested} />}
    </Panel>
  );
}

const Result = ({ delivery }: { readonly delivery: DeliveryWithAttempts }) => (
  <section aria-label="Result of the test">
    <p role="status">
      <DeliveryState status={delivery.status} />{' '}
      {delivery.status === 'delivered' ? 'Your receiver accepted the event.' : <bdi>{delivery.reason}</bdi>}{' '}
      <Link to={deliveryPath(delivery)}>Open the delivery</Link>
    </p>
    {delivery.attemptLog.map((attempt) => (
      <Attempt key={attempt.number} delivery={delivery} attempt={attempt} />
    ))}
  </section>
);
