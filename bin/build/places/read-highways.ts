import { readFileSync } from 'node:fs';
import type { Coordinates } from '../../../shared/geography/places/place.ts';

/** A road between two junctions, named "Town ST". */
export interface Highway {
  readonly ends: readonly [string, string];
  readonly miles: number;
  readonly interstate: boolean;
}

/** A line that no road crosses; `open` tells of an end that a road leads round. */
export interface WaterLine {
  readonly points: readonly (Coordinates & { readonly open: boolean })[];
}

/** How a chain of links on an Interstate begins. */
const INTERSTATE = /^I-\d/;

const FOLDER = new URL('./highways/', import.meta.url);

/** Lines of a source file without comments and blanks. */
const linesOf = (file: string): readonly string[] =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/**
 * Every highway of `mile-posts.txt` and `links.txt`; of two between the same junctions the shorter one.
 * @throws Error naming the line that is not of its file's form.
 */
export function readHighways(): readonly Highway[] {
  const shortest = new Map<string, Highway>();
  for (const highway of [...mileposted(linesOf('mile-posts.txt')), ...linked(linesOf('links.txt'))]) {
    const [first, second] = highway.ends;
    if (first === second) throw new Error(`A highway leads from ${first} to itself.`);
    const key = [first, second].sort().join(' - ');
    const known = shortest.get(key);
    if (!known || highway.miles < known.miles) shortest.set(key, highway);
  }
  return [...shortest.values()];
}

/** Positions of the junctions that the gazetteer does not know, or has elsewhere than the interchange. */
export function readJunctions(): ReadonlyMap<string, Coordinates> {
  return new Map(
    linesOf('junctions.txt').map((line) => {
      const [, name = '', latitude, longitude] = matched(/^(.+ [A-Z]{2}) (-?[\d.]+) (-?[\d.]+)$/, line);
      return [name, { latitude: Number(latitude), longitude: Number(longitude) }];
    }),
  );
}

/** The lines of `water-lines.txt`. */
export function readWaterLines(): readonly WaterLine[] {
  return linesOf('water-lines.txt').map((line) => {
    const [, points = ''] = matched(/^[^:]+: (.+)$/, line);
    return {
      points: points.split('; ').map((point) => {
        const [, open, latitude, longitude] = matched(/^(open )?(-?[\d.]+) (-?[\d.]+)$/, point);
        return { latitude: Number(latitude), longitude: Number(longitude), open: open !== undefined };
      }),
    };
  });
}

/** Where a highway was left: the last junction, and the miles since. */
interface Left {
  readonly junction: string;
  readonly miles: number;
}

function mileposted(lines: readonly string[]): readonly Highway[] {
  const highways: Highway[] = [];
  let left: Left | undefined;
  for (const line of lines) {
    const inState = /^([A-Z]{2}) (-?\d.*)$/.exec(line);
    left = inState ? drive(inState[1] ?? '', inState[2] ?? '', left, highways) : undefined;
  }
  return highways;
}

/** Follows a highway through one state; it goes on in the next where the state's posts end with those of the line. */
function drive(
  state: string,
  posts: string,
  entered: Left | undefined,
  highways: Highway[],
): Left | undefined {
  let left = entered;
  let mile = 0;
  let atLine = false;
  const all = posts.split('; ');
  for (const [place, post] of all.entries()) {
    const [, figure, town] = matched(/^(-?\d+)(?: (.+))?$/, post);
    const here = Number(figure);
    const entry = place === 0 && town === undefined && all.length > 1;
    if (left && !entry) left = { ...left, miles: left.miles + Math.abs(here - mile) };
    mile = here;
    atLine = town === undefined;
    if (town === undefined) continue;
    const junction = `${town} ${state}`;
    if (left) highways.push({ ends: [left.junction, junction], miles: left.miles, interstate: true });
    left = { junction, miles: 0 };
  }
  return atLine ? left : undefined;
}

function linked(lines: readonly string[]): readonly Highway[] {
  return lines.flatMap((line) => line.split(';').flatMap((chain) => followChain(chain.trim())));
}

function followChain(chain: string): readonly Highway[] {
  const [first = '', ...rest] = chain.replace(/^[^:]*: /, '').split(' - ');
  let from = first;
  return rest.map((step) => {
    const [, to = '', miles] = matched(/^(.+ [A-Z]{2}) (\d+)$/, step.trim());
    const highway: Highway = { ends: [from, to], miles: Number(miles), interstate: INTERSTATE.test(chain) };
    from = to;
    return highway;
  });
}

function matched(pattern: RegExp, text: string): RegExpExecArray {
  const match = pattern.exec(text);
  if (!match) throw new Error(`"${text}" is not of the form that its highways file has.`);
  return match;
}
