import { Button, Checkbox, CopyButton, Group, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, CreateKeyBody } from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { Fields, FormSelect, FormText } from '../form/form.tsx';
import { addDays, timeText, today } from '../format/dates.ts';
import { Choices, SendForm } from '../shell/dialog.tsx';
import { ErrorNotice, Notice } from '../shell/feedback.tsx';
import {
  DEFAULT_OVERLAP,
  endOfDay,
  missingScopes,
  nameError,
  OVERLAPS,
  SCOPES,
  type Scope,
  scopeNames,
} from './key-rules.ts';

export const KeyName = ({
  apiKey: { name, prefix },
}: {
  readonly apiKey: Pick<ApiKey, 'name' | 'prefix'>;
}) => (
  <>
    <bdi>
      <strong>{name}</strong>
    </bdi>{' '}
    (<code>{prefix}…</code>)
  </>
);

interface KeySecretProps {
  /** Undefined if the answer with the key was lost: the service does not repeat it. */
  readonly apiKey: string | undefined;
  readonly next?: string | undefined;
  onDone(): void;
}

/** A new key, which is shown only once. It is not stored. */
const KeySecret = ({ apiKey, next, onDone }: KeySecretProps) =>
  apiKey === undefined ? (
    <>
      <Notice tone="red" title="The key exists, but it cannot be shown" role="alert">
        The connection was lost while the service sent the key, and the service sends it only once. Delete the
        key and create another one.
      </Notice>
      <Group justify="flex-end">
        <Button onClick={onDone}>Close</Button>
      </Group>
    </>
  ) : (
    <>
      <p className="text">Copy the key now. Neither the console nor the service can show it again.</p>
      <p className="copyable">
        <code>{apiKey}</code>
      </p>
      {next === undefined ? null : <p className="text">{next}</p>}
      <Group justify="flex-end">
        <CopyButton value={apiKey} timeout={5_000}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} data-autofocus>
              {copied ? 'Copied' : 'Copy the key'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>I stored the key</Button>
      </Group>
    </>
  );

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

export function CreateKey({ onLock, onClose }: CreateKeyProps) {
  const { client, organization } = useSession();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [form, setForm] = useState(() => ({ name: '', lifetime: '', day: addDays(today(), 90) }));
  const [scopes, setScopes] = useState<readonly Scope[]>(['read']);
  const { name, lifetime, day } = form;
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
  if (creation.isSuccess) return <KeySecret apiKey={creation.data.apiKey} onDone={onClose} />;
  return (
    <SendForm className="stack" label="New key" onSend={send}>
      <Fields
        values={form}
        errors={isChecked ? errors : {}}
        onChange={(part) => setForm({ ...form, ...part })}
      >
        <FormText
          name="name"
          label="Name"
          description="What uses the key, for example the name of a program"
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
          <div className="stack">
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
        <FormSelect
          name="lifetime"
          label="Expires"
          description={
            expiresAt === undefined
              ? 'Without an expiry, the key works until it is deleted.'
              : `The key works until ${timeText(expiresAt)} in your time zone.`
          }
          data={LIFETIMES}
        />
        {lifetime === 'day' ? <FormText name="day" type="date" label="Last day" min={today()} /> : null}
      </Fields>
      <ErrorNotice error={creation.error} onRetry={send} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={creation.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={creation.isPending}>
          Create the key
        </Button>
      </Group>
    </SendForm>
  );
}

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  /** While the dialog must stay open: the answer has the only copy of the key. */
  onLock(isLocked: boolean): void;
  onClose(): void;
}

export function RotateKey({ apiKey, onLock, onClose }: RotateKeyProps) {
  const { client, organization, signOut } = useSession();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [overlap, setOverlap] = useState(DEFAULT_OVERLAP);
  const isOwn = apiKey.id === organization.keyId;
  const rotation = useMutation({
    mutationFn: (overlapHours: number) =>
      client.keys.rotate(
        apiKey.id,
        { overlapHours },
        { idempotencyKey: keyFor({ id: apiKey.id, overlapHours }) },
      ),
    onMutate: () => onLock(true),
    onError: () => onLock(false),
    // A 401 to the ended key of this session would close the dialog with the new key.
    onSettled: () => (isOwn ? undefined : queries.invalidateQueries({ queryKey: ['settings'] })),
    // The answer contains the key.
    gcTime: 0,
  });
  const send = () => rotation.mutate(Number(overlap));
  const missing = missingScopes(apiKey, organization.scopes);
  if (rotation.isSuccess) {
    return (
      <KeySecret
        apiKey={rotation.data.apiKey}
        next={
          isOwn ? 'Then the console asks for the new key, because you signed in with the old one.' : undefined
        }
        onDone={() => (isOwn ? signOut('rotated') : onClose())}
      />
    );
  }
  if (missing.length > 0) {
    return (
      <>
        <p className="text">
          <KeyName apiKey={apiKey} /> has a scope that your key does not have: {scopeNames(missing)}. A key
          with all of its scopes can rotate it. You can delete it.
        </p>
        <Group justify="flex-end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </>
    );
  }
  return (
    <div className="stack">
      <p className="text">
        A new key replaces <KeyName apiKey={apiKey} />. It has the same name, scopes and expiry. A key can be
        rotated once.
      </p>
      {isOwn ? (
        <p className="text">
          <strong>You are signed in with this key.</strong> After the rotation, the console asks for the new
          key.
        </p>
      ) : null}
      <NativeSelect
        label="How long the old key still works"
        description="Change your programs to the new key in this time."
        data={[...OVERLAPS]}
        value={overlap}
        onChange={(event) => setOverlap(event.currentTarget.value)}
      />
      <ErrorNotice error={rotation.error} onRetry={send} />
      <Choices confirm="Rotate the key" isPending={rotation.isPending} onCancel={onClose} onConfirm={send} />
    </div>
  );
}
