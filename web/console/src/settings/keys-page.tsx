import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useState } from 'react';
import type { ApiKey } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { dayText } from '../format/dates.ts';
import { counted } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';
import { Choices, Dialog } from '../shell/dialog.tsx';
import { Blocked, ErrorNotice, Loaded } from '../shell/feedback.tsx';
import { Page, Time, Tone } from '../shell/page.tsx';
import { CreateKey, KeyName, RotateKey } from './key-dialogs.tsx';
import { isLastAdmin, permitted, scopeNames } from './key-rules.ts';

function DeleteKey({ apiKey, keys, onClose }: { apiKey: ApiKey; keys: readonly ApiKey[]; onClose(): void }) {
  const { client, organization, signOut } = useSession();
  const queries = useQueryClient();
  const isOwn = apiKey.id === organization.keyId;
  const deletion = useMutation({
    mutationFn: () => client.keys.delete(apiKey.id),
    onSuccess: async () => {
      if (isOwn) signOut('deleted');
      else {
        await queries.invalidateQueries({ queryKey: ['settings'] });
        onClose();
      }
    },
  });
  if (isLastAdmin(apiKey, keys)) {
    return (
      <>
        <p className="text">
          <KeyName apiKey={apiKey} /> is the only key with the scope admin that does not expire. Without it,
          no key could create keys. Create another such key first, or rotate this key.
        </p>
        <Group justify="flex-end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </>
    );
  }
  return (
    <>
      <p className="text">
        Programs that use <KeyName apiKey={apiKey} /> stop working within a minute. They can no longer:
      </p>
      <ul className="list">
        {permitted(apiKey.scopes).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="text">
        {apiKey.lastUsedOn === null
          ? 'No use of the key is recorded.'
          : `The key was last used on ${dayText(apiKey.lastUsedOn)} (UTC).`}{' '}
        A deleted key cannot be restored.
      </p>
      {isOwn ? (
        <p className="text">
          <strong>You are signed in with this key.</strong> The deletion ends your session.
        </p>
      ) : null}
      <ErrorNotice error={deletion.error} onRetry={deletion.mutate} />
      <Choices
        confirm="Delete the key"
        isDanger
        isPending={deletion.isPending}
        onCancel={onClose}
        onConfirm={deletion.mutate}
      />
    </>
  );
}

type OpenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'rotate' | 'delete'; readonly apiKey: ApiKey };

const TITLES = { create: 'Create a key', rotate: 'Rotate a key', delete: 'Delete a key' } as const;

export default function KeysPage() {
  const { client, organization, canAdmin, notAdmin } = useSession();
  const [dialog, setDialog] = useState<OpenDialog>();
  const [isLocked, setLocked] = useState(false);
  const keys = useQuery({
    queryKey: ['settings', 'keys'],
    queryFn: async ({ signal }) => (await client.keys.list({ signal })).items,
    enabled: canAdmin,
  });
  const close = () => {
    setDialog(undefined);
    setLocked(false);
  };
  return (
    <Page
      title="API keys"
      lead={`Keys of your programs and of people who use this console, in ${organization.mode} mode. To manage ${organization.mode === 'live' ? 'test' : 'live'} keys, sign in with such a key.`}
      actions={
        canAdmin ? <Button onClick={() => setDialog({ kind: 'create' })}>Create a key</Button> : undefined
      }
    >
      <Blocked reason={notAdmin} />
      {canAdmin ? (
        <Loaded query={keys}>
          {(items) => (
            <>
              <KeyTable keys={items} onDialog={setDialog} />
              <p className="note" role="status">
                {counted(items.length, 'key')}, without expired and deleted keys
              </p>
            </>
          )}
        </Loaded>
      ) : null}
      <Dialog
        opened={dialog !== undefined}
        onClose={close}
        title={dialog === undefined ? '' : TITLES[dialog.kind]}
        // A new key is shown once: only its buttons close the dialog.
        closeOnClickOutside={false}
        closeOnEscape={!isLocked}
        withCloseButton={false}
      >
        {dialog?.kind === 'create' ? <CreateKey onLock={setLocked} onClose={close} /> : null}
        {dialog?.kind === 'rotate' ? (
          <RotateKey apiKey={dialog.apiKey} onLock={setLocked} onClose={close} />
        ) : null}
        {dialog?.kind === 'delete' ? (
          <DeleteKey apiKey={dialog.apiKey} keys={keys.data ?? []} onClose={close} />
        ) : null}
      </Dialog>
    </Page>
  );
}

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  onDialog(dialog: OpenDialog): void;
}

/** A dialog that opens or closes does not draw the rows again. */
const KeyTable = memo(function KeyTable({ keys, onDialog }: KeyTableProps) {
  const { organization } = useSession();
  return (
    <DataTable
      caption="API keys"
      rows={keys}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Name',
          isHeader: true,
          cell: ({ id, name, prefix }) => (
            <span className="cell-stack">
              <bdi>{name}</bdi>
              <code className="dimmed">{prefix}…</code>
              {id === organization.keyId ? <Tone color="blue">This session</Tone> : null}
            </span>
          ),
        },
        { title: 'Scopes', cell: ({ scopes }) => scopeNames(scopes) },
        { title: 'Mode', isMinor: true, cell: ({ mode }) => (mode === 'live' ? 'Live' : 'Test') },
        { title: 'Created', isMinor: true, cell: ({ createdAt }) => <Time value={createdAt} /> },
        {
          title: 'Expires',
          isMinor: true,
          cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : <Time value={expiresAt} />),
        },
        {
          title: 'Last used (UTC)',
          isMinor: true,
          cell: ({ lastUsedOn }) => (lastUsedOn === null ? 'No use recorded' : dayText(lastUsedOn)),
        },
        {
          title: 'Actions',
          cell: (apiKey) => (
            <Group gap="xs" wrap="nowrap">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Rotate ${apiKey.name}`}
                onClick={() => onDialog({ kind: 'rotate', apiKey })}
              >
                Rotate
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Delete ${apiKey.name}`}
                onClick={() => onDialog({ kind: 'delete', apiKey })}
              >
                Delete
              </Button>
            </Group>
          ),
        },
      ]}
    />
  );
});
