import { hash } from 'node:crypto';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import { customerKey } from '../../customers/customer-names.ts';
import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import type { QuoteOutcome } from '../record/stored-quote.ts';
import type { DecisionState } from '../reports/quote-report.ts';

/** A quote that an organization made before it used the service. It was not priced here, and has no events. */
export interface ImportedQuote {
  /** Id in the organization's own system; "" = none. */
  readonly reference: string;
  readonly day: UtcDay;
  /** As the file has them. */
  readonly origin: string;
  readonly destination: string;
  readonly lane: string;
  readonly laneArea: string;
  readonly equipment: EquipmentType;
  /** "" = none. */
  readonly customer: string;
  readonly totalCents: number;
  readonly outcome: QuoteOutcome;
  /** Why it was lost, as the file says; "" = nothing. */
  readonly reason: string;
}

export interface IdentifiedQuote {
  readonly identity: string;
  readonly quote: ImportedQuote;
}

/** What of a row identifies a quote: with a reference, a later file can correct its date, customer, price and outcome. */
export const quoteContent = ({
  reference,
  day,
  origin,
  destination,
  equipment,
  customer,
  totalCents,
}: Omit<ImportedQuote, 'lane' | 'laneArea'>): string =>
  JSON.stringify([
    ...[reference, origin, destination].map(customerKey),
    equipment,
    ...(reference === '' ? [day, customerKey(customer), totalCents] : []),
  ]);

/** @param repetition how many rows above have the same content: equal rows of a file are several quotes. */
export const quoteIdentity = (content: string, repetition: number): string =>
  hash('sha256', `${repetition}${content}`);

export const STATE_OF_OUTCOME: Readonly<Record<QuoteOutcome, DecisionState>> = {
  won: 'converted',
  lost: 'declined',
  open: 'undecided',
  expired: 'undecided',
  superseded: 'superseded',
};
