import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { RfpDetail, RfpLaneResult } from '../api/client.ts';
import { counted } from '../format/numbers.ts';
import { CursorPager } from '../shell/data-table.tsx';
import { Empty, ErrorNotice, Loading } from '../shell/feedback.tsx';
import filters from '../shell/filters.module.css';
import { Panel } from '../shell/page.tsx';
import { AwardDialog } from './award-dialog.tsx';
import { LaneDialog } from './lane-dialog.tsx';
import {
  CONFIDENCES,
  changeLaneFilter,
  isFiltered,
  LANE_STATUSES,
  type LaneFilter,
  NO_FILTER,
  ORDERS,
} from './lane-filter.ts';
import { LanesTable } from './lanes-table.tsx';
import { allows } from './rfp-status.ts';
import styles from './rfps.module.css';
import type { RfpAction } from './use-rfp-action.ts';
import type { useRfpLanes } from './use-rfp-lanes.ts';

interface LaneActionsProps {
  readonly rfp: RfpDetail;
  /** By index. */
  readonly selected: ReadonlyMap<number, RfpLaneResult>;
  readonly isPending: boolean;
  onAction(action: RfpAction): void;
  onClear(): void;
}

/** Changes of the selected lanes, as far as the status of the RFP allows them. */
function LaneActions({ rfp, selected, isPending, onAction, onClear }: LaneActionsProps) {
  const { status, lanes } = rfp;
  const [dialog, setDialog] = useState<'price' | 'award'>();
  const indexes = [...selected.keys()];
  const isEmpty = indexes.length === 0 || isPending;
  const exclude = (excluded: boolean) =>
    onAction({ kind: 'change', change: { lanes: indexes.map((index) => ({ index, excluded })) } });
  return (
    <Group gap="xs" className={styles.tools ?? ''}>
      <p className={styles.selected} role="status">
        {counted(indexes.length, 'lane')} selected
      </p>
      {allows(status, 'change-lanes') ? (
        <>
          <Button size="xs" variant="default" disabled={isEmpty} onClick={() => setDialog('price')}>
            Price of the lanes
          </Button>
          <Button size="xs" variant="default" disabled={isEmpty} onClick={() => exclude(true)}>
            Exclude
          </Button>
          <Button size="xs" variant="default" disabled={isEmpty} onClick={() => exclude(false)}>
            Include
          </Button>
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
      {dialog === 'price' ? (
        <LaneDialog
          lanes={[...selected.values()]}
          onClose={() => setDialog(undefined)}
          onSave={(changes) => {
            setDialog(undefined);
            onAction({ kind: 'change', change: { lanes: changes } });
          }}
        />
      ) : null}
      {dialog === 'award' ? (
        <AwardDialog
          lanes={indexes}
          isFirst={lanes.won + lanes.lost === 0}
          onClose={() => setDialog(undefined)}
          onAward={(award) => {
            setDialog(undefined);
            onAction({ kind: 'award', award });
          }}
        />
      ) : null}
    </Group>
  );
}

interface RfpLanesProps {
  readonly rfp: RfpDetail;
  readonly page: ReturnType<typeof useRfpLanes>;
  readonly canWrite: boolean;
  readonly isPending: boolean;
  onAction(action: RfpAction): void;
}

/** The lanes of an RFP with their results. The address has the filter, the order and the position. */
export function RfpLanes({ rfp, page, canWrite, isPending, onAction }: RfpLanesProps) {
  const { status } = rfp;
  const { filter, setFilter, lanes, before, earlier, version } = page;
  const [selected, setSelected] = useState<ReadonlyMap<number, RfpLaneResult>>(new Map());
  const [edited, setEdited] = useState<RfpLaneResult>();
  const open = (next: LaneFilter, options: { readonly replace: boolean }) =>
    setFilter(next, { ...options, preventScrollReset: true });
  const change = (part: Partial<LaneFilter>) => open(changeLaneFilter(filter, part), { replace: true });
  const select = (some: readonly RfpLaneResult[], isSelected: boolean) => {
    const next = new Map(selected);
    for (const lane of some) {
      if (isSelected) next.set(lane.index, lane);
      else next.delete(lane.index);
    }
    setSelected(next);
  };
  const items = lanes.data?.items ?? [];
  const shown = items.map(({ index }) => index);
  const canSelect = canWrite && (allows(status, 'change-lanes') || allows(status, 'award'));
  return (
    <Panel title="Lanes">
      <Group align="flex-start" gap="sm" className={filters.filters ?? ''}>
        <NativeSelect
          label="Result"
          data={[...LANE_STATUSES]}
          value={filter.status}
          onChange={(event) => change({ status: event.currentTarget.value as LaneFilter['status'] })}
        />
        <NativeSelect
          label="Confidence"
          data={[...CONFIDENCES]}
          value={filter.confidence}
          onChange={(event) => change({ confidence: event.currentTarget.value as LaneFilter['confidence'] })}
        />
        <TextInput
          label="Origin contains"
          value={filter.origin}
          maxLength={200}
          onChange={(event) => change({ origin: event.currentTarget.value })}
          autoComplete="off"
        />
        <NativeSelect
          label="Order"
          data={[...ORDERS]}
          value={filter.sort}
          onChange={(event) => change({ sort: event.currentTarget.value as LaneFilter['sort'] })}
        />
        {rfp.versions.length === 0 ? null : (
          <NativeSelect
            label="Compare with"
            data={[
              { value: '0', label: 'No other version' },
              ...rfp.versions.map((one) => ({
                value: String(one.version),
                label: `Version ${one.version}`,
              })),
            ]}
            value={String(version)}
            onChange={(event) => change({ compare: Number(event.currentTarget.value) })}
          />
        )}
        {isFiltered(filter) ? (
          <Button
            variant="subtle"
            className={filters.clear ?? ''}
            onClick={() => open(NO_FILTER, { replace: true })}
          >
            Clear the filter
          </Button>
        ) : null}
      </Group>
      {canSelect ? (
        <LaneActions
          rfp={rfp}
          selected={selected}
          isPending={isPending}
          onAction={onAction}
          onClear={() => setSelected(new Map())}
        />
      ) : null}
      {before.isError && version !== 0 ? (
        <ErrorNotice error={before.error} onRetry={() => void before.refetch()} />
      ) : null}
      {lanes.isError ? (
        <ErrorNotice error={lanes.error} onRetry={() => void lanes.refetch()} />
      ) : lanes.data === undefined ? (
        <Loading rows={8} />
      ) : items.length === 0 && filter.cursor === '' ? (
        <Empty title={isFiltered(filter) ? 'No lane matches the filter' : 'No lane has a result yet'} />
      ) : (
        <div aria-busy={lanes.isPlaceholderData}>
          {canSelect ? (
            <Checkbox
              label="Select all lanes of this page"
              className={styles.all ?? ''}
              checked={shown.every((index) => selected.has(index))}
              indeterminate={
                shown.some((index) => selected.has(index)) && !shown.every((index) => selected.has(index))
              }
              onChange={(event) => select(items, event.currentTarget.checked)}
            />
          ) : null}
          <LanesTable
            lanes={items}
            earlier={earlier}
            selected={canSelect ? selected : undefined}
            onSelect={(lane, isSelected) => select([lane], isSelected)}
            onEdit={canWrite && !isPending && allows(status, 'change-lanes') ? setEdited : undefined}
          />
          <CursorPager
            text={filter.cursor === '' ? 'The first lanes.' : 'The next lanes.'}
            isFirst={filter.cursor === ''}
            next={lanes.data.pagination.next_cursor}
            isBusy={lanes.isPlaceholderData}
            onOpen={(cursor) => open({ ...filter, cursor }, { replace: false })}
          />
        </div>
      )}
      {edited === undefined ? null : (
        <LaneDialog
          lanes={[edited]}
          onClose={() => setEdited(undefined)}
          onSave={(changes) => {
            setEdited(undefined);
            onAction({ kind: 'change', change: { lanes: changes } });
          }}
        />
      )}
    </Panel>
  );
}
