import { Button, Checkbox, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ApiKey } from '../api/client.ts';
import { InvalidFields } from '../api/field-messages.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { FormSelect, FormText, useFormState } from '../form/form.tsx';
import { SendingForm } from '../form/form-dialog.tsx';
import { addDays, dayText, timeText, today } from '../format/dates.ts';
import { CopyValue } from '../shell/buttons.tsx';
import { ConfirmButton, Dialog } from '../shell/dialog.tsx';
import { Notice } from '../shell/feedback.tsx';
import {
  DEFAULT_OVERLAP,
  endOfDay,
  isLastAdmin,
  missingScopes,
  nameError,
  OVERLAPS,
  permitted,
  SCOPES,
  type Scope,
  scopeNames,
} from './key-rules.ts';

const KeyName = ({ apiKey: { name, prefix } }: { readonly apiKey: ApiKey }) => (
  <>
    <bdi>
      <strong>{name}</strong>
    </bdi>{' '}
    (<code>{prefix}…</code>)
  </>
);

/** A new key, which is shown only once and not stored. */
interface NewKey {
  /** Undefined if the answer with the key was lost: the service does not repeat it. */
  readonly apiKey: string | undefined;
  /** Whether it replaces the key of the session. */
  readonly isOwn: boolean;
}

interface KeyDialogProps {
  /** What the person makes: a key, or one in place of another. Undefined: the dialog is closed. */
  readonly making: 'new' | ApiKey | undefined;
  onClose(): void;
}

