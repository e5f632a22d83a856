import { ByteReader, ByteWriter, readText, UnreadableBytesError } from '../../platform/bytes/bytes.ts';
import type { MarketLane } from './market-lane.ts';

/** What is stored of the lane of a load, in the order of its text. */
const LANE_FIELDS = [
  'terminal',
  'terminalType',
  'originState',
  'destinationState',
  'zip3',
  'originZip3',
  'destinationMarket',
] as const;
export type LoadLane = Pick<MarketLane, (typeof LANE_FIELDS)[number]>;

/** The fields of a lane that are stored, without undefined ones. */
export const storedLane = (lane: LoadLane): LoadLane =>
  Object.fromEntries(
    LANE_FIELDS.flatMap((field) => (lane[field] === undefined ? [] : [[field, lane[field]]])),
  ) as unknown as LoadLane;

/** Equal loads, as rows with the same content. */
export interface LoadRecord {
  /** 48 bits of a hash of the row's content. */
  readonly id: number;
  readonly lane: LoadLane;
  readonly slot: number;
  /** `contributorHash` of the contributor. */
  readonly contributor: number;
  readonly count: number;
}

/** The loads of an owner from one freight market in one week, by id. */
export type WeekLoads = ReadonlyMap<number, LoadRecord>;

/**
 * Merges loads: of equal loads the larger count is kept. The merge is idempotent and commutative, so repeated,
 * interrupted and concurrent imports count each load once.
 * @returns the same object as `known` if `incoming` adds nothing.
 */
export function mergeLoads(known: WeekLoads, incoming: WeekLoads): WeekLoads {
  let merged: Map<number, LoadRecord> | undefined;
  for (const [id, load] of incoming) {
    if ((known.get(id)?.count ?? 0) >= load.count) continue;
    merged ??= new Map(known);
    merged.set(id, load);
  }
  return merged ?? known;
}

export function countLoads(loads: WeekLoads): number {
  let sum = 0;
  for (const { count } of loads.values()) sum += count;
  return sum;
}

const FORMAT = 2;

/** The lane as text; equal lanes have equal texts. */
export const laneText = (lane: LoadLane): string =>
  JSON.stringify(LANE_FIELDS.map((field) => lane[field] ?? 0));

function laneOfText(text: string): LoadLane {
  const values: readonly unknown[] = JSON.parse(text);
  const fields = LANE_FIELDS.map((field, position) => [field, values[position]]);
  return Object.fromEntries(fields.filter(([, value]) => value !== 0));
}

/** Encodes loads in about 12 bytes each; the same loads give the same bytes. */
export function loadsToBytes(loads: WeekLoads): Uint8Array {
  const sorted = [...loads.values()].sort((a, b) => a.id - b.id);
  const lanes = [...new Set(sorted.map(({ lane }) => laneText(lane)))].sort();
  const contributors = [...new Set(sorted.map(({ contributor }) => contributor))].sort((a, b) => a - b);
  const laneAt = new Map(lanes.map((lane, position) => [lane, position]));
  const contributorAt = new Map(contributors.map((hash, position) => [hash, position]));
  const out = new ByteWriter();
  out.number(FORMAT);
  out.number(lanes.length);
  for (const lane of lanes) out.text(lane);
  out.number(contributors.length);
  for (const hash of contributors) out.number(hash);
  out.number(sorted.length);
  let last = 0;
  for (const { id, lane, slot, contributor, count } of sorted) {
    out.number(id - last);
    last = id;
    out.number(laneAt.get(laneText(lane)) ?? 0);
    out.number(slot);
    out.number(contributorAt.get(contributor) ?? 0);
    out.number(count);
  }
  return out.bytes;
}

/** @throws UnreadableBytesError if the bytes do not encode loads. */
export function loadsFromBytes(bytes: Uint8Array): WeekLoads {
  const read = new ByteReader(bytes);
  const format = read.number();
  if (format !== FORMAT) throw new UnreadableBytesError(`format ${format}`);
  const lanes = Array.from({ length: read.number() }, () => laneOfText(readText(read)));
  const contributors = Array.from({ length: read.number() }, () => read.number());
  const loads = new Map<number, LoadRecord>();
  let id = 0;
  for (let left = read.number(); left > 0; left--) {
    id += read.number();
    const lane = lanes[read.number()];
    const slot = read.number();
    const contributor = contributors[read.number()];
    if (lane === undefined || contributor === undefined)
      throw new UnreadableBytesError('lane or contributor');
    loads.set(id, { id, lane, slot, contributor, count: read.number() });
  }
  return loads;
}
