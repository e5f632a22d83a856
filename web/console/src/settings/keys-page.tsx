import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { dayText } from '../format/dates.ts';
import { counted } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';
import { Blocked, Loaded } from '../shell/feedback.tsx';
import { Page, Time, Tone } from '../shell/page.tsx';
import { DeleteKey, KeyDialog } from './key-dialogs.tsx';
import { scopeNames } from './key-rules.ts';

export default function KeysPage() {
  const { client, organization, canAdmin, notAdmin } = useSession();
  const [making, setMaking] = useState<'new' | ApiKey>();
  const keys = useQuery({
    queryKey: ['settings', 'keys'],
    queryFn: async ({ signal }) => (await client.keys.list({ signal })).items,
    enabled: canAdmin,
  });
  return (
    <Page
      title="API keys"
      lead={`Keys of your programs and of people who use this console, in ${organization.mode} mode. To manage ${organization.mode === 'live' ? 'test' : 'live'} keys, sign in with such a key.`}
      actions={canAdmin ? <Button onClick={() => setMaking('new')}>Create a key</Button> : undefined}
    >
      <Blocked reason={notAdmin} />
      {canAdmin ? (
        <Loaded query={keys}>
          {(items) => (
            <>
              <DataTable
                caption="API keys"
                rows={items}
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
                      <Group gap="xs">
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={`Rotate ${apiKey.name}`}
                          onClick={() => setMaking(apiKey)}
                        >
                          Rotate
                        </Button>
                        <DeleteKey apiKey={apiKey} keys={items} />
                      </Group>
                    ),
                  },
                ]}
              />
              <p className="note" role="status">
                {counted(items.length, 'key')}, without expired and deleted keys
              </p>
            </>
          )}
        </Loaded>
      ) : null}
      <KeyDialog making={making} onClose={() => setMaking(undefined)} />
    </Page>
  );
}
