import { readFileSync } from 'node:fs';
import type { Coordinates } from '../../../shared/geography/places/place.ts';

/** A road between two junctions, named "Town ST". */
export interface Highway {
  readonly ends: readonly [string, string];
  readonly miles: number;
  readonly interstate: boolean;
  /** "I-95", "US-101", "Florida's Turnpike". */
  readonly name: string;
}

/** A polyline that no road crosses; `open` marks an end that a road leads around. */
export interface WaterLine {
  readonly points: readonly (Coordinates & { readonly open: boolean })[];
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

/**
 * All highways of `mile-posts.txt` and `links.txt`; of two between the same junctions, the shorter one.
 * @throws Error with the line that does not have the format of its file.
 */
export function readHighways(): readonly Highway[] {
  const shortest = new Map<string, Highway>();
  for (const highway of [...readMilePosts(linesOf('mile-posts.txt')), ...readLinks(linesOf('links.txt'))]) {
    const [first, second] = highway.ends;
    if (first === second) throw new Error(`Highway from ${first} to itself.`);
    const key = [first, second].sort().join(' - ');
    const known = shortest.get(key);
    if (!known || highway.miles < known.miles) shortest.set(key, highway);
  }
  return [...shortest.values()];
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
        const [, open, latitude, longitude] = matched(/^(open )?(-?[\d.]+) (-?[\d.]+)$/, point);
        return { latitude: Number(latitude), longitude: Number(longitude), open: open !== undefined };
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
