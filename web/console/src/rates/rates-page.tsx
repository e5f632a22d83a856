import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Lane, type RateResult, RatesApiError } from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { downloadCsv } from '../files/download.ts';
import { today } from '../format/dates.ts';
import { dollars, miles } from '../format/numbers.ts';
import { TextButton } from '../shell/buttons.tsx';
import { DataTable } from '../shell/data-table.tsx';
import { Blocked, ErrorNotice } from '../shell/feedback.tsx';
import { Page } from '../shell/page.tsx';
import { equipmentName } from './equipment.ts';
import { type KnownLane, KnownLanes, useKnownLanes } from './known-lanes.tsx';
import {
  destinationText,
  emptyLane,
  isEmptyLane,
  type LaneDraft,
  type LaneOptions,
  laneErrors,
  requestLane,
} from './lanes.ts';
import { LanesForm } from './lanes-form.tsx';
import { MAX_LANES } from './pasted-lanes.ts';
import { useKeptState, usePricedLanes } from './priced-lanes.ts';
import { RateDetail } from './rate-detail.tsx';
import { ConfidenceBadge } from './rate-figures.tsx';
import { ratesCsv } from './rate-parts.ts';

interface RatesTableProps {
  readonly rates: readonly RateResult[];
  readonly selected: number;
  onSelect(index: number): void;
}

const RatesTable = ({ rates, selected, onSelect }: RatesTableProps) => (
  <DataTable
    caption="Rates of all lanes"
    rows={rates.map((rate, index) => ({ rate, index }))}
    rowKey={({ index }) => String(index)}
    isSelected={({ index }) => index === selected}
    columns={[
      {
        title: 'Lane',
        isHeader: true,
        cell: ({ rate, index }) => (
          <TextButton isPressed={index === selected} onClick={() => onSelect(index)}>
            <bdi>{rate.origin.terminal}</bdi> to <bdi>{destinationText(rate.destination)}</bdi>
          </TextButton>
        ),
      },
      { title: 'Equipment', cell: ({ rate }) => equipmentName(rate.equipment) },
      { title: 'Distance', isNumber: true, cell: ({ rate }) => miles(rate.analysis.distance) },
      { title: 'Rate', isNumber: true, cell: ({ rate }) => dollars(rate.analysis.suggestedRate) },
      {
        title: '80% range',
        isNumber: true,
        cell: ({ rate }) =>
          `${dollars(rate.analysis.rateRange.min)} to ${dollars(rate.analysis.rateRange.max)}`,
      },
      {
        title: 'Confidence',
        cell: ({ rate }) => <ConfidenceBadge score={rate.analysis.confidenceScore} />,
      },
    ]}
  />
);

interface Form {
  readonly lanes: readonly LaneDraft[];
  readonly options: LaneOptions;
}

const NO_OPTIONS: LaneOptions = { hazmat: false, overweight: false };

export default function RatesPage() {
  const { client, canPrice, canQuote, blocked } = useSession();
  const [form, setForm] = useKeptState<Form>('rates-form', () => ({
    lanes: [emptyLane()],
    options: NO_OPTIONS,
  }));
  const { state } = useLocation() as { readonly state: { readonly lane?: KnownLane } | null };
  const navigate = useNavigate();
  const known = useKnownLanes();
  const [priced, setPriced] = usePricedLanes();
  const [selected, setSelected] = useState(0);
  const [isChecked, setChecked] = useState(false);
  const keyFor = useIdempotencyKey();
  const result = useRef<HTMLHeadingElement>(null);
  const isNew = useRef(false);
  const pricing = useMutation({
    mutationFn: ({ lanes }: { ids: readonly string[]; lanes: readonly Lane[] }) =>
      client.rates.price(lanes, { include: 'route', idempotencyKey: keyFor({ lanes, day: today() }) }),
    onSuccess: (rates, { ids, lanes }) => {
      setPriced({ lanes, rates });
      known.remember(form.lanes.filter(({ id }) => ids.includes(id)));
      setSelected(0);
      isNew.current = true;
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: new rates get the focus when the page shows them
  useEffect(() => {
    if (isNew.current) result.current?.focus();
    isNew.current = false;
  }, [priced]);

  const filled = form.lanes.filter((lane) => !isEmptyLane(lane));
  const use = ({ terminal, destination, equipment }: KnownLane) => {
    const lane = { ...emptyLane(), terminal, destination, equipment };
    setForm({ ...form, lanes: [...filled, lane].slice(-MAX_LANES) });
  };
  // A lane of the home page, once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page is opened
  useEffect(() => {
    if (state?.lane === undefined) return;
    use(state.lane);
    void navigate('/rates', { replace: true, state: null });
  }, []);
  const errorsOf = (lane: LaneDraft) => {
    const isFirst = lane === form.lanes[0];
    return isChecked && (isFirst || !isEmptyLane(lane)) ? laneErrors(lane) : {};
  };
  const submit = () => {
    setChecked(true);
    const valid = filled.length > 0 && filled.every((lane) => Object.keys(laneErrors(lane)).length === 0);
    if (!valid) return;
    pricing.mutate({
      ids: filled.map(({ id }) => id),
      lanes: filled.map((lane) => requestLane(lane, form.options)),
    });
  };
  /** The lane of the form that was sent at a position; lanes can be removed until the answer comes. */
  const sentId = (index: number) => pricing.variables?.ids[index] ?? '';
  const suggestions =
    pricing.error instanceof RatesApiError
      ? new Map(pricing.error.suggestions.map(({ index, names }) => [sentId(index), names]))
      : new Map<string, readonly string[]>();
  const laneName = (index: number) => {
    const position = form.lanes.findIndex(({ id }) => id === sentId(index));
    return position < 0 ? 'A removed lane' : `Lane ${position + 1}`;
  };

  const rate = priced?.rates[selected];
  return (
    <Page
      title="Rates"
      lead="Market rates from a terminal to a US destination, with the reasons to trust them. A call counts once toward the monthly limit, with up to 10 lanes."
    >
      <Blocked reason={blocked} />
      {canPrice ? (
        <LanesForm
          lanes={form.lanes}
          options={form.options}
          errorsOf={errorsOf}
          suggestions={suggestions}
          isPricing={pricing.isPending}
          onChange={(lanes) => setForm({ ...form, lanes })}
          onOptions={(options) => setForm({ ...form, options })}
          onSubmit={submit}
        />
      ) : null}
      {canPrice && priced === undefined ? (
        <div className="stack">
          <KnownLanes lanes={known.lanes} toggle={known.toggle} onUse={use} />
        </div>
      ) : null}
      <ErrorNotice error={pricing.error} laneName={laneName} onRetry={submit} />
      {priced === undefined || rate === undefined ? null : (
        <div className="stack">
          <Group justify="space-between" gap="sm" mt="lg">
            <h2 ref={result} tabIndex={-1} className="focus-target">
              {priced.rates.length === 1 ? 'Rate' : `${priced.rates.length} rates`}
            </h2>
            <Button
              variant="default"
              onClick={() => downloadCsv(`rates-${today()}.csv`, ratesCsv(priced.rates))}
            >
              Export CSV
            </Button>
          </Group>
          {priced.rates.length > 1 ? (
            <RatesTable rates={priced.rates} selected={selected} onSelect={setSelected} />
          ) : null}
          <RateDetail key={selected} lane={priced.lanes[selected]} rate={rate} canQuote={canQuote} />
          {canPrice ? <KnownLanes lanes={known.lanes} toggle={known.toggle} onUse={use} /> : null}
        </div>
      )}
    </Page>
  );
}
