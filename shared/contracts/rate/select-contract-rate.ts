import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import {
  type CustomerMatch,
  customerKey,
  isCustomer,
  looseCustomerKey,
  looseKeysOf,
  nameInKey,
} from '../../customers/customer-names.ts';
import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import {
  type ContractGeography,
  type ContractRate,
  type ContractTerms,
  type GeographyKey,
  isEffectiveOn,
  kindOf,
  widthOf,
} from './contract-rate.ts';

/** A move for which a contract rate is wanted. */
interface ContractRequest {
  /** Without names only rates for all customers match. */
  readonly customer: CustomerMatch;
  /** Every geography that contains the stop (`terminalGeographies`, `doorGeographies`). */
  readonly origin: readonly GeographyKey[];
  readonly destination: readonly GeographyKey[];
  readonly equipment: EquipmentType;
  /** Day of the pickup. */
  readonly day: UtcDay;
}

/** Rates of one lane differ only in time and terms. */
export interface ContractLane {
  /** Loose form of the customer, so that all its spellings have one lane; "" = all customers. */
  readonly customer: string;
  readonly equipment: EquipmentType;
  readonly origin: GeographyKey;
  readonly destination: GeographyKey;
}

/** Customer or not, kind of origin, kind of destination: "customer port zip3". */
export type LaneShape = string;

/** Maximum rates of one lane. */
export const MAX_RATES_OF_A_LANE = 100;

/** Maximum bytes of the rates of one lane, which are one item: fuel tables can have 3 kB each. */
export const MAX_LANE_BYTES = 340_000;

/** A rate as it is stored: JSON is smaller than attributes, and conditions only need the version. */
export const rateText = (rate: ContractRate): string => JSON.stringify(rate);

/** Bytes of a rate in its lane. */
export const rateBytes = (rate: ContractRate): number => Buffer.byteLength(rateText(rate));

type LaneTerms = Pick<ContractTerms, 'customer' | 'equipment' | 'origin' | 'destination'>;

export const laneOf = ({ customer, equipment, origin, destination }: LaneTerms): ContractLane => ({
  customer: looseCustomerKey(customer),
  equipment,
  origin: origin.key,
  destination: destination.key,
});

/** A text that identifies the lane: its parts with "#" between them. The customer is last: it can contain "#". */
export const laneText = ({ customer, equipment, origin, destination }: ContractLane): string =>
  [equipment, origin, destination, nameInKey(customer)].join('#');

export const shapeOf = ({ customer, origin, destination }: ContractLane): LaneShape =>
  [customer === '' ? 'all' : 'customer', kindOf(origin), kindOf(destination)].join(' ');

/** What decides which lanes can have a rate for a move. */
export type LaneRequest = Pick<ContractRequest, 'customer' | 'origin' | 'destination' | 'equipment'>;

/** The lanes, each once, that can have a rate for a request. @param shapes of the rates that the organization has. */
export function lanesOfRequests(
  requests: readonly LaneRequest[],
  shapes: ReadonlySet<LaneShape>,
): readonly ContractLane[] {
  const lanes = new Map<string, ContractLane>();
  for (const { customer, equipment, origin: origins, destination: destinations } of requests) {
    const customers = [...looseKeysOf(customer), ''];
    for (const origin of origins) {
      for (const destination of destinations) {
        for (const each of customers) {
          const lane = { customer: each, equipment, origin, destination };
          if (shapes.has(shapeOf(lane))) lanes.set(laneText(lane), lane);
        }
      }
    }
  }
  return [...lanes.values()];
}

/** The moves to which an item of an organization applies. */
export interface LaneScope {
  /** Name of the customer; "" = all customers. */
  readonly customer: string;
  readonly origin: ContractGeography;
  readonly destination: ContractGeography;
}

/** A criterion of the order of selection. Negative: the first item comes first. */
export interface Criterion<Item> {
  readonly compare: (one: Item, other: Item) => number;
  /** Why an item comes before the next match, as a sentence. */
  readonly reason: (item: Item, next: Item) => string;
}

