import * as v from 'valibot';
import { createdRatesAnswer, MAX_LISTED } from '../contracts/documents/rate-document.ts';
import { MAX_RATES } from '../contracts/rate/contract-rate.ts';
import { fuelField, unknownFuelFields } from '../contracts/request/fuel-field.ts';
import {
  type WriteContractRatesPorts,
  writeContractRatesUseCase,
} from '../contracts/write-contract-rates.ts';
import { usd } from '../costs/model/cents.ts';
import type { Account } from '../platform/account/account.ts';
import { optionalField } from '../platform/http/body-fields.ts';
import type { FieldError } from '../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import {
  dayField,
  isRequestObject,
  MAX_FIELD_ERRORS,
  parseField,
  type RequestObject,
  rejectUnknownFields,
} from '../platform/http/request-fields.ts';
import { invalidParameters } from '../quotes/request/quote-rejections.ts';
import { type LaneView, type ViewLanesPorts, viewLanes } from './pricing/view-lanes.ts';
import { laneList, readLaneList, unknownLane } from './read-lane-list.ts';
import { allows, rfpStatus } from './record/rfp-status.ts';
import { parseRfpId, type StoredRfp } from './record/stored-rfp.ts';
import { rfpNotFound, rfpNotReady } from './rfp-rejections.ts';
import type { RfpReader } from './store/dynamodb-rfp-reader.ts';

const { rates, warnings } = createdRatesAnswer.entries;

/** The answer of a call that makes contract rates from lanes. Indexes are those of the lanes. */
export const madeRatesAnswer = v.object({
  rates,
  skipped: v.array(v.object({ index: v.pipe(v.number(), v.integer()), reason: v.string() })),
  warnings,
});
type MadeRates = v.InferOutput<typeof madeRatesAnswer>;

/** Fields of the body. Each lane of it is one rate of a call that writes contract rates. */
export const contractRatesFields = v.strictObject({
  lanes: laneList('won', MAX_RATES),
  effective_from: dayField,
  effective_to: v.exactOptional(optionalField(dayField)),
  fuel: v.exactOptional(optionalField(fuelField)),
});

export interface MakeContractRatesPorts extends WriteContractRatesPorts {
  readonly rfps: ViewLanesPorts['rfps'] & Pick<RfpReader, 'read' | 'terms'>;
  readonly strategies: ViewLanesPorts['strategies'];
  readonly now: () => Date;
}

interface RatesRequest {
  readonly lanes: 'won' | readonly number[];
  readonly effective_from: string;
  readonly effective_to: string | undefined;
  /** As the caller wrote it. */
  readonly fuel: unknown;
}

/** Reads the body. A rejection names each invalid field. */
function readRequest(body: unknown): Outcome<RatesRequest> {
  const errors: FieldError[] = [];
  const given: RequestObject = isRequestObject(body) ? body : {};
  if (given !== body)
    errors.push({ field: 'body', message: 'must be a JSON object with lanes and effective_from' });
  const { entries } = contractRatesFields;
  rejectUnknownFields(given, entries, '', errors);
  const lanes = readLaneList(given.lanes, 'won', MAX_RATES, errors);
  const from = parseField(given.effective_from, 'effective_from', dayField, errors);
  const to = parseField(given.effective_to, 'effective_to', entries.effective_to.wrapped, errors);
  parseField(given.fuel, 'fuel', entries.fuel.wrapped, errors);
  errors.push(...unknownFuelFields(given.fuel));
  if (from !== undefined && to !== undefined && to < from) {
    errors.push({ field: 'effective_to', message: 'must not be before effective_from' });
  }
  if (errors.length > 0 || lanes === undefined || from === undefined) {
    return reject(invalidParameters(errors.slice(0, MAX_FIELD_ERRORS)));
  }
  return succeed({ lanes, effective_from: from, effective_to: to, fuel: given.fuel || 'market' });
}

/**
 * Makes contract rates of the RFP's customer from priced lanes. The external id of a rate names its lane, so that a
 * repetition makes no second rate.
 */
