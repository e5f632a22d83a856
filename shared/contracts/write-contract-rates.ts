import { customerKey, type NamedCustomer } from '../customers/customer-names.ts';
import type { CustomerMatches } from '../customers/dynamodb-customers.ts';
import type { PlaceDirectory } from '../geography/places/place.ts';
import type { Account } from '../platform/account/account.ts';
import { ContendedWriteError } from '../platform/dynamodb/contended-write-error.ts';
import type { FieldError } from '../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { utcDay } from '../platform/time/utc-calendar.ts';
import type { TerminalDirectory } from '../terminals/search/embedded-terminal-directory.ts';
import type { TerminalSource } from '../terminals/snapshots/dynamodb-snapshot-store.ts';
import { contractRateInvalid, contractRateLimitReached } from './contract-rejections.ts';
import { type CreatedRates, describeTerms, MAX_LISTED, sameTerms } from './documents/rate-document.ts';
import { type ContractRate, type ContractTerms, MAX_STORED_RATES } from './rate/contract-rate.ts';
import { type ContractRateId, externalIdentity } from './rate/contract-rate-id.ts';
import {
  laneOf,
  laneText,
  MAX_LANE_BYTES,
  MAX_RATES_OF_A_LANE,
  rateBytes,
} from './rate/select-contract-rate.ts';
import { readContractRate } from './request/read-contract-rate.ts';
import type { StoredContractRate } from './store/dynamodb-contract-items.ts';
import type { ContractRateStore } from './store/dynamodb-contract-rate-store.ts';

/** Two rates of one lane that apply on the same days. */
export interface Overlap {
  readonly rate: ContractRate;
  readonly other: ContractRate;
  /** First and last common day; undefined = no end. */
  readonly from: string;
  readonly to: string | undefined;
  /** Whether the rates differ in amount, minimum, fuel, tiers or accessorials. */
  readonly contradictory: boolean;
}

/**
 * Pairs of rates with the same customer, lane and equipment whose days overlap, each once. Names of one customer are equal.
 * @param written rates of this call. @param stored all rates of their lanes; those of this call are left out by their ids.
 * @param named customers of the names.
 */
function findOverlaps(
  written: readonly ContractRate[],
  stored: readonly ContractRate[],
  named: ReadonlyMap<string, NamedCustomer>,
): readonly Overlap[] {
  const ids = new Set(written.map(({ rateId }) => rateId));
  const others = stored.filter(({ rateId }) => !ids.has(rateId));
  const byLane = Map.groupBy([...others, ...written], (rate) =>
    laneText({
      ...laneOf(rate),
      customer: named.get(rate.customer)?.customerId ?? customerKey(rate.customer),
    }),
  );
  const before = new Map<string, readonly ContractRate[]>();
  for (const rates of byLane.values()) {
    for (const [at, rate] of rates.entries()) before.set(rate.rateId, rates.slice(0, at));
  }
  return written.flatMap((rate) =>
    (before.get(rate.rateId) ?? []).flatMap((other) => overlapOf(rate, other) ?? []),
  );
}

const LAST_DAY = '9999-12-31';

function overlapOf(rate: ContractRate, other: ContractRate): Overlap | undefined {
  const from = rate.effectiveFrom > other.effectiveFrom ? rate.effectiveFrom : other.effectiveFrom;
  const ends = [rate.effectiveTo, other.effectiveTo].map((end) => end ?? LAST_DAY).toSorted();
  const [to = LAST_DAY] = ends;
  if (from > to) return undefined;
  return {
    ...{ rate, other, from },
    to: to === LAST_DAY ? undefined : to,
    contradictory: priceTerms(rate) !== priceTerms(other),
  };
}

function priceTerms(rate: ContractRate): string {
  const { rate_type, amount, minimum, fuel, accessorial_overrides, tiers } = describeTerms(rate);
  return JSON.stringify([rate_type, amount, minimum, fuel, accessorial_overrides, tiers]);
}

export interface WriteContractRatesPorts {
  readonly rates: Pick<ContractRateStore, 'identified' | 'ofLanes' | 'count' | 'write'>;
  readonly customers: Pick<CustomerMatches, 'idsOf'>;
  readonly places: PlaceDirectory;
  readonly terminals: TerminalSource<TerminalDirectory>;
  readonly newRateId: (now: Date) => ContractRateId;
}

export interface RatesRequest {
  readonly rates: readonly unknown[];
  /** Whether valid rates are written although others are invalid. */
  readonly skipInvalid: boolean;
}

/** How rates are written. */
export interface RatesWriting {
  /** Time of the new versions. */
  readonly at: Date;
  /** By which a repeated writing finds a rate without an external id; undefined = not at all. */
  readonly identityOf: (index: number) => string | undefined;
  /**
   * Whether a rate that was written at `at` was written by an earlier attempt of this writing. It then has the status that
   * the earlier attempt did not report.
   */
  readonly continues?: boolean;
}

/** A valid rate of the request. */
interface Row {
  readonly index: number;
  readonly terms: ContractTerms;
  /** Of its places and its customer. */
  readonly warnings: readonly string[];
  readonly identity: string | undefined;
  /** Of the rate, if it is new. */
  readonly newId: ContractRateId;
}

