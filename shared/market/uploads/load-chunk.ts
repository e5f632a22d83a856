import type { FreightMarketLoads } from '../importing/import-loads.ts';
import type { AcceptedLoad } from '../importing/load-intake.ts';
import { type LoadRecord, loadsFromBytes, loadsToBytes } from '../loads/week-loads.ts';
import type { LoadChunk, LoadGroup } from './upload-state.ts';

type Weeks = Map<number, Map<number, LoadRecord>>;

/** Header of a week in a section: week number, and bytes of its loads. */
const WEEK_HEAD = 8;

/** Loads of a part of a file, by freight market and week, with counts of equal rows. */
export class ChunkLoads {
  readonly #freightMarkets = new Map<string, Weeks>();

  add({ freightMarket, week, load }: AcceptedLoad): void {
    const weeks: Weeks = this.#freightMarkets.get(freightMarket) ?? new Map();
    this.#freightMarkets.set(freightMarket, weeks);
    addLoad(weeks, week, load);
  }

  /** Number of loads by freight market and week. */
  counts(): Map<string, Map<number, number>> {
    const countsOf = (weeks: Weeks) =>
      new Map(
        [...weeks].map(([week, loads]) => [
          week,
          [...loads.values()].reduce((sum, { count }) => sum + count, 0),
        ]),
      );
    return new Map(
      [...this.#freightMarkets].map(([freightMarket, weeks]) => [freightMarket, countsOf(weeks)]),
    );
  }

  /** The same loads give the same bytes, with one section for each freight market. */
  toBytes(): { readonly bytes: Uint8Array; readonly sections: LoadChunk['sections'] } {
    const sections: LoadChunk['sections'] = {};
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (const [freightMarket, weeks] of [...this.#freightMarkets].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const section = Buffer.concat(
        [...weeks].sort(([a], [b]) => a - b).flatMap(([week, loads]) => weekBytes(week, loads)),
      );
      sections[freightMarket] = { offset: length, length: section.length };
      chunks.push(section);
      length += section.length;
    }
    return { bytes: Buffer.concat(chunks), sections };
  }
}

/** Loads of a group, from the sections of all chunks; equal rows of several chunks are counted together. */
export class GroupLoads {
  readonly #group: LoadGroup;
  readonly #weeks: Weeks = new Map();

  constructor(group: LoadGroup) {
    this.#group = group;
  }

  add(section: Uint8Array): void {
    const bytes = Buffer.from(section.buffer, section.byteOffset, section.byteLength);
    for (let at = 0; at < bytes.length; ) {
      const week = bytes.readUInt32BE(at);
      const end = at + WEEK_HEAD + bytes.readUInt32BE(at + 4);
      if (this.#group.weeks.has(week)) {
        for (const load of loadsFromBytes(bytes.subarray(at + WEEK_HEAD, end)).values())
          addLoad(this.#weeks, week, load);
      }
      at = end;
    }
  }

  get loads(): FreightMarketLoads {
    return { freightMarket: this.#group.freightMarket, weeks: this.#weeks };
  }
}

function addLoad(weeks: Weeks, week: number, load: LoadRecord): void {
  const loads = weeks.get(week) ?? new Map<number, LoadRecord>();
  weeks.set(week, loads);
  loads.set(load.id, { ...load, count: load.count + (loads.get(load.id)?.count ?? 0) });
}

function weekBytes(week: number, loads: ReadonlyMap<number, LoadRecord>): Uint8Array[] {
  const bytes = loadsToBytes(loads);
  const head = Buffer.alloc(WEEK_HEAD);
  head.writeUInt32BE(week, 0);
  head.writeUInt32BE(bytes.length, 4);
  return [head, bytes];
}
