import { randomUUID } from 'node:crypto';
import type { UsageOf } from '../accounts/usage/dynamodb-read-account.ts';
import { ownEntriesOn } from '../costs/accessorials/own-tariff.ts';
import type { Account } from '../platform/account/account.ts';
import type { FieldError } from '../platform/http/invalid-parameters.ts';
import { type Answer, type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { MAX_FIELD_ERRORS } from '../platform/http/request-fields.ts';
import { invalidParameters } from '../quotes/request/quote-rejections.ts';
import type { StrategyStore } from '../quotes/strategy/dynamodb-strategies.ts';
import { applyRfpChange, type ComposedChange } from './apply-rfp-change.ts';
import type { RfpAnswer } from './documents/rfp-document.ts';
import { readLaneUsage } from './lane-usage.ts';
import { correctLane, type LaneChange, marketInput } from './lanes/correct-lane.ts';
import { chunkCount, chunkOf, type LaneDraft } from './lanes/lane-draft.ts';
import { priceLane, strategyOf } from './pricing/view-lanes.ts';
import { unknownLane } from './read-lane-list.ts';
import type { RfpChangeRequest } from './read-rfp-change.ts';
import { allows, hasAwards, rfpStatus } from './record/rfp-status.ts';
import { firstPickupDay, type RfpTerms, type StoredRfp } from './record/stored-rfp.ts';
import { lanesAwarded, rfpNotReady } from './rfp-rejections.ts';
import type { RfpStore } from './store/dynamodb-rfp-store.ts';

export interface ChangeRfpPorts {
  readonly rfps: Pick<RfpStore, 'read' | 'terms' | 'inputs' | 'storeInputs' | 'lanes' | 'change'>;
  readonly strategies: Pick<StrategyStore, 'version'>;
  readonly usageOf: UsageOf;
  readonly now: () => Date;
}

/** Lanes of a change as they are then. */
interface ChangedLanes {
  readonly terms: RfpTerms;
  /** By chunk, all lanes of chunks with another price or correction. */
  readonly drafts: ReadonlyMap<number, readonly LaneDraft[]>;
  /** Positions in the request of lanes with another total that the stored market costs have to allow. */
  readonly totals: readonly { readonly at: number; readonly index: number; readonly draft: LaneDraft }[];
  readonly indexes: readonly number[];
}

const rejectAll = (errors: readonly FieldError[]) =>
  reject(invalidParameters(errors.slice(0, MAX_FIELD_ERRORS)));

/**
 * Changes the name, the margin and lanes. It begins a run: corrected lanes are priced by the market again and counted, the
 * others by their stored costs. A request that changes nothing writes nothing, also while lanes are priced: a repeated call
 * has the same effect.
 */
export function changeRfpUseCase({ rfps, strategies, usageOf, now }: ChangeRfpPorts) {
  return (rfpId: string, request: RfpChangeRequest, caller: Account): Promise<Answer<RfpAnswer>> => {
    // One name for a call: items of its next attempt replace those of the one before.
    const item = randomUUID().slice(0, 8);
    return applyRfpChange({ rfps }, { rfpId, caller }, (rfp) => compose(rfp, request, caller, item));
  };

  async function compose(
    rfp: StoredRfp,
    request: RfpChangeRequest,
    caller: Account,
    item: string,
  ): Promise<Outcome<ComposedChange>> {
    const status = rfpStatus(rfp);
    if (!allows(status, 'rename')) return reject(rfpNotReady(rfp.rfpId, status, 'rename'));
    if (request.lanes.length > 0 && status === 'awaiting_upload') {
      return reject(rfpNotReady(rfp.rfpId, status, 'change-lanes'));
    }
    const unknown = request.lanes.flatMap(({ index }, at) =>
      index < rfp.lanes ? [] : unknownLane(`lanes[${at}].index`, rfp.lanes),
    );
    if (unknown.length > 0) return rejectAll(unknown);

    const name = request.name === rfp.name ? undefined : request.name;
    const percent =
      request.marginPercent === undefined ? rfp.marginPercent : (request.marginPercent ?? undefined);
    const changesMargin = percent !== rfp.marginPercent;
    const changed =
      request.lanes.length === 0 ? succeed(undefined) : await changeLanes(rfp, request.lanes, caller);
    if (!changed.ok) return changed;
    const lanes = changed.body;
    if (!changesMargin && lanes === undefined) {
      return succeed({ change: name === undefined ? undefined : { name, at: now() } });
    }
    if (!allows(status, 'change-lanes')) return reject(rfpNotReady(rfp.rfpId, status, 'change-lanes'));
    const terms = lanes?.terms ?? { ...(await rfps.terms(caller, rfp)), corrected: [] };
    if (changesMargin && hasAwards(rfp)) return reject(lanesAwarded(rfp.rfpId, 'the margin of the RFP'));
    const awarded = lanes?.indexes.find((index) => terms.lanes.get(index)?.outcome !== undefined);
    if (awarded !== undefined) return reject(lanesAwarded(rfp.rfpId, `lane ${awarded}`));
    const low = await totalsTooLow({ ...rfp, marginPercent: percent }, lanes?.totals ?? [], caller);
    if (low.length > 0) return rejectAll(low);

    const at = now();
    const { corrected } = terms;
    const usage = corrected.length > 0 ? await readLaneUsage(usageOf, caller, at) : undefined;
    if (usage?.ok === false) return usage;
    const counted = usage?.body(corrected.length);
    // The change itself is exact: here it only saves writing lanes.
    if (counted && counted.used + counted.reservation.calls > counted.reservation.usageLimit) {
      return counted.overLimit(counted.used);
    }
    const inputs = new Map(terms.inputs);
    if (lanes && lanes.drafts.size > 0) {
      await rfps.storeInputs(caller, rfp.rfpId, lanes.drafts, item);
      for (const chunk of lanes.drafts.keys()) inputs.set(chunk, item);
    }
    const all = Array.from({ length: chunkCount(rfp.lanes) }, (_, chunk) => chunk);
    return succeed({
      change: {
        at,
        ...(name === undefined ? {} : { name }),
        ...(changesMargin ? { margin: { percent } } : {}),
        terms: { ...terms, inputs, chunks: changesMargin ? all : terms.chunks },
        ...(counted && { reservation: counted.reservation }),
      },
      ...(counted && { headers: counted.headers, overLimit: counted.overLimit }),
    });
  }

  /** What lanes are after changes; undefined if they are as before. */
  async function changeLanes(
    rfp: StoredRfp,
    changes: readonly LaneChange[],
    caller: Account,
  ): Promise<Outcome<ChangedLanes | undefined>> {
    const before = await rfps.terms(caller, rfp);
    const rewritten = changes.filter((change) => Object.keys(change).some((member) => !ITEMLESS.has(member)));
    const touched = [...new Set(rewritten.map(({ index }) => chunkOf(index).chunk))];
    const [stored, own] = await Promise.all([
      touched.length === 0 ? new Map() : rfps.inputs(caller, rfp.rfpId, before, touched),
      ownTariff(rfp, rewritten, caller),
    ]);
    const defaults = { ...rfp, own };
    const errors: FieldError[] = [];
    const again = await failedByService(rfp, rewritten.filter(namesMarketInput), caller);
    const lanes = new Map(before.lanes);
    const drafts = new Map<number, LaneDraft[]>();
    const [indexes, corrected] = [new Set<number>(), [] as number[]];
    const totals: ChangedLanes['totals'][number][] = [];
    for (const [at, change] of changes.entries()) {
      const { index, excluded } = change;
      const { chunk, offset } = chunkOf(index);
      const { excluded: was = false, ...others } = lanes.get(index) ?? {};
      if (excluded !== undefined && excluded !== was) {
        indexes.add(index);
        if (excluded) lanes.set(index, { ...others, excluded });
        else if (Object.keys(others).length === 0) lanes.delete(index);
        else lanes.set(index, others);
      }
      const draft: LaneDraft | undefined = stored.get(chunk)?.[offset];
      if (draft === undefined) continue;
      const faults: FieldError[] = [];
      const after = correctLane(draft, change, defaults, faults);
      errors.push(...faults.map(({ field, message }) => ({ field: `lanes[${at}].${field}`, message })));
      const isOther = marketInput(after) !== marketInput(draft);
      const isCorrected = isOther || again.has(index);
      const isFree = freeInput(after) !== freeInput(draft);
      if (!isCorrected && !isFree) continue;
      indexes.add(index);
      if (isCorrected) corrected.push(index);
      else if (after.price?.set === 'total_rate') totals.push({ at, index, draft: after });
      if (!isOther && !isFree) continue;
      const group = drafts.get(chunk) ?? [...(stored.get(chunk) ?? [])];
      group[offset] = isOther ? { ...after, corrected: true } : after;
      drafts.set(chunk, group);
    }
    if (errors.length > 0) return rejectAll(errors);
    if (indexes.size === 0) return succeed(undefined);
    const chunks = [...new Set([...indexes].map((index) => chunkOf(index).chunk))];
    const terms: RfpTerms = {
      ...{ lanes, inputs: before.inputs, chunks: chunks.toSorted((one, other) => one - other) },
      corrected: corrected.toSorted((one, other) => one - other),
    };
    return succeed({ terms, drafts, totals, indexes: [...indexes] });
  }

  /** Lanes of changes that failed for reasons of the service: a change to the values that they have prices them again. */
  async function failedByService(
    rfp: StoredRfp,
    changes: readonly LaneChange[],
    caller: Account,
  ): Promise<ReadonlySet<number>> {
    if (changes.length === 0 || !allows(rfpStatus(rfp), 'change-lanes')) return new Set();
    const indexes = changes.map(({ index }) => index);
    const lanes = await rfps.lanes(caller, rfp, indexes);
    return new Set(
      [...lanes].flatMap(([index, { result }]) =>
        result.status === 'failed' && result.error.code === 'INTERNAL_ERROR' ? [index] : [],
      ),
    );
  }

  /** Entries of the organization's own tariff; read only if accessorials have to fit. */
  async function ownTariff(rfp: StoredRfp, changes: readonly LaneChange[], caller: Account) {
    if (
      !changes.some(({ equipment, requirements }) => equipment !== undefined || requirements !== undefined)
    ) {
      return [];
    }
    const { tariff } = await strategyOf(strategies, caller, rfp.pricing.strategyVersion);
    return ownEntriesOn(tariff, firstPickupDay(rfp.contractStart, new Date(rfp.pricing.asOf)));
  }

  /** Errors of totals that fuel and accessorials exceed. */
  async function totalsTooLow(
    rfp: StoredRfp,
    totals: ChangedLanes['totals'],
    caller: Account,
  ): Promise<readonly FieldError[]> {
    if (totals.length === 0) return [];
    const indexes = totals.map(({ index }) => index);
    const [lanes, strategy] = await Promise.all([
      rfps.lanes(caller, rfp, indexes),
      strategyOf(strategies, caller, rfp.pricing.strategyVersion),
    ]);
    return totals.flatMap(({ at, index, draft }) => {
      const lane = lanes.get(index);
      if (lane?.result.status !== 'priced') return [];
      const { result } = priceLane(lane.result, { strategy, marginPercent: rfp.marginPercent }, draft.price);
      const errors = result.status === 'failed' ? (result.error.details.errors ?? []) : [];
      return errors.map(({ field, message }) => ({ field: `lanes[${at}].${field}`, message }));
    });
  }
}

/** Members of a change that are stored in the terms. */
const ITEMLESS: ReadonlySet<string> = new Set(['index', 'excluded']);

/** Members that are free: the stored market costs of the lane stay. */
const FREE: ReadonlySet<string> = new Set(['price', 'commodity'] satisfies (keyof LaneChange)[]);

const freeInput = ({ price, commodity }: LaneDraft): string => JSON.stringify([price, commodity]);

const namesMarketInput = (change: LaneChange): boolean =>
  Object.keys(change).some((member) => !ITEMLESS.has(member) && !FREE.has(member));
