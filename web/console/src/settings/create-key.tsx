import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CreateKeyBody } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { addDays, timeText, today } from '../format/dates.ts';
import { endOfDay, nameError, SCOPES, type Scope } from './key-rules.ts';
import { KeySecret } from './key-secret.tsx';
import styles from './keys-page.module.css';

const LIFETIMES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'day', label: 'At the end of a day' },
];

interface CreateKeyProps {
  /** While the dialog must stay open: the answer has the only copy of the key. */
  onLock(isLocked: boolean): void;
  onClose(): void;
}

/** Form of a new key, and then the key. */
export function CreateKey({ onLock, onClose }: CreateKeyProps) {
  const { client, organization } = useSession();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['read']);
  const [lifetime, setLifetime] = useState('');
  const [day, setDay] = useState(() => addDays(today(), 90));
  const [isChecked, setChecked] = useState(false);
  const creation = useMutation({
    mutationFn: (body: CreateKeyBody) => client.keys.create(body, { idempotencyKey: keyFor(body) }),
    onMutate: () => onLock(true),
    onError: () => onLock(false),
    // Also after a lost answer: the key can exist.
    onSettled: () => queries.invalidateQueries({ queryKey: ['settings'] }),
    // The answer contains the key.
    gcTime: 0,
  });
  const lastDay = lifetime === 'day' ? day : addDays(today(), Number(lifetime));
  const expiresAt = lifetime === '' ? undefined : endOfDay(lastDay);
  const errors = {
    name: nameError(name),
    scopes: scopes.length === 0 ? 'Choose at least one scope.' : undefined,
    day:
      lifetime === 'day' && (expiresAt === undefined || day < today())
        ? 'Enter a day that is not past.'
        : undefined,
  };
  const send = () => {
    setChecked(true);
    if (Object.values(errors).some((error) => error !== undefined)) return;
    creation.mutate({ name: name.trim(), scopes, ...(expiresAt === undefined ? {} : { expiresAt }) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  if (creation.isSuccess) return <KeySecret apiKey={creation.data.apiKey} onDone={onClose} />;
  return (
    <form onSubmit={submit} noValidate className={styles.form} aria-label="New key">
      <TextInput
        label="Name"
        description="What uses the key, for example the name of a program"
        value={name}
        error={isChecked ? errors.name : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <Checkbox.Group
        label="Scopes"
        description="What the key permits. A key cannot give scopes that it does not have."
        value={[...scopes]}
        error={isChecked ? errors.scopes : undefined}
        onChange={(chosen) =>
          setScopes(SCOPES.map(({ value }) => value).filter((scope) => chosen.includes(scope)))
        }
      >
        <div className={styles.scopes}>
          {SCOPES.map(({ value, label, permits }) => {
            const isMissing = !organization.scopes.includes(value);
            return (
              <Checkbox
                key={value}
                value={value}
                label={label}
                description={isMissing ? `Your key does not have this scope. ${permits}` : permits}
                disabled={isMissing}
              />
            );
          })}
        </div>
      </Checkbox.Group>
      <NativeSelect
        label="Expires"
        description={
          expiresAt === undefined
            ? 'Without an expiry, the key works until it is deleted.'
            : `The key works until ${timeText(expiresAt)} in your time zone.`
        }
        data={LIFETIMES}
        value={lifetime}
        onChange={(event) => setLifetime(event.currentTarget.value)}
      />
      {lifetime === 'day' ? (
        <TextInput
          type="date"
          label="Last day"
          value={day}
          min={today()}
          error={isChecked ? errors.day : undefined}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      ) : null}
      {creation.isError ? <ErrorNotice error={creation.error} onRetry={send} /> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={creation.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={creation.isPending}>
          Create the key
        </Button>
      </Group>
    </form>
  );
}
