import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UpdateWebhookBody, Webhook } from '../api/client.ts';
import { ExplainedError } from '../api/describe-error.ts';
import { InvalidFields } from '../api/field-messages.ts';
import { useSession } from '../api/session.tsx';
import { Form, FormText, useFormState } from '../form/form.tsx';
import { ActionButton, ConfirmButton, DeleteButton } from '../shell/dialog.tsx';
import { ErrorNotice } from '../shell/feedback.tsx';
import { Panel } from '../shell/page.tsx';
import { changeOf, EVENT_NAMES, eventText, webhookErrors } from './webhook-form.ts';
import { useWebhookChange } from './webhook-state.tsx';
import styles from './webhooks.module.css';

/** A new form after each change, also one of another tab. */
export function SettingsTab({ webhook }: { readonly webhook: Webhook }) {
  const [isSaved, setSaved] = useState(false);
  return (
    <>
      <ChangePanels key={webhook.updatedAt} webhook={webhook} isSaved={isSaved} onSaved={setSaved} />
      <DeletePanel webhook={webhook} />
    </>
  );
}

interface ChangePanelsProps {
  readonly webhook: Webhook;
  readonly isSaved: boolean;
  onSaved(isSaved: boolean): void;
}

/** The form, and the button that must not discard its input. */
function ChangePanels({ webhook, isSaved, onSaved }: ChangePanelsProps) {
  const update = useUpdate(webhook);
  const [form, setForm] = useState({ url: webhook.url, events: webhook.events as readonly string[] });
  const change = changeOf(form, webhook);
  const isChanged = change.url !== undefined || sorted(change.events) !== sorted(webhook.events);
  const saving = useMutation({
    mutationFn: async () => {
      const errors = webhookErrors(form);
      if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
      await update(change);
      onSaved(true);
    },
  });
  return (
    <>
      <Panel title="Address and events" note="Pending deliveries use a new address at their next attempt.">
        <Form
          className="stack"
          label="Address and events"
          body={form}
          error={saving.error}
          onChange={(next) => {
            setForm(next);
            onSaved(false);
          }}
          onSend={saving.mutate}
        >
          <WebhookFields />
          <ErrorNotice error={saving.error} onRetry={saving.mutate} />
          <div className="foot">
            <span role="status" className="dimmed">
              {isSaved ? 'Saved' : ''}
            </span>
            <Button type="submit" loading={saving.isPending} disabled={!isChanged}>
              Save
            </Button>
          </div>
        </Form>
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
  const change = useWebhookChange(webhook.id);
  const queryKey = ['webhooks', 'one', webhook.id];
  return async (body: UpdateWebhookBody) => {
    const current = await change(client.webhooks.get(webhook.id));
    if (current.updatedAt !== webhook.updatedAt)
      throw new ExplainedError(
        'The webhook was changed in the meantime',
        'Another tab, a person or the service changed it. Nothing was saved. Load the current values, then make your change again.',
        { label: 'Load the current values', run: () => queries.invalidateQueries({ queryKey }) },
      );
    queries.setQueryData(queryKey, await change(client.webhooks.update(webhook.id, body)));
    void queries.invalidateQueries({ queryKey: ['webhooks', 'list'] });
  };
}

function EnabledPanel({ webhook, isChanged }: { readonly webhook: Webhook; readonly isChanged: boolean }) {
  const update = useUpdate(webhook);
  const { events, orgId, enabled } = webhook;
  const set = () => update({ events, orgId, enabled: !enabled });
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
        <ConfirmButton label="Disable the webhook" title="Disable this webhook?" confirm="Disable" run={set}>
          No more events are sent. Pending deliveries fail. You can recover them after you enable the webhook
          again.
        </ConfirmButton>
      ) : (
        <ActionButton variant="filled" run={set}>
          Enable the webhook
        </ActionButton>
      )}
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
        run={() => client.webhooks.delete(webhook.id)}
      >
        No more events are sent to <bdi>{webhook.url}</bdi>, and pending deliveries fail. The signing secrets
        are deleted, and the delivery log can no longer be read.
      </DeleteButton>
    </Panel>
  );
};

export function WebhookFields() {
  const { value, error, set } = useFormState();
  return (
    <>
      <FormText
        name="url"
        type="url"
        label="Address"
        description="Where your receiver listens. Use https, so that others cannot read the events."
        placeholder="https://example.com/webhooks"
        spellCheck={false}
      />
      <Checkbox.Group
        label="Events"
        description="The address receives one request for each of these events."
        value={[...((value('events') ?? []) as readonly string[])]}
        onChange={(events) => set('events', events)}
        error={error('events')}
      >
        <div className={styles.events}>
          {EVENT_NAMES.map((name) => (
            <Checkbox
              key={name}
              value={name}
              label={<code>{name}</code>}
              description={eventText(name)}
              error={error('events') !== undefined}
            />
          ))}
        </div>
      </Checkbox.Group>
    </>
  );
}
