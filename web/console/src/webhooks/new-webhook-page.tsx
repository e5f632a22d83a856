import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CreatedWebhook } from '../api/client.ts';
import { InvalidFields } from '../api/field-messages.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { FormCheckbox } from '../form/form.tsx';
import { SendingForm } from '../form/form-dialog.tsx';
import { LinkButton } from '../shell/buttons.tsx';
import { Notice } from '../shell/feedback.tsx';
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
  const [created, setCreated] = useState<CreatedWebhook>();
  const create = async (form: WebhookForm) => {
    const errors = webhookErrors(form);
    if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
    const body = creationOf(form, organization.id);
    setCreated(await client.webhooks.create(body, { idempotencyKey: keyFor(body) }));
    void queries.invalidateQueries({ queryKey: ['webhooks', 'list'] });
  };
  if (created !== undefined) return <Created webhook={created} />;
  return (
    <Page
      title="New webhook"
      parent={LIST}
      lead={`An address of yours that receives events of ${organization.mode} keys.`}
      blocked={readOnly}
    >
      <SendingForm<WebhookForm>
        className="stack card"
        label="Webhook"
        initial={{ events: [], enabled: true }}
        action="Create the webhook"
        cancel={
          <LinkButton to="/webhooks" variant="default">
            Cancel
          </LinkButton>
        }
        send={create}
      >
        <WebhookFields />
        <FormCheckbox
          name="enabled"
          label="Send events immediately"
          description="Without this, the webhook starts disabled. You can test it before you enable it."
        />
      </SendingForm>
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
