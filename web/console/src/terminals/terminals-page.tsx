import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import type { SearchTerminalsQuery, Terminal } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { ALL, Filters, queryOf, useTextFilter } from '../form/filters.tsx';
import { FormSelect, FormText } from '../form/form.tsx';
import { TextButton } from '../shell/buttons.tsx';
import { DataTable, Pager } from '../shell/data-table.tsx';
import { Empty, Loaded, Loading } from '../shell/feedback.tsx';
import { Facts, Page, Panel } from '../shell/page.tsx';
import styles from './terminals-page.module.css';

const UsMap = lazy(() => import('../map/us-map.tsx'));

const TYPES = { marine: 'Marine', rail: 'Rail', intermodal: 'Intermodal' } as const;
const TYPE_CHOICES = [ALL, ...Object.entries(TYPES).map(([value, label]) => ({ value, label }))];
const RADII = ['10', '25', '50', '100', '250'].map((value) => ({ value, label: `${value} miles` }));
const PAGE_SIZE = 25;

/** `near` is the name of the place at `lat` and `lng`. `terminal` is the key of the one whose details are shown. */
const NO_FILTER = {
  ...{ query: '', type: '', city: '', state: '', page: '1', terminal: '' },
  ...{ near: '', lat: '', lng: '', radius: '50' },
};

const keyOf = ({ type, name }: Terminal) => `${type} ${name}`;

/** The query of the API; undefined while it has no search parameter. An incomplete state is left out. */
function queryOfFilter({ query, type, city, state, lat, lng, radius }: typeof NO_FILTER) {
  const place = lat === '' ? { city, ...(/^[A-Za-z]{2}$/.test(state) && { state }) } : { lat, lng, radius };
  const found = queryOf<SearchTerminalsQuery>({ query, type, ...place });
  return Object.keys(found).length === 0 ? undefined : found;
}

export default function TerminalsPage() {
  const { client } = useSession();
  const [filter, open, settled] = useTextFilter(NO_FILTER);
  const query = queryOfFilter(settled);
  const page = Math.max(1, Number.parseInt(settled.page, 10) || 1);
  const search = useQuery({
    queryKey: ['terminals', 'list', query, page],
    queryFn: async ({ signal }) =>
      await client.terminals.search({ ...query, limit: PAGE_SIZE, page }, { signal }),
    placeholderData: keepPreviousData,
    enabled: query !== undefined,
  });
  const change = (part: Partial<typeof filter>) => open({ ...filter, page: '1', terminal: '', ...part });
  const isNear = filter.lat !== '';
  return (
    <Page title="Terminals" lead="Ports, rail ramps and intermodal terminals that rates and quotes know.">
      <Filters
        filter={filter}
        clear="Show terminals everywhere"
        onClear={isNear && (() => change({ near: '', lat: '', lng: '' }))}
        onChange={({ state, ...part }) => change(state === undefined ? part : { state: state.toUpperCase() })}
      >
        <FormText name="query" label="Search" placeholder="Name, port or railroad" />
        {isNear ? (
          <FormSelect name="radius" label={`Near ${filter.near}`} data={RADII} />
        ) : (
          <>
            <FormText name="city" label="City" />
            <FormText name="state" label="State" placeholder="CA" maxLength={2} />
          </>
        )}
        <FormSelect name="type" label="Type" data={TYPE_CHOICES} />
      </Filters>
      {query === undefined ? (
        <Empty title="Search for terminals">
          <p>Enter a name, a port, a city or a state, or choose a type.</p>
        </Empty>
      ) : (
        <Loaded query={search}>
          {({ items, pagination: { totalHits } }) =>
            totalHits === 0 ? (
              <Empty title="No terminal matches">
                <p>Use fewer words, or remove a filter.</p>
              </Empty>
            ) : (
              <div className={`halves ${styles.result}`}>
                <FoundTerminals
                  terminals={items}
                  selected={filter.terminal}
                  onSelect={(terminal) => open({ ...filter, terminal })}
                  onNear={({ name, geolocation: [lat, lng] }) =>
                    open({ ...NO_FILTER, near: name, lat: String(lat), lng: String(lng) }, { replace: false })
                  }
                >
                  <Pager
                    noun="terminal"
                    total={totalHits}
                    page={page}
                    size={PAGE_SIZE}
                    onPage={(next) => change({ page: String(next) })}
                  />
                </FoundTerminals>
              </div>
            )
          }
        </Loaded>
      )}
    </Page>
  );
}

interface FoundTerminalsProps {
  readonly terminals: readonly Terminal[];
  readonly selected: string;
  onSelect(key: string): void;
  onNear(terminal: Terminal): void;
  readonly children: ReactNode;
}

function FoundTerminals({ terminals, selected, onSelect, onNear, children }: FoundTerminalsProps) {
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
  const shown = terminals.find((terminal) => keyOf(terminal) === selected);
  const detail = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown !== undefined) detail.current?.focus();
  }, [shown]);
  return (
    <>
      <div>
        <DataTable
          caption="Terminals"
          rows={terminals}
          rowKey={keyOf}
          isSelected={(terminal) => keyOf(terminal) === selected}
          columns={[
            {
              title: 'Terminal',
              isHeader: true,
              cell: (terminal) => (
                <TextButton
                  isPressed={keyOf(terminal) === selected}
                  onClick={() => onSelect(keyOf(terminal))}
                >
                  <bdi>{terminal.name}</bdi>
                </TextButton>
              ),
            },
            { title: 'Type', cell: ({ type }) => TYPES[type] },
            { title: 'City', cell: cityText },
          ]}
        />
        {children}
      </div>
      <div className={`stack ${styles.aside}`}>
        <Suspense fallback={<Loading />}>
          <UsMap
            label={`Map of ${points.length} terminals, which the table lists`}
            points={points}
            fit
            selected={selected}
            onSelect={onSelect}
          />
        </Suspense>
        <ul className={`legend ${styles.legend}`} aria-label="Colors of the map">
          {Object.entries(TYPES).map(([kind, name]) => (
            <li key={kind} data-kind={kind}>
              {name}
            </li>
          ))}
        </ul>
        {shown === undefined ? null : (
          <div ref={detail} tabIndex={-1} className="focus-target">
            <TerminalDetail terminal={shown} onNear={() => onNear(shown)} />
          </div>
        )}
      </div>
    </>
  );
}

const cityText = ({ city, state }: Terminal): string => [city, state].filter(Boolean).join(', ');
const known = (value: string) => (value === '' ? 'Not known' : value);

const TerminalDetail = ({ terminal, onNear }: { readonly terminal: Terminal; onNear(): void }) => (
  <Panel
    title={terminal.name}
    actions={
      <Button size="xs" variant="default" onClick={onNear}>
        Terminals near it
      </Button>
    }
  >
    <Facts
      facts={{
        Type: TYPES[terminal.type],
        'Port or railroad': known(terminal.group),
        Address: known(terminal.address),
        City: cityText(terminal),
        'ZIP code': known(terminal.zip),
        Coordinates: terminal.geolocation.join(', '),
        'Other names': known(terminal.aliases.join(', ')),
        Cargo: known(terminal.services.join(', ')),
        'UN/LOCODE': known(terminal.locode),
        'SMDG code': known(terminal.smdgCode),
        'Principal container terminal': terminal.principal ? 'Yes' : 'No',
        'Gate hours': known(terminal.hours),
      }}
    />
  </Panel>
);
