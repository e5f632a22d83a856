import type { LaneDraft } from '../lanes/lane-draft.ts';
import type { LaneView } from '../pricing/view-lanes.ts';
import { keptColumns, resultLine, resultsHeader } from './result-columns.ts';

/** Columns of the input of an RFP whose lanes came in a request body. An uploaded file can have the same names. */
const BODY_COLUMNS = [
  'lane_id',
  'origin',
  'destination',
  'equipment_type',
  'weekly_volume',
  'special_requirements',
] as const;

const SEPARATOR = ';';

/** The cells of a lane that came in a request body. */
const bodyCells = ({ laneId, origin, destination, equipment, weeklyVolume, requirements }: LaneDraft) => [
  laneId,
  origin,
  destination,
  equipment ?? '',
  String(weeklyVolume ?? ''),
  (requirements ?? []).join(SEPARATOR),
];

/**
 * A file of results: CSV with a header, in the order of the lanes.
 * @param columns header of the file of lanes; undefined if the lanes came in a request body.
 */
export const resultsFile = (lanes: readonly LaneView[], columns: readonly string[] = BODY_COLUMNS): string =>
  `${resultsHeader(columns)}${resultLines(lanes, columns)}`;

/** The lines of lanes in a file of results. @param columns see `resultsFile`. */
export const resultLines = (
  lanes: readonly LaneView[],
  columns: readonly string[] = BODY_COLUMNS,
): string => {
  const kept = keptColumns(columns);
  return lanes
    .map(({ draft, priced, weeklyCents, terms }) => {
      const cells = draft.cells ?? bodyCells(draft);
      return resultLine(priced, { cells, weeklyCents, terms }, kept);
    })
    .join('');
};
