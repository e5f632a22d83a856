import type { UsageOf } from '../../accounts/usage/dynamodb-read-account.ts';
import { ownEntriesOn } from '../../costs/accessorials/own-tariff.ts';
import { readEquipmentType } from '../../costs/equipment/read-equipment-type.ts';
import type { PlaceDirectory } from '../../geography/places/place.ts';
import type { Account } from '../../platform/account/account.ts';
import { chunk as groupsOf } from '../../platform/collections/chunk.ts';
import { FileError } from '../../platform/files/file-error.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import { ORGANIZATION_MISSING } from '../../quotes/request/quote-rejections.ts';
import {
  MAX_COMMODITY_LENGTH,
  MAX_REQUIREMENTS,
  readRequirements,
} from '../../quotes/request/read-quote-request.ts';
import type { StrategyStore } from '../../quotes/strategy/dynamodb-strategies.ts';
import { namesakesFault } from '../../sheets/place-cells.ts';
import { cellFaultText } from '../../sheets/read-sheet.ts';
import { withTerminals } from '../../sheets/terminal-meant.ts';
import { columnReport as columnReportOf } from '../../sheets/understand-table.ts';
import { rowsOfFile } from '../../sheets/workbook-rows.ts';
import type { PlaceSources } from '../../terminals/resolution/resolve-place.ts';
import type { TerminalDirectory } from '../../terminals/search/embedded-terminal-directory.ts';
import type { TerminalSource } from '../../terminals/snapshots/dynamodb-snapshot-store.ts';
import { LANE_FILE } from '../files/lane-columns.ts';
import {
  LANE_FILE_LIMITS,
  type LaneFile,
  type LaneRow,
  MAX_FILE_BYTES,
  readLaneFile,
} from '../files/read-lane-rows.ts';
import { readLaneUsage } from '../lane-usage.ts';
import { LANES_PER_CHUNK, type LaneDraft } from '../lanes/lane-draft.ts';
import { type LaneDefaults, readLane } from '../lanes/read-lane.ts';
import {
  firstPickupDay,
  pricingMoment,
  type RfpFailure,
  type RfpId,
  type StoredRfp,
} from '../record/stored-rfp.ts';
import type { RfpStore } from '../store/dynamodb-rfp-store.ts';

/** Bytes of the cells of a row that are kept, so that a chunk fits into an item. Longer rows are cut. */
export const MAX_ROW_BYTES = 2_000;

/** The cells of a row, cut at the end to the bytes that are kept. */
export function keptCells(cells: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let left = MAX_ROW_BYTES;
  for (const cell of cells) {
    // A character has at most 3 bytes for each of its UTF-16 units.
    const text = Buffer.byteLength(cell) <= left ? cell : cell.slice(0, Math.floor(left / 3)).toWellFormed();
    left -= Buffer.byteLength(text);
    kept.push(text);
  }
  return kept;
}

/** Most warnings and characters of one that are kept of a row, so that a chunk fits into an item. */
const [MAX_WARNINGS, MAX_WARNING_LENGTH] = [5, 300];

/**
 * The lanes of a file, with the cells of their rows. Names that are no accessorials are left out with a warning: people
 * write other things into such columns.
 */
