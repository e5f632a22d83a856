import { readFileSync } from 'node:fs';
import type { Coordinates } from '../../../shared/geography/places/place.ts';

/** A road between two junctions, named "Town ST". */
export interface Highway {
  readonly ends: readonly [string, string];
  readonly miles: number;
  readonly interstate: boolean;
  /** "I-95", "US-101", "Florida's Turnpike". */
  readonly name: string;
  readonly toll?: Toll;
}

/** What a truck pays on a highway. */
interface Toll {
  /** A facility of `toll-facilities.ts`. */
  readonly facility: string;
  /** The ends that a truck pays on the way to: both, or one. */
  readonly toward: readonly string[];
}

/** A polyline that no road crosses: `open` marks an end that a road leads around, `bridged` a line that many bridges cross. */
export interface WaterLine {
  readonly points: readonly (Coordinates & { readonly end: 'open' | 'bridged' | undefined })[];
}

/** Start of a chain of links on an Interstate. */
const INTERSTATE = /^I-\d/;

const FOLDER = new URL('./highways/', import.meta.url);

/** Lines of a source file without comments and empty lines. */
const linesOf = (file: string): readonly string[] =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

const keyOf = (ends: readonly string[]): string => ends.toSorted().join(' - ');

/**
 * All highways of `mile-posts.txt` and `links.txt`, with the tolls of `tolls.txt`; of two between the same junctions, the
 * shorter one.
 * @throws Error with the line that does not have the format of its file, or with a toll on no highway.
 */
export function readHighways(): readonly Highway[] {
  const shortest = new Map<string, Highway>();
  for (const highway of [...readMilePosts(linesOf('mile-posts.txt')), ...readLinks(linesOf('links.txt'))]) {
    const [first, second] = highway.ends;
    if (first === second) throw new Error(`Highway from ${first} to itself.`);
    const key = keyOf(highway.ends);
    const known = shortest.get(key);
    if (!known || highway.miles < known.miles) shortest.set(key, highway);
  }
  for (const { ends, ...toll } of linesOf('tolls.txt').flatMap(readTolls)) {
    const highway = shortest.get(keyOf(ends));
    if (!highway) throw new Error(`${toll.facility}: no highway from ${ends.join(' to ')}.`);
    shortest.set(keyOf(ends), { ...highway, toll });
  }
  return [...shortest.values()];
}

/** Reads "Facility: Junction ST - Junction ST; Junction ST > Junction ST". */
function readTolls(line: string): readonly (Toll & Pick<Highway, 'ends'>)[] {
  const [, facility = '', chains = ''] = matched(/^([^:]+): (.+)$/, line);
  return chains.split('; ').flatMap((chain) => {
    const [first = '', ...rest] = chain.split(/ (?=[->] )/);
    let from = first;
    return rest.map((step) => {
      const [sign, to] = [step.slice(0, 1), step.slice(2)];
      const ends = [from, to] as const;
      from = to;
      return { ends, facility, toward: sign === '>' ? [to] : ends };
    });
  });
}

/** Positions of junctions that the gazetteer lacks, or that are not at their town. */
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
        const [, mark, latitude, longitude] = matched(/^(?:(open|bridged) )?(-?[\d.]+) (-?[\d.]+)$/, point);
        const end = mark === 'open' || mark === 'bridged' ? mark : undefined;
        return { latitude: Number(latitude), longitude: Number(longitude), end };
      }),
    };
  });
}

/** The last junction on a highway, and the miles since. */
interface LastJunction {
  readonly junction: string;
  readonly miles: number;
}

function readMilePosts(lines: readonly string[]): readonly Highway[] {
  const highways: Highway[] = [];
  let last: LastJunction | undefined;
  let name = '';
  for (const line of lines) {
    const inState = /^([A-Z]{2}) (-?\d.*)$/.exec(line);
    // A part of an Interstate has more words: "I-84 Utah".
    if (!inState) name = /^I-\d+[EW]?/.exec(line)?.[0] ?? line;
    last = inState ? followMilePosts(inState[1] ?? '', inState[2] ?? '', name, last, highways) : undefined;
  }
  return highways;
}

/**
 * Adds the highways of one state's mile posts.
 * @returns the last junction if the highway continues in the next state (the last post is the state line).
 */
function followMilePosts(
  state: string,
  posts: string,
  name: string,
  entered: LastJunction | undefined,
  highways: Highway[],
): LastJunction | undefined {
  let last = entered;
  let mile = 0;
  let atLine = false;
  const all = posts.split('; ');
  for (const [place, post] of all.entries()) {
    const [, figure, town] = matched(/^(-?\d+)(?: (.+))?$/, post);
    const here = Number(figure);
    const entry = place === 0 && town === undefined && all.length > 1;
    if (last && !entry) last = { ...last, miles: last.miles + Math.abs(here - mile) };
    mile = here;
    atLine = town === undefined;
    if (town === undefined) continue;
    const junction = `${town} ${state}`;
    if (last) highways.push({ ends: [last.junction, junction], miles: last.miles, interstate: true, name });
    last = { junction, miles: 0 };
  }
  return atLine ? last : undefined;
}

function readLinks(lines: readonly string[]): readonly Highway[] {
  return lines.flatMap((line) => {
    let name = '';
    return line.split(';').flatMap((text) => {
      const chain = text.trim();
      // A chain without a name continues the highway of the chain before.
      name = /^([^:]*): /.exec(chain)?.[1] ?? name;
      return followChain(chain, name);
    });
  });
}

function followChain(chain: string, name: string): readonly Highway[] {
  const [first = '', ...rest] = chain.replace(/^[^:]*: /, '').split(' - ');
  let from = first;
  return rest.map((step) => {
    const [, to = '', miles] = matched(/^(.+ [A-Z]{2}) (\d+)$/, step.trim());
    const interstate = INTERSTATE.test(chain);
    const highway: Highway = { ends: [from, to], miles: Number(miles), interstate, name };
    from = to;
    return highway;
  });
}

function matched(pattern: RegExp, text: string): RegExpExecArray {
  const match = pattern.exec(text);
  if (!match) throw new Error(`"${text}" does not have the format of its highways file.`);
  return match;
}