type Status = CreatedRates['rates'][number]['status'];

/** What a row becomes. */
interface Plan {
  readonly row: Row;
  readonly status: Status;
  readonly before: StoredContractRate | undefined;
  readonly after: StoredContractRate;
}

type Rejected = CreatedRates['rejected'][number];

/** Attempts if other calls write the same rates. */
const MAX_ATTEMPTS = 4;

/**
 * Writes rates. A rate with the external id and customer of a stored rate becomes its next version, or stays as it is if
 * the terms are equal. A repeated writing continues after a crash: rates that were written are found by their identities.
 * @throws ContendedWriteError if other calls wrote the same rates or lanes each time.
 */
export function writeContractRatesUseCase(ports: WriteContractRatesPorts) {
  return async (
    { rates, skipInvalid }: RatesRequest,
    caller: Account,
    writing: RatesWriting,
  ): Promise<Outcome<CreatedRates>> => {
    const { at: now, identityOf } = writing;
    const sources = { places: ports.places, terminals: await ports.terminals.current() };
    const rejected: Rejected[] = [];
    const valid: Row[] = [];
    const indexes = new Map<string, number>();
    for (const [index, given] of rates.entries()) {
      const reading = readContractRate(given, `rates[${index}]`, sources);
      const external = reading.ok ? externalIdentity(reading.terms) : undefined;
      const same = indexes.get(external ?? '');
      if (external !== undefined) indexes.set(external, same ?? index);
      if (!reading.ok) rejected.push({ index, errors: [...reading.errors] });
      else if (same !== undefined) rejected.push(atIndex(index, 'external_id', `is that of rates[${same}]`));
      else {
        const identity = external ?? identityOf(index);
        const { terms, warnings } = reading;
        valid.push({ index, terms, warnings, identity, newId: ports.newRateId(now) });
      }
    }
    const named = await ports.customers.idsOf(
      caller,
      valid.map(({ terms }) => terms.customer),
    );
    const isDeleted = ({ terms }: Row) => named.get(terms.customer)?.isDeleted === true;
    rejected.push(
      ...valid.filter(isDeleted).map(({ index }) => atIndex(index, 'customer', OF_DELETED_CUSTOMER)),
    );
    const rows = valid
      .filter((row) => !isDeleted(row))
      .map((row) =>
        named.get(row.terms.customer)?.isAmbiguous
          ? { ...row, warnings: [...row.warnings, ofSeveralCustomers(row.terms.customer)] }
          : row,
      );
    if (rejected.length > 0 && !skipInvalid) return reject(contractRateInvalid(errorsOf(rejected)));

    const lanes = new Map(rows.map(({ terms }) => [laneText(laneOf(terms)), laneOf(terms)]));
    const done: Plan[] = [];
    let stored: readonly ContractRate[] = [];
    let pending: readonly Row[] = rows;
    for (let attempt = 1; pending.length > 0; attempt++) {
      if (attempt > MAX_ATTEMPTS) throw new ContendedWriteError('other calls wrote the same contract rates');
      const identities = pending.flatMap(({ identity }) => identity ?? []);
      const known = await ports.rates.identified(caller, identities);
      // Read after the rates with these identities, so that a lane has every rate that was found.
      stored = await ports.rates.ofLanes(caller, [...lanes.values()]);
      const planned = pending.map((row) => planOf(row, known.get(row.identity ?? ''), writing));
      const { fitting, full } = splitByRoom(planned, stored);
      // A later attempt has written other rates of the call: it reports the rest as rejected.
      if (full.length > 0 && !skipInvalid && attempt === 1) {
        return reject(contractRateInvalid(errorsOf(full)));
      }
      const created = fitting.filter(({ before }) => before === undefined);
      const used = created.length === 0 ? 0 : await ports.rates.count(caller);
      const crowded = new Set(created.slice(Math.max(0, MAX_STORED_RATES - used)));
      if (crowded.size > 0 && !skipInvalid && attempt === 1) {
        return reject(contractRateLimitReached(used, created.length));
      }
      rejected.push(...full, ...[...crowded].map(({ row }) => atIndex(row.index, 'rate', NO_ROOM)));
      const writes = fitting.filter((plan) => plan.after !== plan.before && !crowded.has(plan));
      const outcomes = await ports.rates.write(caller, writes);
      const failed = new Set(writes.filter((_, at) => outcomes[at] !== 'written'));
      done.push(...fitting.filter((plan) => !failed.has(plan) && !crowded.has(plan)));
      pending = [...failed].map(({ row }) => row);
    }

    const spellings = stored.map(({ customer }) => customer).filter((customer) => !named.has(customer));
    const others = await ports.customers.idsOf(caller, spellings);
    return succeed(answerOf(done, rejected, { stored, named: new Map([...named, ...others]) }, now));
  };
}

