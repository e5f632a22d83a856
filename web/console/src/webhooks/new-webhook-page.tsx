import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CreatedWebhook, CreateWebhookBody } from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { LinkButton } from '../shell/buttons.tsx';
import { SendForm } from '../shell/dialog.tsx';
import { ErrorNotice, Notice } from '../shell/feedback.tsx';
import { Page } from '../shell/page.tsx';
import { SecretOnce } from './secret-tab.tsx';
import { WebhookFields } from './settings-tab.tsx';
import { creationOf, type WebhookForm, webhookErrors } from './webhook-form.ts';
import { Warnings } from './webhook-page.tsx';

const LIST = { path: '/webhooks', title: 'Webhooks' };

export default function NewWebhookPage() {
  const { client, organization, readOnly } = useSession();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [form, setForm] = useState<WebhookForm>({ url: '', events: [], enabled: true });
  const [isChecked, setChecked] = useState(false);
  const creation = useMutation({
    mutationFn: (body: CreateWebhookBody) => client.webhooks.create(body, { idempotencyKey: keyFor(body) }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['webhooks', 'list'] }),
    // The answer has the secret: it ends with the page.
    gcTime: 0,
  });
  if (creation.data !== undefined) return <Created webhook={creation.data} />;
  const errors = isChecked ? webhookErrors(form) : {};
  const send = () => {
    setChecked(true);
    if (Object.keys(webhookErrors(form)).length === 0) creation.mutate(creationOf(form, organization.id));
  };
  return (
    <Page
      title="New webhook"
      parent={LIST}
      lead={`An address of yours that receives events of ${organization.mode} keys.`}
      blocked={readOnly}
    >
      <SendForm className="stack card" label="Webhook" onSend={send}>
        <WebhookFields
          form={form}
          errors={errors}
          onChange={(part) => setForm((known) => ({ ...known, ...part }))}
        />
        <Checkbox
          label="Send events immediately"
          description="Without this, the webhook starts disabled. You can test it before you enable it."
          checked={form.enabled}
          onChange={({ currentTarget: { checked: enabled } }) => setForm((known) => ({ ...known, enabled }))}
        />
        <ErrorNotice error={creation.error} onRetry={send} />
        <div className="foot">
          <LinkButton to="/webhooks" variant="default">
            Cancel
          </LinkButton>
          <Button type="submit" loading={creation.isPending}>
            Create the webhook
          </Button>
        </div>
      </SendForm>
    </Page>
  );
}

function Created({ webhook }: { readonly webhook: CreatedWebhook }) {
  const navigate = useNavigate();
  const path = `/webhooks/${encodeURIComponent(webhook.id)}`;
  return (
    <Page title="Webhook created" parent={LIST} lead={<bdi>{webhook.url}</bdi>}>
      {webhook.secret === undefined ? (
        <>
          <Notice tone="yellow" title="The signing secret was lost" role="alert">
            The webhook was created before, and the answer with its secret did not arrive. Open the webhook
            and replace the secret.
          </Notice>
          <LinkButton to={`${path}?tab=secret`}>Open the webhook</LinkButton>
        </>
      ) : (
        <>
          <SecretOnce secret={webhook.secret} onStored={() => void navigate(`${path}?tab=test`)} />
          <Warnings warnings={webhook.warnings} />
        </>
      )}
    </Page>
  );
}
