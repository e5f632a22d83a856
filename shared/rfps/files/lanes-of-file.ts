import { readEquipmentType } from '../../costs/equipment/read-equipment-type.ts';
import type { PlaceDirectory } from '../../geography/places/place.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import { MAX_COMMODITY_LENGTH } from '../../quotes/read-quote-request.ts';
import { MAX_REQUIREMENTS, readRequirements } from '../../quotes/request/read-requirements.ts';
import { namesakesFault } from '../../sheets/place-cells.ts';
import { cellFaultText } from '../../sheets/read-sheet.ts';
import type { LaneDraft } from '../lanes/lane-draft.ts';
import { type LaneDefaults, readLane } from '../lanes/read-lane.ts';
import type { LaneRow } from './read-lane-rows.ts';

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
  places: Pick<PlaceDirectory, 'findCities'>,
): readonly LaneDraft[] {
  const types = new Set(
    rows.flatMap(({ item }) => readEquipmentType(String(item.equipment_type ?? '')) ?? []),
  );
  const isDoubtful = types.size > 0 && !types.has(defaults.equipment);
  return rows.map(({ number, item, faults, warnings, cells, bare }) => {
    const { requirements, unknown } = knownNames(item.special_requirements, item.equipment_type, defaults);
    const commodity = String(item.commodity ?? '');
    const shortened = commodity.slice(0, MAX_COMMODITY_LENGTH);
    const lane = readLane(
      { ...item, commodity: shortened, ...(requirements && { special_requirements: requirements }) },
      defaults,
    );
    const ofPlaces = bare.flatMap((field) => {
      const fault = namesakesFault(String(item[field]), places);
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
