import { Checkbox, TextInput } from '@mantine/core';
import { EVENT_NAMES, eventText, type WebhookForm } from './webhook-form.ts';
import styles from './webhooks.module.css';

interface WebhookFieldsProps {
  readonly form: Pick<WebhookForm, 'url' | 'events'>;
  readonly errors: Partial<Record<'url' | 'events', string>>;
  onChange(part: Partial<Pick<WebhookForm, 'url' | 'events'>>): void;
}

/** Address and events of a webhook. */
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