/** Makes a key and shows it. A key whose form was closed before its answer is shown all the same. */
export function KeyDialog({ making, onClose }: KeyDialogProps) {
  const { signOut } = useSession();
  // Several, if a key was made after the form of another was closed.
  const [[made, ...others], setKeys] = useState<readonly NewKey[]>([]);
  const onMade = (key: NewKey) => setKeys((keys) => [...keys, key]);
  const done = () => {
    if (made?.isOwn) return signOut('rotated');
    setKeys(others);
    onClose();
  };
  const cancel = (
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
  );
  return (
    <Dialog
      opened={making !== undefined || made !== undefined}
      onClose={onClose}
      title={making === undefined ? 'New key' : making === 'new' ? 'Create a key' : 'Rotate a key'}
      closeOnClickOutside={false}
      closeOnEscape={made === undefined}
      withCloseButton={false}
    >
      {made !== undefined ? (
        <KeySecret {...made} onDone={done} />
      ) : making === 'new' ? (
        <CreateKey cancel={cancel} onMade={onMade} />
      ) : making === undefined ? null : (
        <RotateKey apiKey={making} cancel={cancel} onMade={onMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

const KeySecret = ({ apiKey, isOwn, onDone }: NewKey & { onDone(): void }) =>
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
        <CopyValue value={apiKey} what="the key" />
      </p>
      {isOwn ? (
        <p className="text">Then the console asks for the new key, because you signed in with the old one.</p>
      ) : null}
      <Group justify="flex-end">
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

interface NewKeyForm {
  readonly name?: string;
  readonly scopes: readonly Scope[];
  readonly lifetime?: string;
  readonly day?: string;
}

/** The end of the key; undefined if it has none, or for an invalid day. */
const expiryOf = ({ lifetime, day = '' }: NewKeyForm): string | undefined =>
  lifetime === undefined
    ? undefined
    : endOfDay(lifetime === 'day' ? day : addDays(today(), Number(lifetime)));

interface MakeKeyProps {
  readonly cancel: ReactNode;
  onMade(made: NewKey): void;
}

function CreateKey({ cancel, onMade }: MakeKeyProps) {
  const { client } = useSession();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const create = async (form: NewKeyForm) => {
    const { name = '', scopes, lifetime, day = '' } = form;
    const expiresAt = expiryOf(form);
    const wrongName = nameError(name);
    const errors = {
      ...(wrongName !== undefined && { name: wrongName }),
      ...(scopes.length === 0 && { scopes: 'Choose at least one scope.' }),
      ...(lifetime === 'day' &&
        (expiresAt === undefined || day < today()) && { day: 'Enter a day that is not past.' }),
    };
    if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
    const body = { name: name.trim(), scopes, ...(expiresAt !== undefined && { expiresAt }) };
    try {
      const { apiKey } = await client.keys.create(body, { idempotencyKey: keyFor(body) });
      onMade({ apiKey, isOwn: false });
    } finally {
      // Also after a lost answer: the key can exist.
      void queries.invalidateQueries({ queryKey: ['settings'] });
    }
  };
  return (
    <SendingForm<NewKeyForm>
      className="stack"
      label="New key"
      initial={{ scopes: ['read'], day: addDays(today(), 90) }}
      action="Create the key"
      cancel={cancel}
      send={create}
    >
      {(form) => {
        const expiresAt = expiryOf(form);
        return (
          <>
            <FormText
              name="name"
              label="Name"
              description="What uses the key, for example the name of a program"
              data-autofocus
            />
            <ScopeChoices />
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
            {form.lifetime === 'day' ? (
              <FormText name="day" type="date" label="Last day" min={today()} />
            ) : null}
          </>
        );
      }}
    </SendingForm>
  );
}

function ScopeChoices() {
  const { organization } = useSession();
  const { value, error, set } = useFormState();
  return (
    <Checkbox.Group
      label="Scopes"
      description="What the key permits. A key cannot give scopes that it does not have."
      value={[...(value('scopes') as readonly Scope[])]}
      error={error('scopes')}
      onChange={(chosen) =>
        set(
          'scopes',
          SCOPES.map((scope) => scope.value).filter((scope) => chosen.includes(scope)),
        )
      }
    >
      <div className="stack">
        {SCOPES.map(({ value: scope, label, permits }) => {
          const isMissing = !organization.scopes.includes(scope);
          return (
            <Checkbox
              key={scope}
              value={scope}
              label={label}
              description={isMissing ? `Your key does not have this scope. ${permits}` : permits}
              disabled={isMissing}
            />
          );
        })}
      </div>
    </Checkbox.Group>
  );
}

interface RotateKeyProps extends MakeKeyProps {
  readonly apiKey: ApiKey;
  onClose(): void;
}

function RotateKey({ apiKey, cancel, onMade, onClose }: RotateKeyProps) {
  const { client, organization } = useSession();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const isOwn = apiKey.id === organization.keyId;
  const missing = missingScopes(apiKey, organization.scopes);
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
  const rotate = async ({ overlap }: { readonly overlap: string }) => {
    const body = { overlapHours: Number(overlap) };
    try {
      const options = { idempotencyKey: keyFor({ id: apiKey.id, ...body }) };
      onMade({ apiKey: (await client.keys.rotate(apiKey.id, body, options)).apiKey, isOwn });
    } finally {
      // A 401 to the ended key of this session would close the dialog with the new key.
      if (!isOwn) void queries.invalidateQueries({ queryKey: ['settings'] });
    }
  };
  return (
    <SendingForm
      className="stack"
      label="Rotation"
      initial={{ overlap: DEFAULT_OVERLAP }}
      action="Rotate the key"
      cancel={cancel}
      send={rotate}
    >
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
      <FormSelect
        name="overlap"
        label="How long the old key still works"
        description="Change your programs to the new key in this time."
        data={[...OVERLAPS]}
      />
    </SendingForm>
  );
}

export function DeleteKey({ apiKey, keys }: { readonly apiKey: ApiKey; readonly keys: readonly ApiKey[] }) {
  const { client, organization, signOut } = useSession();
  const queries = useQueryClient();
  const isOwn = apiKey.id === organization.keyId;
  const isLast = isLastAdmin(apiKey, keys);
  const remove = async () => {
    await client.keys.delete(apiKey.id);
    if (isOwn) signOut('deleted');
    else await queries.invalidateQueries({ queryKey: ['settings'] });
  };
  return (
    <ConfirmButton
      label={
        <>
          Delete<span className="hidden-text"> {apiKey.name}</span>
        </>
      }
      size="compact-sm"
      title="Delete a key"
      confirm={isLast ? undefined : 'Delete the key'}
      isDanger
      run={remove}
    >
      {isLast ? (
        <>
          <KeyName apiKey={apiKey} /> is the only key with the scope admin that does not expire. Without it,
          no key could create keys. Create another such key first, or rotate this key.
        </>
      ) : (
        <>
          Programs that use <KeyName apiKey={apiKey} /> stop working within a minute. They can no longer:{' '}
          {permitted(apiKey.scopes).join(' ')}
          <br />
          {apiKey.lastUsedOn === null
            ? 'No use of the key is recorded.'
            : `The key was last used on ${dayText(apiKey.lastUsedOn)} (UTC).`}{' '}
          A deleted key cannot be restored.
          {isOwn ? (
            <>
              <br />
              <strong>You are signed in with this key.</strong> The deletion ends your session.
            </>
          ) : null}
        </>
      )}
    </ConfirmButton>
  );
}
