import type * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { describeLaneView, type listLanesAnswer } from '../documents/lane-document.ts';
import { formatLaneCursor, pageOfLanes } from '../lanes/lane-page.ts';
import { type ViewLanesPorts, viewLanes } from '../pricing/view-lanes.ts';
import type { RfpStore } from '../record/rfp-store.ts';
import { rfpNotFound } from '../rfp-rejections.ts';
import { findVersion } from './find-version.ts';
import { readLanesQuery } from './lanes-query.ts';

export interface ListLanesPorts extends ViewLanesPorts {
  readonly rfps: ViewLanesPorts['rfps'] & Pick<RfpStore, 'read' | 'earlierVersion' | 'summaries'>;
}

/** Lists the lanes of a caller's RFP that have a result. It reads only the chunks of the page's lanes. */
export function listLanesUseCase(ports: ListLanesPorts) {
  return async (
    id: string,
    query: Readonly<Record<string, string>>,
    caller: Account,
  ): Promise<Outcome<v.InferOutput<typeof listLanesAnswer>>> => {
    const read = readLanesQuery(query);
    if (!read.ok) return read;
    const { filter, page, version: number } = read.body;
    const found = await findVersion(ports.rfps, caller, id, number);
    if (!found.ok) return found;
    const { version, rfp } = found.body;
    const summaries = await ports.rfps.summaries(caller, version.rfpId, version.version);
    const { indexes, next } = pageOfLanes(summaries, filter, page);
    const lanes = await viewLanes(ports, caller, version, indexes);
    // Lanes that have a summary lack a result after a correction and after a deletion.
    const isComplete = lanes.length === indexes.length;
    if (!isComplete && (await ports.rfps.read(caller, rfp.rfpId)) === undefined)
      return reject(rfpNotFound(id));
    return succeed({
      lanes: lanes.map((lane) => describeLaneView(lane, rfp)),
      version: version.version,
      pagination: { next_cursor: next ? formatLaneCursor(next) : null, limit: page.limit },
    });
  };
}
