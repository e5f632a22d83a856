import { Button, Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Terminal } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { Empty } from '../feedback/empty.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Loading } from '../feedback/loading.tsx';
import { DataTable } from '../shell/data-table.tsx';
import { Page } from '../shell/page.tsx';
import { Pager } from '../shell/pager.tsx';
import { TextButton } from '../shell/text-button.tsx';
import { useAddressFilter } from '../shell/use-address-filter.ts';
import { TerminalDetail } from './terminal-detail.tsx';
import {
  readTerminalFilter,
  type TerminalFilter,
  terminalQuery,
  writeTerminalFilter,
} from './terminal-filter.ts';
import { typeName } from './terminal-type.ts';
import styles from './terminals-page.module.css';

const UsMap = lazy(() => import('../map/us-map.tsx'));

const TYPES = [
  { value: '', label: 'All' },
  { value: 'marine', label: 'Marine' },
  { value: 'rail', label: 'Rail' },
  { value: 'intermodal', label: 'Intermodal' },
];
const RADII = ['10', '25', '50', '100', '250'].map((value) => ({ value, label: `${value} miles` }));
const PAGE_SIZE = 25;
const DEBOUNCE_MS = 250;

const keyOf = ({ type, name }: Terminal) => `${type} ${name}`;

/** Ports, ramps and intermodal terminals, as a table and on the map. The address has the filter. */
export default function TerminalsPage() {
  const { client } = useSession();
  const [filter, setFilter] = useAddressFilter(readTerminalFilter, writeTerminalFilter);
  const navigate = useNavigate();
  const [settled] = useDebouncedValue(filter, DEBOUNCE_MS, { leading: true });
  const query = terminalQuery(settled);
  const search = useQuery({
    queryKey: ['terminals', 'list', query, settled.page],
    queryFn: async ({ signal }) =>
      await client.terminals.search({ ...query, limit: PAGE_SIZE, page: settled.page }, { signal }),
    placeholderData: keepPreviousData,
    enabled: query !== undefined,
  });
  const terminals = useMemo(
    () => (query === undefined ? [] : (search.data?.items ?? [])),
    [query, search.data],
  );
  const selected = terminals.find((terminal) => keyOf(terminal) === filter.selected);
  const points = useMemo(
    () =>
      terminals.map((terminal) => ({
        key: keyOf(terminal),
        name: terminal.name,
        coordinates: terminal.geolocation,
        kind: terminal.type,
      })),
    [terminals],
  );
  const detail = useRef<HTMLDivElement>(null);
  const change = (part: Partial<TerminalFilter>) => setFilter({ ...filter, page: 1, selected: '', ...part });
  const select = (key: string) => change({ page: filter.page, selected: key });
  useEffect(() => {
    if (selected !== undefined) detail.current?.focus();
  }, [selected]);
  const isNear = filter.near !== undefined;
  const total = search.data?.pagination.totalHits ?? 0;
  return (
    <Page title="Terminals" lead="Ports, rail ramps and intermodal terminals that rates and quotes know.">
      <div className={styles.filters}>
        <TextInput
          label="Search"
          placeholder="Name, port, railroad, city, state or ZIP"
          value={filter.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
          autoComplete="off"
        />
        {isNear ? (
          <NativeSelect
            label={`Near ${filter.near?.name ?? ''}`}
            data={RADII}
            value={String(filter.near?.radius ?? 50)}
            onChange={(event) =>
              filter.near === undefined
                ? undefined
                : change({ near: { ...filter.near, radius: Number(event.currentTarget.value) } })
            }
          />
        ) : (
          <>
            <TextInput
              label="City"
              value={filter.city}
              onChange={(event) => change({ city: event.currentTarget.value })}
              autoComplete="off"
            />
            <TextInput
              label="State"
              placeholder="CA"
              maxLength={2}
              value={filter.state}
              onChange={(event) => change({ state: event.currentTarget.value.toUpperCase() })}
              autoComplete="off"
            />
          </>
        )}
        <div>
          <span className={styles.label} id="terminal-type">
            Type
          </span>
          <SegmentedControl
            data={TYPES}
            value={filter.type}
            onChange={(type) => change({ type })}
            aria-labelledby="terminal-type"
          />
        </div>
      </div>
      {isNear ? (
        <Group gap="sm" mb="md">
          <Button size="xs" variant="default" onClick={() => change({ near: undefined })}>
            Show terminals everywhere
          </Button>
        </Group>
      ) : null}
      {search.isError && query !== undefined ? (
        <ErrorNotice error={search.error} onRetry={() => void search.refetch()} />
      ) : query === undefined ? (
        <Empty title="Search for terminals">
          <p>Enter a name, a port, a city or a state, or choose a type.</p>
        </Empty>
      ) : search.data === undefined ? (
        <Loading rows={8} />
      ) : total === 0 ? (
        <Empty title="No terminal matches">
          <p>Use fewer words, or remove a filter.</p>
        </Empty>
      ) : (
        <div className={styles.result}>
          <div className={styles.column} aria-busy={search.isPlaceholderData}>
            <DataTable
              caption="Terminals"
              rows={terminals}
              rowKey={keyOf}
              isSelected={(terminal) => keyOf(terminal) === filter.selected}
              columns={[
                {
                  title: 'Terminal',
                  isHeader: true,
                  cell: (terminal) => (
                    <TextButton
                      isPressed={keyOf(terminal) === filter.selected}
                      onClick={() => select(keyOf(terminal))}
                    >
                      <bdi>{terminal.name}</bdi>
                    </TextButton>
                  ),
                },
                { title: 'Type', cell: ({ type }) => typeName(type) },
                { title: 'City', cell: ({ city, state }) => [city, state].filter(Boolean).join(', ') },
              ]}
            />
            <Pager
              noun="terminal"
              total={total}
              page={filter.page}
              size={PAGE_SIZE}
              onPage={(page) => change({ page })}
            />
          </div>
          <div className={styles.aside}>
            <Suspense fallback={<Loading />}>
              <UsMap
                label={`Map of ${points.length} terminals, which the table lists`}
                points={points}
                fit
                selected={filter.selected}
                onSelect={select}
              />
            </Suspense>
            <ul className={styles.legend} aria-label="Colors of the map">
              <li data-kind="marine">Marine</li>
              <li data-kind="rail">Rail</li>
              <li data-kind="intermodal">Intermodal</li>
            </ul>
            {selected === undefined ? null : (
              <div ref={detail} tabIndex={-1} className={styles.detail}>
                <TerminalDetail
                  terminal={selected}
                  onNear={() => {
                    const [latitude, longitude] = selected.geolocation;
                    const near = { name: selected.name, latitude, longitude, radius: 50 };
                    const search = writeTerminalFilter({
                      ...readTerminalFilter(new URLSearchParams()),
                      near,
                    });
                    void navigate({ search: new URLSearchParams(search).toString() });
                  }}
                />
              </div>
            )}
          </div>
        </div>
      )}
    </Page>
  );
}