/**
 * An item with a name of the customer comes first, then one with a similar name, then one for all customers; then the
 * narrower origin, then the narrower destination.
 * @param noun of an item. @param keys of the customer.
 */
export const scopeCriteria = (
  noun: 'rate' | 'rule',
  { keys }: CustomerMatch,
): readonly Criterion<LaneScope>[] => {
  const rankOf = ({ customer }: LaneScope) =>
    customer === '' ? 2 : Number(!keys.includes(customerKey(customer)));
  return [
    {
      compare: (one, other) => rankOf(one) - rankOf(other),
      reason: ({ customer }, next) =>
        next.customer === ''
          ? `The ${noun} is for the customer ${customer}; the next match is for all customers.`
          : `The ${noun} is for the customer ${customer}; the next match is for the similar name ${next.customer}.`,
    },
    {
      compare: (one, other) => widthOf(one.origin.key) - widthOf(other.origin.key),
      reason: ({ origin }, next) =>
        `The origin of the ${noun} (${origin.text}) is narrower than that of the next match (${next.origin.text}).`,
    },
    {
      compare: (one, other) => widthOf(one.destination.key) - widthOf(other.destination.key),
      reason: ({ destination: { text } }, next) =>
        `The destination of the ${noun} (${text}) is narrower than that of the next match (${next.destination.text}).`,
    },
  ];
};

export interface FirstMatch<Item> {
  readonly first: Item;
  /** Why it is the first one, as a sentence. */
  readonly reason: string;
  /** Number of other matches. */
  readonly others: number;
}

/** The match that comes first by the criteria in their order; undefined without a match. */
export function firstMatch<Item>(
  matches: readonly Item[],
  criteria: readonly Criterion<Item>[],
  noun: 'rate' | 'rule',
): FirstMatch<Item> | undefined {
  const decides = (one: Item, other: Item) => criteria.find(({ compare }) => compare(one, other) !== 0);
  const [first, next] = matches.toSorted((one, other) => decides(one, other)?.compare(one, other) ?? 0);
  if (first === undefined) return undefined;
  const reason =
    next === undefined ? `The ${noun} is the only match.` : (decides(first, next)?.reason(first, next) ?? '');
  return { first, reason, others: matches.length - 1 };
}

export interface SelectedContractRate {
  readonly rate: ContractRate;
  /** Why this rate is selected, as a sentence. */
  readonly reason: string;
  /** Number of other rates that match. */
  readonly otherMatches: number;
}

const LAST_CRITERIA: readonly Criterion<ContractRate>[] = [
  {
    compare: (one, other) => compareTexts(other.effectiveFrom, one.effectiveFrom),
    reason: ({ effectiveFrom }, next) =>
      `The rate starts later (${effectiveFrom}) than the next match (${next.effectiveFrom}).`,
  },
  {
    compare: (one, other) => compareTexts(other.rateId, one.rateId),
    reason: () => 'The rate was created after the next match, which has the same lane and start.',
  },
];

/**
 * Selects the rate of a move: by the customer, the narrower origin, the narrower destination (`scopeCriteria`), the later
 * start, and the rate that was created last.
 * @param candidates in any order, with other rates than matching ones; each id once.
 * @returns undefined if no rate matches.
 */
export function selectContractRate(
  candidates: readonly ContractRate[],
  request: ContractRequest,
): SelectedContractRate | undefined {
  const matches = candidates.filter((rate) => matchesRequest(rate, request));
  const selected = firstMatch(
    matches,
    [...scopeCriteria('rate', request.customer), ...LAST_CRITERIA],
    'rate',
  );
  return selected && { rate: selected.first, reason: selected.reason, otherMatches: selected.others };
}

const matchesRequest = (rate: ContractRate, request: ContractRequest): boolean =>
  (rate.customer === '' || isCustomer(request.customer, rate.customer)) &&
  rate.equipment === request.equipment &&
  request.origin.includes(rate.origin.key) &&
  request.destination.includes(rate.destination.key) &&
  isEffectiveOn(rate, request.day);

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
