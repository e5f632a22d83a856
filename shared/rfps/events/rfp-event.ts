import type { Account } from '../../platform/account/account.ts';
import { eventIdFor } from '../../webhooks/events/event-id.ts';
import type { EventMessage } from '../../webhooks/events/event-message.ts';
import { describeRfp } from '../documents/rfp-document.ts';
import { OUTCOMES, type Outcome, spendOf } from '../record/rfp-counters.ts';
import type { RfpStatus } from '../record/rfp-status.ts';
import type { StoredRfp } from '../record/stored-rfp.ts';

type Spend = { readonly weeklySpend: number; readonly annualSpend: number };

/** The object of RFP events. A type, because an interface is not assignable to JSON types. */
export type RfpEvent = {
  readonly rfpNumber: string;
  readonly status: RfpStatus | 'deleted';
  readonly title: string;
  /** "" if there is none. */
  readonly customer: string;
  readonly customerReference: string;
  readonly equipmentType: string;
  /** YYYY-MM-DD; null if there is none. */
  readonly contractStart: string | null;
  readonly contractEnd: string | null;
  readonly version: number;
  /** ISO 8601 UTC; null before the file of lanes is read. */
  readonly pricedAsOf: string | null;
  /** Why the RFP failed; null if it did not. */
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly lanes: Readonly<Record<'total' | 'priced' | 'failed' | 'excluded' | Outcome, number>>;
  /** Whether the loads behind prices of lanes are simulated. */
  readonly simulated: boolean;
  /** USD, of the lanes that have a price and are not excluded. */
  readonly weeklySpend: number;
  readonly annualSpend: number;
  /** Of these, in USD. */
  readonly won: Spend;
  readonly lost: Spend;
  readonly open: Spend;
  readonly currency: 'USD';
};

/** Changes of an RFP that cause an event. `change` identifies the change among all of the RFP. */
export type RfpTransition =
  | { readonly event: 'rfp.created' | 'rfp.deleted' }
  | { readonly event: 'rfp.updated'; readonly change: readonly string[] };

const usd = (cents: number): number => cents / 100;

function rfpEvent(rfp: StoredRfp, event: RfpTransition['event']): RfpEvent {
  const document = describeRfp(rfp);
  const spendIn = (of: readonly Outcome[]): Spend => {
    const { weeklyCents, annualCents } = spendOf(rfp.counters, of);
    return { weeklySpend: usd(weeklyCents), annualSpend: usd(annualCents) };
  };
  const spend = spendIn(OUTCOMES);
  return {
    rfpNumber: document.rfp_id,
    status: event === 'rfp.deleted' ? 'deleted' : document.status,
    title: document.name,
    customer: document.customer,
    customerReference: document.customer_reference,
    equipmentType: document.equipment_type,
    contractStart: document.contract_start,
    contractEnd: document.contract_end,
    version: document.version,
    pricedAsOf: document.priced_as_of,
    error: document.error,
    lanes: document.lanes,
    simulated: document.simulated,
    ...spend,
    won: spendIn(['won']),
    lost: spendIn(['lost']),
    open: spendIn(['open']),
    currency: 'USD',
  };
}

/** The event of a change of an RFP: the same change always has the same event, including its id. */
export function rfpEventMessage(
  { orgId, mode }: Account,
  rfp: StoredRfp,
  transition: RfpTransition,
  at: Date,
): EventMessage {
  const { event } = transition;
  const change = 'change' in transition ? transition.change : [event];
  return {
    orgId,
    id: eventIdFor([orgId, mode, rfp.rfpId, ...change]),
    event,
    created: at.toISOString(),
    livemode: mode === 'live',
    object: rfpEvent(rfp, event),
  };
}
