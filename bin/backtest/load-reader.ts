import { loadPlacer, type PlaceLoadPorts } from '../../shared/market/importing/place-load.ts';
import type { LoadRow } from '../../shared/market/importing/read-load-row.ts';
import { equipmentCents } from '../../shared/market/loads/load-residual.ts';
import type { BacktestLoad } from './scored-load.ts';

/** Contributor of loads that name none. */
const OWNER = 'owner';

/** Finds the places and costs of rows; undefined for rows that cannot be used. */
export function loadReader(
  ports: PlaceLoadPorts,
): (row: LoadRow & { readonly truth?: number }) => Promise<BacktestLoad | undefined> {
  const place = loadPlacer(ports);
  return async (row) => {
    const contributor = row.contributor === '' ? OWNER : row.contributor;
    const found = await place({ ...row, contributor });
    if (!('placed' in found)) return undefined;
    const { placed } = found;
    return {
      ...placed,
      equipmentCents: equipmentCents(placed.load.equipment),
      truthCents: row.truth === undefined ? undefined : row.truth * 100,
    };
  };
}
