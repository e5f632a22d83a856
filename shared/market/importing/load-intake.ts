import { createHash } from 'node:crypto';
import { readEquipmentType } from '../../costs/equipment/read-equipment-type.ts';
import { contributorHash, slotOf } from '../cells/market-cell.ts';
import { placeOfMarket } from '../loads/freight-markets.ts';
import { isOrganization, type LoadOwner } from '../loads/load-owner.ts';
import { kindOf } from '../loads/market-levels.ts';
import { unlearnedKindOf, unlearnedName } from '../loads/unlearned-loads.ts';
import type { LoadRecord } from '../loads/week-loads.ts';
import {
  loadPlacer,
  type PlacedLoad,
  type PlaceLoadPorts,
  type RowFault,
  type UnlearnedLoad,
} from './place-load.ts';
import type { LoadRow } from './read-load-row.ts';

/** A load with its freight market and week. */
export interface AcceptedLoad {
  /** Or the `unlearnedName` of one. */
  readonly freightMarket: string;
  readonly week: number;
  readonly load: LoadRecord;
}

/** Converts an owner's rows to loads, or returns the reason why a row is rejected. */
export type LoadIntake = (row: LoadRow) => Promise<{ readonly accepted: AcceptedLoad } | RowFault>;

const ID_BYTES = 6;

const folded = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Id of equal rows: 48 bits of a hash of the row's normalized content.
 * It uses the file's own names, so that a renamed terminal or a corrected place does not create a second load.
 */
export function loadId(row: LoadRow): number {
  const words = [
    row.date,
    folded(row.origin),
    folded(row.destination),
    readEquipmentType(row.equipment) ?? folded(row.equipment),
    Math.round(row.rate * 100),
    row.fuelIncluded ?? '',
    folded(row.contributor),
  ];
  return hashedLoadId(words);
}

/** 48 bits of a hash of what identifies a load. */
export const hashedLoadId = (words: readonly (string | number | boolean)[]): number =>
  createHash('sha256').update(words.join('\n')).digest().readUIntBE(0, ID_BYTES);

/** A placed load as the market stores it. */
export function acceptLoad(
  { load, week, residual }: PlacedLoad,
  id: number,
  contributor: string,
): AcceptedLoad {
  const { terminal, terminalType, originState, destinationState, zip3, originZip3, destinationMarket } = load;
  return {
    freightMarket: load.freightMarket,
    week,
    load: {
      id,
      lane: {
        ...{ terminal, terminalType, originState, destinationState, zip3 },
        ...(originZip3 !== undefined && { originZip3 }),
        ...(destinationMarket !== undefined && { destinationMarket }),
      },
      slot: slotOf(kindOf(load.miles, load.fuelIncluded, load.equipment), residual),
      contributor: contributorHash(contributor),
      count: 1,
    },
  };
}

/** An unlearned load as it is stored. */
function acceptUnlearned(unlearned: UnlearnedLoad, id: number, contributor: string): AcceptedLoad {
  const { lane, originZip3, week, residual } = unlearned;
  const { freightMarket, miles, trailer: _trailer, wage: _wage, tolls: _tolls, ...rest } = lane;
  return {
    freightMarket: unlearnedName(placeOfMarket(freightMarket)),
    week,
    load: {
      id,
      lane: { ...rest, originZip3 },
      slot: slotOf(unlearnedKindOf({ ...unlearned, miles, fuelIncluded: null }), residual),
      contributor: contributorHash(contributor),
      count: 1,
    },
  };
}

/** @param owner of the loads, and the contributor of rows that name none. */
export function loadIntake(ports: PlaceLoadPorts, owner: LoadOwner): LoadIntake {
  const place = loadPlacer(ports);
  return async (row) => {
    const found = await place(row);
    if ('fault' in found) return found;
    // An organization is one contributor, whatever names its file has: otherwise it could pose as three.
    const contributor = row.contributor === '' || isOrganization(owner) ? owner : folded(row.contributor);
    const id = loadId(row);
    return {
      accepted:
        'placed' in found
          ? acceptLoad(found.placed, id, contributor)
          : acceptUnlearned(found.unlearned, id, contributor),
    };
  };
}
