import { usd } from '../../costs/model/cents.ts';
import type { Account } from '../../platform/account/account.ts';
import { eventIdFor } from '../../webhooks/events/event-id.ts';
import type { EventMessage } from '../../webhooks/events/event-message.ts';
import { describeRfp } from '../documents/rfp-document.ts';
import { OUTCOMES, type Outcome, spendOf } from '../record/rfp-counters.ts';
import type { StoredRfp } from '../record/stored-rfp.ts';

/** Changes of an RFP that cause an event. `change` identifies the change among all of the RFP. */
export type RfpTransition =
  | { readonly event: 'rfp.created' | 'rfp.deleted' }
  | { readonly event: 'rfp.updated'; readonly change: readonly string[] };

/** Texts are "" and other values null if they are not known; money in USD of lanes with a price that are not excluded. */
function rfpEvent(rfp: StoredRfp, event: RfpTransition['event']) {
  const document = describeRfp(rfp);
  const spendIn = (of: readonly Outcome[]) => {
    const { weeklyCents, annualCents } = spendOf(rfp.counters, of);
    return { weeklySpend: usd(weeklyCents), annualSpend: usd(annualCents) };
  };
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
    ...spendIn(OUTCOMES),
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