function planOf(row: Row, known: StoredContractRate | undefined, { at, continues }: RatesWriting): Plan {
  const { terms, identity, newId } = row;
  const updatedAt = at.toISOString();
  if (known === undefined) {
    const rate = { ...terms, rateId: newId, version: 1, updatedAt };
    return { row, status: 'created', before: undefined, after: { rate, identity } };
  }
  // A rate of an earlier attempt of this call stays as it is, also if it was replaced since.
  if (terms.externalId === '' || sameTerms(known.rate, terms)) {
    const isWritten = continues === true && known.rate.updatedAt === updatedAt;
    const status = known.rate.version === 1 ? 'created' : 'replaced';
    return { row, status: isWritten ? status : 'unchanged', before: known, after: known };
  }
  const { rateId, version } = known.rate;
  const rate = { ...terms, rateId, version: version + 1, updatedAt };
  return { row, status: 'replaced', before: known, after: { ...known, rate, identity } };
}

/** Separates the rates for which their lane has no room. */
function splitByRoom(planned: readonly Plan[], stored: readonly ContractRate[]) {
  const inLanes = new Map<string, { rates: number; bytes: number }>();
  const sizeOf = (lane: string) => inLanes.get(lane) ?? { rates: 0, bytes: 0 };
  for (const rate of stored) {
    const lane = laneText(laneOf(rate));
    const { rates, bytes } = sizeOf(lane);
    inLanes.set(lane, { rates: rates + 1, bytes: bytes + rateBytes(rate) });
  }
  const fitting: Plan[] = [];
  const full: Rejected[] = [];
  for (const plan of planned) {
    const { before, after } = plan;
    const lane = laneText(laneOf(after.rate));
    const inLane = before !== undefined && laneText(laneOf(before.rate)) === lane ? before : undefined;
    const size = sizeOf(lane);
    const rates = size.rates + (inLane ? 0 : 1);
    const more = rateBytes(after.rate) - (inLane ? rateBytes(inLane.rate) : 0);
    const isFull =
      (!inLane && rates > MAX_RATES_OF_A_LANE) || (more > 0 && size.bytes + more > MAX_LANE_BYTES);
    if (isFull) {
      full.push(atIndex(plan.row.index, 'destination', LANE_FULL));
    } else {
      inLanes.set(lane, { rates, bytes: size.bytes + more });
      fitting.push(plan);
    }
  }
  return { fitting, full };
}

export const OF_DELETED_CUSTOMER =
  'is the name of a deleted customer; create a customer with this name, or use another one';

export const ofSeveralCustomers = (customer: string): string =>
  `"${customer.trim()}" can be several customers: the rate applies to this exact name only.`;

export const NO_ROOM = `has no room: the organization has the maximum of ${MAX_STORED_RATES} contract rates in this mode; delete rates that ended`;

export const LANE_FULL = `must be of another lane: this customer, lane and equipment have ${MAX_RATES_OF_A_LANE} rates, or ${MAX_LANE_BYTES / 1_000} kB of rates with large tables; delete rates that ended`;

const atIndex = (index: number, field: string, message: string): Rejected => ({
  index,
  errors: [{ field: `rates[${index}].${field}`, message }],
});

const errorsOf = (rejected: readonly Rejected[]): readonly FieldError[] =>
  rejected.flatMap(({ errors }) => errors);

function answerOf(
  done: readonly Plan[],
  rejected: readonly Rejected[],
  {
    stored,
    named,
  }: { readonly stored: readonly ContractRate[]; readonly named: ReadonlyMap<string, NamedCustomer> },
  now: Date,
): CreatedRates {
  const plans = done.toSorted((one, other) => one.row.index - other.row.index);
  const written = plans.map(({ after }) => after.rate);
  const indexOf = new Map(plans.map(({ row, after }) => [after.rate.rateId, row.index]));
  const overlaps = findOverlaps(written, stored, named);
  const today = utcDay(now);
  return {
    rates: plans.map(({ row, status, after: { rate } }) => ({
      ...{ index: row.index, rate_id: rate.rateId, version: rate.version, status },
    })),
    rejected: rejected.toSorted((one, other) => one.index - other.index),
    overlaps: {
      total: overlaps.length,
      listed: overlaps.slice(0, MAX_LISTED).map(({ rate, other, from, to, contradictory }) => ({
        index: indexOf.get(rate.rateId) ?? 0,
        with_rate_id: other.rateId,
        with_index: indexOf.get(other.rateId) ?? null,
        ...{ from, to: to ?? null, contradictory },
      })),
    },
    warnings: plans
      .filter(({ status }) => status !== 'unchanged')
      .flatMap(({ row, after }) =>
        [...row.warnings, ...warningsOf(after.rate, today)].map((message) => ({ index: row.index, message })),
      )
      .slice(0, MAX_LISTED),
  };
}

function warningsOf({ effectiveFrom, effectiveTo }: ContractRate, today: string): readonly string[] {
  if (effectiveTo !== undefined && effectiveTo < today) {
    return [`effective_to ${effectiveTo} is in the past: the rate applies to no new quote.`];
  }
  return effectiveFrom < today
    ? [`effective_from ${effectiveFrom} is in the past. Existing quotes do not change.`]
    : [];
}
