import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Accessorial, AccessorialTariff } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { dayText } from '../format/dates.ts';
import { dollars } from '../format/numbers.ts';
import { CONTAINERS, EQUIPMENT, EQUIPMENT_CHOICES, equipmentName } from '../rates/equipment.ts';
import { DataTable } from '../shell/data-table.tsx';
import { Empty, Loaded } from '../shell/feedback.tsx';
import { Page, Time, Tone } from '../shell/page.tsx';
import { ChangeDialog, OCCASIONS, type OpenChange, RemoveEntry } from './change-dialog.tsx';
import { entryKey, TARIFF_KEY } from './own-tariff.ts';

const SOURCES = [
  { value: '', label: 'All' },
  { value: 'custom', label: 'Your own tariff' },
  { value: 'default', label: 'Base tariff' },
];

export default function AccessorialsPage() {
  const { client, organization } = useSession();
  const tariff = useQuery({
    queryKey: TARIFF_KEY,
    queryFn: ({ signal }) => client.accessorials.list({}, { signal }),
    staleTime: 0,
    // Another person can change the tariff while this tab is in the background.
    refetchOnWindowFocus: true,
  });
  return (
    <Page
      title="Accessorials"
      lead={`Charges in addition to linehaul and fuel. Your own tariff replaces entries of the base tariff in ${organization.mode} mode.`}
    >
      <Loaded query={tariff}>{(data) => <Tariff tariff={data} />}</Loaded>
    </Page>
  );
}

function Tariff({ tariff }: { readonly tariff: AccessorialTariff }) {
  const { canWrite } = useSession();
  const [source, setSource] = useState('');
  const [equipment, setEquipment] = useState('');
  const [change, setChange] = useState<OpenChange>();
  const shown = tariff.accessorials.filter(
    (entry) =>
      (source === '' || entry.source === source) &&
      (equipment === '' || entry.equipment_types.some((type) => type === equipment)),
  );
  return (
    <>
      <p className="text" role="status">
        {tariff.version === 0 ? (
          'You have no tariff of your own: the base tariff applies.'
        ) : (
          <>
            Version {tariff.version} of your own tariff, saved on <Time value={tariff.updated_at} />
          </>
        )}
      </p>
      <Group className="filters" align="flex-end" gap="sm" mb="md">
        <NativeSelect
          label="Source"
          data={SOURCES}
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
        <NativeSelect
          label="Equipment"
          data={[{ value: '', label: 'All' }, ...EQUIPMENT_CHOICES]}
          value={equipment}
          onChange={(event) => setEquipment(event.currentTarget.value)}
        />
        {canWrite ? <Button onClick={() => setChange('new')}>Add an accessorial</Button> : null}
      </Group>
      {shown.length === 0 ? (
        <Empty title="No accessorial matches the filter" />
      ) : (
        <AccessorialTable tariff={tariff} entries={shown} canWrite={canWrite} onOpen={setChange} />
      )}
      <ChangeDialog tariff={tariff} opened={change} onClose={() => setChange(undefined)} />
    </>
  );
}

interface AccessorialTableProps {
  readonly tariff: AccessorialTariff;
  readonly entries: readonly Accessorial[];
  readonly canWrite: boolean;
  onOpen(change: OpenChange): void;
}

const AccessorialTable = ({ tariff, entries, canWrite, onOpen }: AccessorialTableProps) => (
  <DataTable
    caption="Accessorials"
    rows={entries}
    rowKey={entryKey}
    columns={[
      {
        title: 'Accessorial',
        isHeader: true,
        cell: ({ title, name }) => (
          <>
            <bdi>{title}</bdi>
            <code className="small">{name}</code>
          </>
        ),
      },
      { title: 'Price', cell: (entry) => priceText(entry) },
      { title: 'Charged', isMinor: true, cell: ({ occasion }) => OCCASIONS[occasion] },
      { title: 'Applies to', isMinor: true, cell: (entry) => <bdi>{scopeText(entry)}</bdi> },
      {
        title: 'Source',
        isMinor: true,
        cell: ({ source, source_text }) =>
          source === 'custom' ? (
            <Tone color="blue">Your own</Tone>
          ) : (
            <span title={source_text}>Base tariff</span>
          ),
      },
      ...(canWrite
        ? [
            {
              title: 'Change',
              cell: (entry: Accessorial) => (
                <Group gap="xs">
                  <Button size="compact-sm" variant="default" onClick={() => onOpen(entry)}>
                    {entry.source === 'custom' ? 'Edit' : 'Replace'}
                    <span className="hidden-text"> {entry.title}</span>
                  </Button>
                  {entry.source === 'custom' ? <RemoveEntry tariff={tariff} entry={entry} /> : null}
                </Group>
              ),
            },
          ]
        : []),
    ]}
  />
);

function priceText({ enabled, amount, percent, tiers, unit, quantity, free_time }: Accessorial): string {
  if (!enabled) return 'Not offered';
  if (percent !== null) return `${percent}% of the base rate`;
  const usual = quantity === 1 ? '' : `, ${quantity} in a quote`;
  if (amount === null)
    return `${tiers.map((tier) => `${dollars(tier.amount)} from day ${tier.from_day}`).join(', ')}${usual}`;
  return `${dollars(amount)} ${unit}${usual}${free_time === 0 ? '' : `, ${free_time} of them free`}`;
}

const KINDS = [
  ['All equipment', EQUIPMENT],
  ['All containers', CONTAINERS],
] as const;

/** Names of equipment; of one or two missing containers or trailers, "All containers except …". */
function equipmentText(types: Accessorial['equipment_types']): string {
  for (const [title, all] of KINDS) {
    const others = Object.entries(all).filter(([type]) => !types.some((one) => one === type));
    if (types.length + others.length !== Object.keys(all).length || others.length > 2) continue;
    return others.length === 0 ? title : `${title} except ${others.map(([, name]) => name).join(', ')}`;
  }
  return types.map(equipmentName).join(', ');
}

function scopeText(entry: Accessorial): string {
  const { equipment_types: equipment, ports, terminals, effective_from: from, effective_to: to } = entry;
  return [
    equipmentText(equipment),
    ...(ports.length + terminals.length === 0 ? [] : [`at ${[...ports, ...terminals].join(', ')}`]),
    ...(from === '' ? [] : [`from ${dayText(from)}`]),
    ...(to === '' ? [] : [`until ${dayText(to)}`]),
  ].join('; ');
}
