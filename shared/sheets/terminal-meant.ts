import { readPlaceText } from '../geography/places/read-place-text.ts';
import { findTerminalsByTitle } from '../terminals/resolution/find-terminals-by-text.ts';
import { type PlaceSources, resolvePlace, resolvePort } from '../terminals/resolution/resolve-place.ts';
import type { End } from './place-cells.ts';

/**
 * The terminal that a cell below "Terminal", "Port", "Ramp" or "Pier" means where its text alone is a town: "Seagirt",
 * "Elwood". A name that only ports and towns have is the port, and a town with several terminals stays.
 */
export function terminalMeant(sources: PlaceSources, cell: string): string {
  const name = cell.replace(/^port of /i, '');
  const isWhole = readPlaceText(name).some(({ state, zip }) => state !== undefined || zip !== undefined);
  if (isWhole) return cell;
  const resolved = resolvePlace(sources, name);
  const port = `Port of ${name}`;
  if (resolvePort(sources.places, port) !== undefined) return resolved.kind === 'ambiguous' ? port : cell;
  if (resolved.kind === 'terminal') return cell;
  const [called, ...others] = findTerminalsByTitle(sources.terminals, name);
  if (called !== undefined) return others.length === 0 ? called.terminal.name : cell;
  // "Elwood" is no name of a terminal, but the only one there can be meant: a large town is meant itself.
  const there = resolved.kind === 'place' ? undefined : resolvePlace(sources, `${name} terminal`);
  return there?.kind === 'terminal' ? there.terminal.name : cell;
}

/** An item with the terminals that its ends mean, and a warning for each. */
export function withTerminals<Item extends Readonly<Record<string, unknown>>>(
  sources: PlaceSources,
  item: Item,
  ofTerminals: readonly End[],
) {
  const meant = ofTerminals
    .map((field) => ({ field, text: String(item[field]), name: terminalMeant(sources, String(item[field])) }))
    .filter(({ text, name }) => name !== text);
  return {
    item: { ...item, ...Object.fromEntries(meant.map(({ field, name }) => [field, name])) },
    warnings: meant.map(({ field, text, name }) => ({
      field,
      message: `"${text}" was read as the terminal ${name}.`,
    })),
  };
}
