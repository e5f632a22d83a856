import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UpdateWebhookBody, Webhook } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { ConfirmButton, DeleteButton, SendForm } from '../shell/dialog.tsx';
import { ErrorNotice, Notice } from '../shell/feedback.tsx';
import { Panel } from '../shell/page.tsx';
import { changeOf, EVENT_NAMES, eventText, type WebhookForm, webhookErrors } from './webhook-form.ts';
import { useWebhookChange } from './webhook-state.tsx';
import styles from './webhooks.module.css';

/** Thrown before a save: another tab or person changed the webhook since the form was filled. */
class ChangedElsewhere extends Error {}

export function SettingsTab({ webhook }: { readonly webhook: Webhook }) {
  const update = useUpdate(webhook);
  return (
    <>
      {/* A new form after each change, also one of another tab. */}
      <ChangePanels key={webhook.updatedAt} webhook={webhook} update={update} />
      <DeletePanel webhook={webhook} />
    </>
  );
}

/** The form, and the button that must not discard its input. */
function ChangePanels({ webhook, update }: UpdateProps) {
  const [form, setForm] = useState<Omit<WebhookForm, 'enabled'>>({
    url: webhook.url,
    events: webhook.events,
  });
  const change = changeOf(form, webhook);
  const isChanged = change.url !== undefined || sorted(change.events) !== sorted(webhook.events);
  const errors = webhookErrors(form);
  const save = () => {
    if (Object.keys(errors).length === 0) update.mutate(change);
  };
  return (
    <>
      <Panel title="Address and events" note="Pending deliveries use a new address at their next attempt.">
        <SendForm className="stack" label="Address and events" onSend={save}>
          <WebhookFields
            form={form}
            errors={errors}
            onChange={(part) => setForm((known) => ({ ...known, ...part }))}
          />
          <SaveError webhook={webhook} update={update} onRetry={save} />
          <div className="foot">
            <span role="status" className="dimmed">
              {update.isSuccess && !isChanged ? 'Saved' : ''}
            </span>
            <Button type="submit" loading={update.isPending} disabled={!isChanged}>
              Save
            </Button>
          </div>
        </SendForm>
      </Panel>
      <EnabledPanel webhook={webhook} isChanged={isChanged} />
    </>
  );
}

const sorted = (events: readonly string[]) => [...events].sort().join();

/** Saves a change if the webhook is still as the page shows it. */
function useUpdate(webhook: Webhook) {
  const { client } = useSession();
  const queries = useQueryClient();
  return useWebhookChange(webhook.id, {
    mutationFn: async (change: UpdateWebhookBody) => {
      const current = await client.webhooks.get(webhook.id);
      if (current.updatedAt !== webhook.updatedAt) throw new ChangedElsewhere();
      return await client.webhooks.update(webhook.id, change);
    },
    onSuccess: (changed) => {
      queries.setQueryData(['webhooks', 'one', webhook.id], changed);
      void queries.invalidateQueries({ queryKey: ['webhooks', 'list'] });
    },
  });
}

interface UpdateProps {
  readonly webhook: Webhook;
  readonly update: ReturnType<typeof useUpdate>;
}

function SaveError({ webhook, update, onRetry }: UpdateProps & { onRetry(): void }) {
  const queries = useQueryClient();
  const { error } = update;
  const load = async () => {
    await queries.invalidateQueries({ queryKey: ['webhooks', 'one', webhook.id] });
    update.reset();
  };
  if (error === null) return null;
  if (!(error instanceof ChangedElsewhere)) return <ErrorNotice error={error} onRetry={onRetry} />;
  return (
    <Notice tone="yellow" title="The webhook was changed in the meantime" role="alert">
      <p className="text">
        Another tab, a person or the service changed it. Nothing was saved. Load the current values, then make
        your change again.
      </p>
      <Button size="xs" variant="default" onClick={() => void load()}>
        Load the current values
      </Button>
    </Notice>
  );
}

function EnabledPanel({ webhook, isChanged }: { readonly webhook: Webhook; readonly isChanged: boolean }) {
  const update = useUpdate(webhook);
  const { events, orgId, enabled } = webhook;
  const set = () => update.mutate({ events, orgId, enabled: !enabled });
  return (
    <Panel
      title={enabled ? 'Disable' : 'Enable'}
      note={
        enabled
          ? 'A disabled webhook receives no events. You can still test it, and enable it again later.'
          : 'An enabled webhook receives events from now on. Events of the time before are not sent: recover failed deliveries in the tab Deliveries.'
      }
    >
      {isChanged ? (
        <p className="text">Save the address and events first, or restore them.</p>
      ) : enabled ? (
        <ConfirmButton
          label="Disable the webhook"
          title="Disable this webhook?"
          confirm="Disable"
          isPending={update.isPending}
          onConfirm={set}
        >
          No more events are sent. Pending deliveries fail. You can recover them after you enable the webhook
          again.
        </ConfirmButton>
      ) : (
        <Button onClick={set} loading={update.isPending}>
          Enable the webhook
        </Button>
      )}
      <SaveError webhook={webhook} update={update} onRetry={set} />
    </Panel>
  );
}

const DeletePanel = ({ webhook }: { readonly webhook: Webhook }) => {
  const { client } = useSession();
  return (
    <Panel title="Delete" note="To stop events for some time, disable the webhook instead.">
      <DeleteButton
        label="Delete the webhook"
        title="Delete this webhook?"
        confirm="Delete permanently"
        path="/webhooks"
        list={['webhooks', 'list']}
        onDelete={() => client.webhooks.delete(webhook.id)}
      >
        No more events are sent to <bdi>{webhook.url}</bdi>, and pending deliveries fail. The signing secrets
        are deleted, and the delivery log can no longer be read.
      </DeleteButton>
    </Panel>
  );
};

interface WebhookFieldsProps {
  readonly form: Pick<WebhookForm, 'url' | 'events'>;
  readonly errors: Partial<Record<'url' | 'events', string>>;
  onChange(part: Partial<Pick<WebhookForm, 'url' | 'events'>>): void;
}

export const WebhookFields = ({ form, errors, onChange }: WebhookFieldsProps) => (
  <>
    <TextInput
      type="url"
      label="Address"
      description="Where your receiver listens. Use https, so that others cannot read the events."
      placeholder="https://example.com/webhooks"
      value={form.url}
      error={errors.url}
      onChange={(event) => onChange({ url: event.currentTarget.value })}
      autoComplete="off"
      spellCheck={false}
    />
    <Checkbox.Group
      label="Events"
      description="The address receives one request for each of these events."
      value={[...form.events]}
      onChange={(events) => onChange({ events })}
      error={errors.events}
    >
      <div className={styles.events}>
        {EVENT_NAMES.map((name) => (
          <Checkbox
            key={name}
            value={name}
            label={<code>{name}</code>}
            description={eventText(name)}
            error={errors.events !== undefined}
          />
        ))}
      </div>
    </Checkbox.Group>
  </>
);
