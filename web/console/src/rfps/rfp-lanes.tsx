import { Button, Checkbox, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { RfpDetail, RfpLaneResult } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { Filters, isNarrowed, useTextFilter } from '../form/filters.tsx';
import { FormSelect, FormText } from '../form/form.tsx';
import { counted } from '../format/numbers.ts';
import { CursorList } from '../shell/data-table.tsx';
import { ActionButton } from '../shell/dialog.tsx';
import { Empty, ErrorNotice } from '../shell/feedback.tsx';
import { Panel } from '../shell/page.tsx';
import { AwardDialog } from './award-dialog.tsx';
import { LaneDialog } from './lane-dialog.tsx';
import {
  CONFIDENCES,
  changeLaneFilter,
  LANE_STATUSES,
  type LaneFilter,
  laneQuery,
  NO_FILTER,
  ORDERS,
} from './lane-filter.ts';
import { LanesTable } from './lanes-table.tsx';
import { PricesDialog } from './prices-dialog.tsx';
import { allows } from './rfp-status.tsx';
import { useRfpAction } from './use-rfp-action.ts';

interface LaneActionsProps {
  readonly rfp: RfpDetail;
  readonly selected: ReadonlyMap<number, RfpLaneResult>;
  onClear(): void;
}

/** Changes of the selected lanes, as far as the status of the RFP allows them. */
function LaneActions({ rfp, selected, onClear }: LaneActionsProps) {
  const act = useRfpAction(rfp);
  const { status } = rfp;
  const [dialog, setDialog] = useState<'price' | 'award'>();
  const indexes = [...selected.keys()];
  const isEmpty = indexes.length === 0;
  const close = () => setDialog(undefined);
  const exclude = (excluded: boolean) =>
    act({ kind: 'change', change: { lanes: indexes.map((index) => ({ index, excluded })) } });
  return (
    <Group gap="xs" mb="sm">
      <Text component="p" size="sm" miw="8rem" m={0} role="status">
        {counted(indexes.length, 'lane')} selected
      </Text>
      {allows(status, 'change-lanes') ? (
        <>
          <Button size="xs" variant="default" disabled={isEmpty} onClick={() => setDialog('price')}>
            Price of the lanes
          </Button>
          <ActionButton size="xs" disabled={isEmpty} run={() => exclude(true)}>
            Exclude
          </ActionButton>
          <ActionButton size="xs" disabled={isEmpty} run={() => exclude(false)}>
            Include
          </ActionButton>
        </>
      ) : null}
      {allows(status, 'award') ? (
        <Button size="xs" variant="default" disabled={isEmpty} onClick={() => setDialog('award')}>
          Award the lanes
        </Button>
      ) : null}
      {indexes.length === 0 ? null : (
        <Button size="xs" variant="subtle" onClick={onClear}>
          Clear the selection
        </Button>
      )}
      <PricesDialog opened={dialog === 'price'} rfp={rfp} lanes={[...selected.values()]} onClose={close} />
      <AwardDialog opened={dialog === 'award'} rfp={rfp} lanes={indexes} onClose={close} />
    </Group>
  );
}

/** A page that is not shown any more is not needed again: results change while lanes are priced. */
const KEPT_MS = 5_000;

/** The page of lanes that the address of the page names, and the same lanes in the version to compare with. */
export function useRfpLanes(rfp: RfpDetail) {
  const { client } = useSession();
  const { rfp_id: id, updated_at: updatedAt } = rfp;
  const [filter, open, settled] = useTextFilter(NO_FILTER);
  const query = laneQuery(settled);
  const lanes = useQuery({
    // Each change of the RFP can change each lane.
    queryKey: ['rfps', 'lanes', id, updatedAt, query],
    queryFn: async ({ signal }) => await client.rfps.lanes(id, query, { signal }),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
  const version = rfp.versions.find((one) => String(one.version) === filter.compare)?.version ?? 0;
  const before = useQuery({
    queryKey: ['rfps', 'lanes', id, version, query],
    queryFn: async ({ signal }) => await client.rfps.lanes(id, { ...query, version }, { signal }),
    placeholderData: keepPreviousData,
    enabled: version !== 0,
  });
  const earlier = useMemo(
    () => (version === 0 ? undefined : new Map((before.data?.items ?? []).map((lane) => [lane.index, lane]))),
    [version, before.data],
  );
  return { filter, open, lanes, before, earlier, version };
}

interface RfpLanesProps {
  readonly rfp: RfpDetail;
  readonly page: ReturnType<typeof useRfpLanes>;
}

/** The lanes of an RFP with their results. The address has the filter, the order and the position. */
export function RfpLanes({ rfp, page }: RfpLanesProps) {
  const { canWrite } = useSession();
  const { status } = rfp;
  const { filter, open, lanes, before, earlier, version } = page;
  const [selected, setSelected] = useState<ReadonlyMap<number, RfpLaneResult>>(new Map());
  const [edited, setEdited] = useState<RfpLaneResult>();
  const change = (part: Partial<LaneFilter>) => open(changeLaneFilter(filter, part));
  const select = (some: readonly RfpLaneResult[], isSelected: boolean) => {
    const next = new Map(selected);
    for (const lane of some) {
      if (isSelected) next.set(lane.index, lane);
      else next.delete(lane.index);
    }
    setSelected(next);
  };
  const isFiltered = isNarrowed({ ...filter, sort: '', compare: '' });
  const canSelect = canWrite && (allows(status, 'change-lanes') || allows(status, 'award'));
  return (
    <Panel title="Lanes">
      <Filters filter={filter} onChange={change} onClear={isFiltered && (() => open(NO_FILTER))}>
        <FormSelect name="status" label="Result" data={LANE_STATUSES} />
        <FormSelect name="confidence" label="Confidence" data={CONFIDENCES} />
        <FormText name="origin" label="Origin contains" maxLength={200} />
        <FormSelect name="sort" label="Order" data={ORDERS} />
        {rfp.versions.length === 0 ? null : (
          <FormSelect
            name="compare"
            label="Compare with"
            data={[
              { value: '', label: 'No other version' },
              ...rfp.versions.map((one) => ({ value: `${one.version}`, label: `Version ${one.version}` })),
            ]}
          />
        )}
      </Filters>
      {canSelect ? (
        <LaneActions rfp={rfp} selected={selected} onClear={() => setSelected(new Map())} />
      ) : null}
      {version === 0 ? null : <ErrorNotice error={before.error} onRetry={() => void before.refetch()} />}
      <CursorList
        query={lanes}
        cursor={filter.cursor}
        texts={['The first lanes.', 'The next lanes.']}
        empty={<Empty title={isFiltered ? 'No lane matches the filter' : 'No lane has a result yet'} />}
        onOpen={(cursor) => open({ ...filter, cursor }, { replace: false })}
      >
        {(items) => (
          <>
            {canSelect ? (
              <Checkbox
                label="Select all lanes of this page"
                mb="sm"
                checked={items.every(({ index }) => selected.has(index))}
                indeterminate={
                  items.some(({ index }) => selected.has(index)) &&
                  !items.every(({ index }) => selected.has(index))
                }
                onChange={(event) => select(items, event.currentTarget.checked)}
              />
            ) : null}
            <LanesTable
              lanes={items}
              earlier={earlier}
              selected={canSelect ? selected : undefined}
              onSelect={(lane, isSelected) => select([lane], isSelected)}
              onEdit={canWrite && allows(status, 'change-lanes') ? setEdited : undefined}
            />
          </>
        )}
      </CursorList>
      <LaneDialog rfp={rfp} lane={edited} onClose={() => setEdited(undefined)} />
    </Panel>
  );
}