export function makeContractRatesUseCase(ports: MakeContractRatesPorts) {
  const { rfps, now } = ports;
  const write = writeContractRatesUseCase(ports);

  return async (id: string, body: unknown, caller: Account): Promise<Outcome<MadeRates>> => {
    const request = readRequest(body);
    if (!request.ok) return request;
    const rfpId = parseRfpId(id);
    const rfp = rfpId && (await rfps.read(caller, rfpId));
    if (!rfp) return reject(rfpNotFound(id));
    const status = rfpStatus(rfp);
    if (!allows(status, 'make-rates')) return reject(rfpNotReady(rfp.rfpId, status, 'make-rates'));
    const indexes = await lanesOf(rfp, request.body.lanes, caller);
    if (!indexes.ok) return indexes;

    const made = (await viewLanes(ports, caller, rfp, indexes.body)).map((lane) => ({
      index: lane.index,
      ...rateOf(lane, rfp, request.body),
    }));
    const wanted = made.flatMap(({ index, rate }) => (rate ? [{ index, rate }] : []));
    const indexAt = (at: number): number => wanted[at]?.index ?? 0;
    const rates = wanted.map(({ rate }) => rate);
    const written = await write({ rates, skipInvalid: true }, caller, {
      at: now(),
      identityOf: () => undefined,
    });
    if (!written.ok) return written;
    const skipped = [
      ...made.flatMap(({ index, reason }) => (reason === undefined ? [] : [{ index, reason }])),
      ...written.body.rejected.map(({ index, errors }) => ({
        index: indexAt(index),
        reason: errors
          .map(({ field, message }) => `${field.replace(/^rates\[\d+\]\.?/, '')} ${message}`)
          .join('; '),
      })),
    ];
    const contradictory = written.body.overlaps.listed.filter((overlap) => overlap.contradictory);
    const warnings = [
      ...contradictory.map(({ index, with_rate_id, from }) => ({
        index,
        message: `Rate ${with_rate_id} has the same lane and other terms from ${from}.`,
      })),
      ...written.body.warnings,
    ];
    return succeed({
      rates: written.body.rates.map((rate) => ({ ...rate, index: indexAt(rate.index) })),
      skipped: skipped.toSorted((one, other) => one.index - other.index),
      warnings: warnings
        .slice(0, MAX_LISTED)
        .map(({ index, message }) => ({ index: indexAt(index), message })),
    });
  };

  /** The indexes of the lanes of a request. */
  async function lanesOf(
    rfp: StoredRfp,
    lanes: RatesRequest['lanes'],
    caller: Account,
  ): Promise<Outcome<readonly number[]>> {
    if (rfp.customer.trim() === '') {
      const message = 'of the RFP is empty: its contract rates would be for all customers';
      return reject(invalidParameters([{ field: 'customer', message }]));
    }
    if (lanes !== 'won') {
      const unknown = lanes.flatMap((index, at) =>
        index < rfp.lanes ? [] : unknownLane(`lanes[${at}]`, rfp.lanes),
      );
      return unknown.length > 0
        ? reject(invalidParameters(unknown.slice(0, MAX_FIELD_ERRORS)))
        : succeed(lanes);
    }
    const { lanes: terms } = await rfps.terms(caller, rfp);
    const won = [...terms].flatMap(([index, { outcome, excluded }]) =>
      outcome === 'won' && !excluded ? [index] : [],
    );
    if (won.length <= MAX_RATES) return succeed(won);
    const message = `must be indexes: ${won.length} lanes are won, and one call makes at most ${MAX_RATES} rates`;
    return reject(invalidParameters([{ field: 'lanes', message }]));
  }
}

/** The body of a lane's contract rate, or why it has none. */
function rateOf(
  { index, draft, terms, priced: { price } }: LaneView,
  { rfpId, customer }: StoredRfp,
  { fuel, effective_from, effective_to }: RatesRequest,
): { readonly rate: object; readonly reason?: never } | { readonly rate?: never; readonly reason: string } {
  if (terms.excluded) return { reason: 'The lane is excluded.' };
  if (terms.outcome === 'lost') return { reason: 'The lane is lost.' };
  if (price === undefined) return { reason: 'The lane has no price.' };
  if (draft.stops.length > 0) return { reason: 'The lane has stops: a contract rate is for its two ends.' };
  if (price.fuelIncluded && fuel !== 'included') {
    return { reason: 'The price includes fuel. Send fuel "included".' };
  }
  const fuelCents = fuel === 'included' ? price.fuelSurchargeCents : 0;
  return {
    rate: {
      ...{ customer, origin: draft.origin, destination: draft.destination },
      ...{ equipment_type: draft.equipment, rate_type: 'flat', fuel },
      amount: usd(price.baseRateCents + fuelCents),
      ...{ effective_from, effective_to, external_id: `${rfpId}/${index}` },
    },
  };
}