export function lanesOfFile(
  rows: readonly LaneRow[],
  defaults: LaneDefaults,
  sources: PlaceSources,
): readonly LaneDraft[] {
  const types = new Set(
    rows.flatMap(({ item }) => readEquipmentType(String(item.equipment_type ?? '')) ?? []),
  );
  const isDoubtful = types.size > 0 && !types.has(defaults.equipment);
  return rows.map(({ number, item: given, faults, warnings, cells, bare, ofTerminals }) => {
    const { item, warnings: meant } = withTerminals(sources, given, ofTerminals);
    const { requirements, unknown } = knownNames(item.special_requirements, item.equipment_type, defaults);
    const commodity = String(item.commodity ?? '');
    const shortened = commodity.slice(0, MAX_COMMODITY_LENGTH);
    const lane = readLane(
      { ...item, commodity: shortened, ...(requirements && { special_requirements: requirements }) },
      defaults,
    );
    const ofPlaces = bare.flatMap((field) => {
      const fault = namesakesFault(String(item[field]), sources.places);
      return fault === undefined ? [] : [{ field, message: `of row ${number}: ${fault}` }];
    });
    const errors = [
      ...faults.map((fault) => ({
        field: fault.field,
        message: `of row ${number}: ${cellFaultText(fault)}`,
      })),
      // No other row has the equipment of the RFP, so an empty cell does not mean it.
      ...(isDoubtful && item.equipment_type === undefined
        ? [{ field: 'equipment_type', message: `of row ${number}: is empty` }]
        : []),
      ...ofPlaces,
      ...lane.errors.filter(({ field }) => !faults.some((fault) => fault.field === field)),
    ];
    const said = [
      ...warnings,
      ...meant,
      ...(shortened === commodity
        ? []
        : [
            {
              field: 'commodity',
              message: `The commodity has its first ${MAX_COMMODITY_LENGTH} characters.`,
            },
          ]),
      ...unknown.map((name) => ({
        field: 'special_requirements',
        message: `"${name}" is no accessorial of your tariff: it is not priced.`,
      })),
    ]
      .slice(0, MAX_WARNINGS)
      .map(({ field, message }) => ({
        field,
        message: message.slice(0, MAX_WARNING_LENGTH).toWellFormed(),
      }));
    return { ...lane, errors, cells: keptCells(cells), ...(said.length > 0 && { warnings: said }) };
  });
}

/** The accessorials that exist, and the others. */
function knownNames(
  given: unknown,
  equipmentText: unknown,
  { equipment, own }: LaneDefaults,
): { readonly requirements: readonly unknown[] | undefined; readonly unknown: readonly string[] } {
  if (!Array.isArray(given)) return { requirements: undefined, unknown: [] };
  const of = typeof equipmentText === 'string' ? readEquipmentType(equipmentText) : equipment;
  const elements = (given as readonly (string | { readonly name: string })[]).slice(0, MAX_REQUIREMENTS);
  const isKnown = (element: (typeof elements)[number]) => {
    const errors: FieldError[] = [];
    readRequirements([element], of, errors, own);
    return errors.length === 0;
  };
  return {
    requirements: elements.filter(isKnown),
    unknown: elements
      .filter((element) => !isKnown(element))
      .map((element) => (typeof element === 'string' ? element : element.name)),
  };
}

export interface ReadRfpFilePorts {
  readonly rfps: Pick<RfpStore, 'read' | 'storeInputs' | 'noteReading' | 'forgetReading' | 'begin' | 'fail'>;
  readonly objects: Pick<ObjectStore, 'read'>;
  readonly usageOf: UsageOf;
  readonly strategies: Pick<StrategyStore, 'current'>;
  readonly places: PlaceDirectory;
  readonly terminals: TerminalSource<TerminalDirectory>;
  readonly now: () => Date;
}

/** A file of lanes that was sent. */
export interface SentFile {
  readonly account: Account;
  readonly rfpId: RfpId;
  readonly key: string;
  /** Bytes. */
  readonly length: number;
}

type Fail = (failure: RfpFailure) => Promise<RfpFileOutcome>;

/** `obsolete`: the RFP is deleted or has its lanes, or the file no longer exists; nothing was done. */
export type RfpFileOutcome =
  | { readonly outcome: 'begun'; readonly lanes: number }
  | { readonly outcome: 'failed'; readonly failure: RfpFailure }
  | { readonly outcome: 'obsolete' };

/**
 * Reads the file of an RFP, stores its lanes, and begins their pricing. The lanes have no effect before the one write that
 * counts the calls and begins the run: a run that is killed is repeated from the start, and a second one changes nothing.
 * @throws if an engine fails; the file is to be read again.
 */
