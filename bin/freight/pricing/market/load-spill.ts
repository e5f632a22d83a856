import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { weekGroups } from '../../../../shared/market/fit/week-groups.ts';
import type { FreightMarketLoads } from '../../../../shared/market/importing/import-loads.ts';
import type { AcceptedLoad } from '../../../../shared/market/importing/load-intake.ts';
import { type LoadLane, type LoadRecord, laneText } from '../../../../shared/market/loads/week-loads.ts';

/** Bytes of a load: id 6, week 2, lane 4, slot 4, contributor 4. */
const RECORD = 20;
const BUFFER_RECORDS = 2_048;

interface RegionFile {
  readonly handle: number;
  readonly path: string;
  readonly buffer: Buffer;
  filled: number;
  readonly loadsByWeek: Map<number, number>;
}

/**
 * Stores loads of a file on disk by freight market. Each market is then imported once with all its weeks, so duplicate
 * rows are found anywhere in the file.
 */
export class LoadSpill {
  readonly #folder = mkdtempSync(join(tmpdir(), 'freight-market-'));
  readonly #files = new Map<string, RegionFile>();
  readonly #lanes: LoadLane[] = [];
  readonly #laneAt = new Map<string, number>();

  add({ freightMarket, week, load }: AcceptedLoad): void {
    const file = this.#fileOf(freightMarket);
    const at = file.filled * RECORD;
    file.buffer.writeUIntBE(load.id, at, 6);
    file.buffer.writeUInt16BE(week, at + 6);
    file.buffer.writeUInt32BE(this.#positionOf(load.lane), at + 8);
    file.buffer.writeUInt32BE(load.slot, at + 12);
    file.buffer.writeUInt32BE(load.contributor, at + 16);
    file.filled += 1;
    file.loadsByWeek.set(week, (file.loadsByWeek.get(week) ?? 0) + 1);
    if (file.filled === BUFFER_RECORDS) flush(file);
  }

  get freightMarkets(): readonly string[] {
    return [...this.#files.keys()].sort();
  }

  /** The loads of a freight market (or of its `unlearnedName`), as many weeks together as memory is for; equal rows are counted. */
  async *loadsOf(freightMarket: string): AsyncGenerator<FreightMarketLoads> {
    const file = this.#fileOf(freightMarket);
    flush(file);
    for (const group of weekGroups(file.loadsByWeek)) {
      const weeks = new Map<number, Map<number, LoadRecord>>();
      const bytes = createReadStream(file.path, { highWaterMark: BUFFER_RECORDS * RECORD });
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += RECORD) {
          const week = chunk.readUInt16BE(at + 6);
          if (!group.has(week)) continue;
          const loads = weeks.get(week) ?? new Map<number, LoadRecord>();
          weeks.set(week, loads);
          const id = chunk.readUIntBE(at, 6);
          const lane = this.#lanes[chunk.readUInt32BE(at + 8)];
          if (lane === undefined) throw new RangeError(`a load of ${freightMarket} has no lane`);
          const slot = chunk.readUInt32BE(at + 12);
          const contributor = chunk.readUInt32BE(at + 16);
          loads.set(id, { id, lane, slot, contributor, count: (loads.get(id)?.count ?? 0) + 1 });
        }
      }
      yield { freightMarket, weeks };
    }
  }

  /** Deletes the files. */
  remove(): void {
    for (const { handle } of this.#files.values()) closeSync(handle);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #fileOf(freightMarket: string): RegionFile {
    const known = this.#files.get(freightMarket);
    if (known !== undefined) return known;
    const path = join(this.#folder, freightMarket);
    const buffer = Buffer.alloc(BUFFER_RECORDS * RECORD);
    const file = { handle: openSync(path, 'w'), path, buffer, filled: 0, loadsByWeek: new Map() };
    this.#files.set(freightMarket, file);
    return file;
  }

  #positionOf(lane: LoadLane): number {
    const text = laneText(lane);
    const known = this.#laneAt.get(text);
    if (known !== undefined) return known;
    this.#lanes.push(lane);
    this.#laneAt.set(text, this.#lanes.length - 1);
    return this.#lanes.length - 1;
  }
}

function flush(file: RegionFile): void {
  writeSync(file.handle, file.buffer, 0, file.filled * RECORD);
  file.filled = 0;
}
