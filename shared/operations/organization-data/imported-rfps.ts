import { isDeepStrictEqual } from 'node:util';
import { chunkCount } from '../../rfps/lanes/lane-draft.ts';
import { addCounters, countLanes, NO_COUNTERS, type RfpCounters } from '../../rfps/record/rfp-counters.ts';
import type { RfpFailure, StoredRfp } from '../../rfps/record/rfp-store.ts';
import { IMPORTED_ATTRIBUTE, readHead, readSummaries } from '../../rfps/store/dynamodb-rfp-items.ts';
import type { OrganizationRecord, RecordKind } from './organization-record.ts';

/** What an import does with the records of RFPs. */
export interface CheckedRfps {
  /** Ids of RFPs that are imported as failed. */
  readonly failed: readonly string[];
  /** Whether the record is a part of an RFP that the export does not have: it was deleted meanwhile. */
  isOfNoRfp(record: OrganizationRecord): boolean;
  /** The head of an RFP as it is imported: it starts no run and sends no event. */
  toImported(head: OrganizationRecord): OrganizationRecord;
}

const PARTS: readonly RecordKind[] = ['rfp-lanes', 'rfp-results', 'rfp-summary', 'rfp-terms', 'rfp-version'];
const FAILURE: RfpFailure = {
  code: 'IMPORT_INCOMPLETE',
  message:
    'The RFP had no complete results when the data of the organization was exported. Create the RFP again with the same lanes.',
};

/** The parts of one RFP in an export. */
interface Parts {
  /** Number of parts by kind and version: "rfp-results 1". Versions of terms are revisions. */
  readonly counts: Map<string, number>;
  /** Sums of the lanes by version. */
  readonly sums: Map<number, RfpCounters>;
  newestVersion: number;
  newestRun: number;
}

/**
 * Reads the RFPs of an export. An RFP with lanes left to price, and one that changed between the readings of its items,
 * fails: messages of its run are in queues of another environment, and its sums are not those of its lanes. An RFP that
 * waits for its file fails, because its address is of the other environment.
 * @throws ValiError if a head or summary is invalid.
 */
export async function checkRfps(pages: AsyncIterable<readonly OrganizationRecord[]>): Promise<CheckedRfps> {
  const heads = new Map<string, StoredRfp>();
  const parts = new Map<string, Parts>();
  for await (const page of pages) {
    for (const record of page) {
      if (record.kind === 'rfp') heads.set(partsKey(record), readHead(record.item).rfp);
      if (PARTS.includes(record.kind)) addPart(parts, record);
    }
  }
  const isFailed = ([key, rfp]: readonly [string, StoredRfp]) =>
    rfp.state !== 'failed' && !isComplete(rfp, parts.get(key));
  const failed = new Set([...heads].filter(isFailed).map(([key]) => key));

  return {
    failed: [...failed].map((key) => key.slice(key.lastIndexOf('#') + 1)),
    isOfNoRfp: ({ kind, key }) => PARTS.includes(kind) && !heads.has(String(key.pk)),
    toImported: (head) => ({
      ...head,
      item: {
        ...head.item,
        [IMPORTED_ATTRIBUTE]: true,
        ...(failed.has(partsKey(head)) ? { state: 'failed', remaining: 0, failure: FAILURE } : {}),
      },
    }),
  };
}

/** The partition of the parts of a head. */
const partsKey = ({ key }: OrganizationRecord): string => `${key.pk}#${key.sk}`;

function addPart(all: Map<string, Parts>, { kind, key, item }: OrganizationRecord): void {
  const pk = String(key.pk);
  const parts = all.get(pk) ?? { counts: new Map(), sums: new Map(), newestVersion: 0, newestRun: 0 };
  all.set(pk, parts);
  const version = kind === 'rfp-lanes' ? 0 : Number(String(key.sk).split('#')[1]);
  const name = `${kind} ${version}`;
  parts.counts.set(name, (parts.counts.get(name) ?? 0) + 1);
  if (kind !== 'rfp-summary') return;
  const { run, summaries } = readSummaries(item);
  parts.sums.set(version, addCounters(parts.sums.get(version) ?? NO_COUNTERS, countLanes(summaries)));
  parts.newestVersion = Math.max(parts.newestVersion, version);
  parts.newestRun = Math.max(parts.newestRun, run);
}

/** Whether the parts are those of the head. A later repricing would skip chunks that have the results of a later run. */
function isComplete(rfp: StoredRfp, parts: Parts | undefined): boolean {
  const { lanes, version, run, termsRevision, counters } = rfp;
  if (rfp.remaining > 0 || parts === undefined) return false;
  const { counts, sums } = parts;
  const chunkKinds = ['rfp-lanes 0', `rfp-results ${version}`, `rfp-summary ${version}`];
  return (
    chunkKinds.every((name) => counts.get(name) === chunkCount(lanes)) &&
    (termsRevision === 0 || counts.has(`rfp-terms ${termsRevision}`)) &&
    parts.newestVersion <= version &&
    parts.newestRun <= run &&
    isDeepStrictEqual(sums.get(version), counters)
  );
}