export function readRfpFileUseCase(ports: ReadRfpFilePorts) {
  const { rfps, objects, usageOf, strategies, places, now } = ports;
  const read = async (
    { account, rfpId, key }: SentFile,
    rfp: StoredRfp,
    fail: Fail,
  ): Promise<RfpFileOutcome> => {
    const object = await objects.read(key);
    if (object === undefined) return { outcome: 'obsolete' };
    const file = await readFile(object.bytes, rfp);
    if ('failure' in file) return fail(file.failure);

    const at = now();
    const [usage, strategy] = await Promise.all([
      readLaneUsage(usageOf, account, at),
      strategies.current(account.orgId, account.mode),
    ]);
    if (!usage.ok) {
      const isErased = usage.rejection === ORGANIZATION_MISSING;
      return isErased
        ? { outcome: 'obsolete' }
        : fail({ code: 'BILLING_REQUIRED', message: usage.rejection.message });
    }
    const asOf = pricingMoment(rfp.contractStart, at);
    const own = ownEntriesOn(strategy.tariff, firstPickupDay(rfp.contractStart, asOf));
    const terminals = await ports.terminals.current();
    const lanes = lanesOfFile(file.rows, { ...rfp, own }, { places, terminals });
    const { used, reservation, overLimit } = usage.body(lanes.length);
    const failOverLimit = (calls: number) =>
      fail({ code: 'USAGE_LIMIT_EXCEEDED', message: overLimit(calls).rejection.message });
    // The write that begins the run decides; this check saves the writes of lanes that it would reject.
    if (used + reservation.calls > reservation.usageLimit) return failOverLimit(used);

    await rfps.storeInputs(account, rfpId, new Map(groupsOf(lanes, LANES_PER_CHUNK).entries()));
    const pricing = { asOf: asOf.toISOString(), strategyVersion: strategy.version };
    const columns = file.table.columns.map(({ header }) => header);
    const columnReport = columnReportOf(file.table);
    const begun = await rfps.begin(
      account,
      rfpId,
      { lanes: lanes.length, columns, columnReport, notes: file.notes, pricing },
      reservation,
    );
    if (begun.outcome === 'over-limit') return failOverLimit(begun.used);
    return begun.outcome === 'written' ? { outcome: 'begun', lanes: lanes.length } : { outcome: 'obsolete' };
  };

  return async (file: SentFile): Promise<RfpFileOutcome> => {
    const { account, rfpId, length } = file;
    const rfp = await rfps.read(account, rfpId);
    if (rfp?.state !== 'awaiting_upload') return { outcome: 'obsolete' };
    const fail = async (failure: RfpFailure): Promise<RfpFileOutcome> => {
      const isFailed = await rfps.fail(account, rfpId, failure);
      return isFailed ? { outcome: 'failed', failure } : { outcome: 'obsolete' };
    };
    if (length > MAX_FILE_BYTES) return fail(tooLarge(length));
    const at = now();
    const begun = await rfps.noteReading(account, rfpId, at.toISOString());
    if (begun === undefined) return { outcome: 'obsolete' };
    const killed = [...begun].filter((moment) => at.getTime() - Date.parse(moment) > MAX_RUN_MS);
    if (killed.length >= MAX_KILLED) return fail(FILE_KILLS);
    try {
      return await read(file, rfp, fail);
    } catch (error) {
      // An error is not the fault of the file: the run does not count.
      await rfps.forgetReading(account, rfpId, at.toISOString()).catch(() => undefined);
      throw error;
    }
  };
}

/** Runs that may be killed: the function ran out of time or memory. */
const MAX_KILLED = 2;
/** Longer than a run of the function: one that began earlier and did not end was killed. */
const MAX_RUN_MS = 300_000;

const invalid = (message: string): RfpFailure => ({ code: 'FILE_INVALID', message });

const tooLarge = (length: number): RfpFailure =>
  invalid(`The file has ${length} bytes; at most ${MAX_FILE_BYTES} are allowed. Split the RFP.`);

const FILE_KILLS = invalid('The file was not read: two runs ended while they worked on it. Split the RFP.');

/** Maximum bytes of a header: the head of the RFP stores it. */
const MAX_HEADER_BYTES = 8_000;

async function readFile(
  bytes: Uint8Array,
  { columnChoice, sheet }: Pick<StoredRfp, 'columnChoice' | 'sheet'>,
): Promise<LaneFile | { readonly failure: RfpFailure }> {
  try {
    const file = readLaneFile(await rowsOfFile(bytes, LANE_FILE, LANE_FILE_LIMITS, sheet), columnChoice);
    const size = Buffer.byteLength(JSON.stringify(columnReportOf(file.table)));
    return size <= MAX_HEADER_BYTES
      ? file
      : { failure: invalid(`The header has ${size} bytes; at most ${MAX_HEADER_BYTES} are allowed.`) };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { failure: { code: error.code, message: `The file was not read: ${error.message}.` } };
  }
}
