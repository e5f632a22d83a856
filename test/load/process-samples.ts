import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

/** One look at a process. */
interface Sample {
  /** Hours of load until the look. */
  readonly hours: number;
  readonly memoryMb: number;
  /** Undefined where there is no /proc. */
  readonly openFiles: number | undefined;
}

/**
 * How a process changed while it was watched, after the first third, in which caches and heaps fill: slopes of lines
 * through the samples. The true standard errors are larger, since successive samples depend on each other.
 */
export interface ProcessTrend {
  readonly command: string;
  readonly memoryMb: number;
  /** Megabytes at about ten looks, from the first to the last. */
  readonly memorySeriesMb: readonly number[];
  /** In percent of the mean. */
  readonly memoryPercentAnHour: number;
  readonly memoryErrorPercentAnHour: number;
  /** Undefined where there is no /proc. */
  readonly files:
    | { readonly open: number; readonly anHour: number; readonly errorAnHour: number }
    | undefined;
}

export interface ProcessWatch {
  /**
   * Looks at the process and its descendants.
   * @param hours of load until now: pauses do not count.
   * @param others megabytes of other memory, by its name.
   */
  look(hours: number, others?: Readonly<Record<string, number>>): void;
  /** How each process changed, if it ran during half of the looks. */
  trends(): readonly ProcessTrend[];
}

/** A line through fewer looks says nothing. */
const MIN_LOOKS = 6;
const SERIES_PARTS = 9;

export function watchProcesses(pid: number): ProcessWatch {
  const samples = new Map<string, Sample[]>();
  let looks = 0;
  const add = (name: string, sample: Sample) => samples.set(name, [...(samples.get(name) ?? []), sample]);
  return {
    look: (hours, others = {}) => {
      looks += 1;
      for (const { pid: id, command, memoryMb } of familyOf(pid))
        add(`${command} (${id})`, { hours, memoryMb, openFiles: openFilesOf(id) });
      for (const [name, memoryMb] of Object.entries(others))
        add(name, { hours, memoryMb, openFiles: undefined });
    },
    trends: () =>
      [...samples]
        .filter(([, { length }]) => length >= Math.max(MIN_LOOKS, looks / 2))
        .map(([name, of]) => trendOf(name, of)),
  };
}

function trendOf(command: string, samples: readonly Sample[]): ProcessTrend {
  const later = samples.slice(Math.floor(samples.length / 3));
  const memoryMb = mean(later.map((sample) => sample.memoryMb));
  const line = lineThrough(later.map((sample) => [sample.hours, sample.memoryMb]));
  return {
    command,
    memoryMb,
    memorySeriesMb: seriesOf(samples.map((sample) => sample.memoryMb)),
    memoryPercentAnHour: (100 * line.slope) / memoryMb,
    memoryErrorPercentAnHour: (100 * line.standardError) / memoryMb,
    files: filesOf(later),
  };
}

function seriesOf(values: readonly number[]): readonly number[] {
  const parts = Math.min(SERIES_PARTS, values.length - 1);
  return Array.from({ length: parts + 1 }, (_, part) =>
    Math.round(values[Math.round((part * (values.length - 1)) / parts)] ?? Number.NaN),
  );
}

function filesOf(samples: readonly Sample[]): ProcessTrend['files'] {
  const points = samples.flatMap(({ hours, openFiles }): Point[] =>
    openFiles === undefined ? [] : [[hours, openFiles]],
  );
  if (points.length < samples.length) return undefined;
  const { slope, standardError } = lineThrough(points);
  return { open: mean(points.map(([, files]) => files)), anHour: slope, errorAnHour: standardError };
}

/** Hours, and a value. */
type Point = readonly [number, number];

/** A line by least squares; both figures in the unit of the values, an hour. */
function lineThrough(points: readonly Point[]): { readonly slope: number; readonly standardError: number } {
  const [hours, value] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const sum = (of: (point: Point) => number) => points.reduce((total, point) => total + of(point), 0);
  const spread = sum(([x]) => (x - hours) ** 2);
  if (spread === 0) return { slope: 0, standardError: 0 };
  const slope = sum(([x, y]) => (x - hours) * (y - value)) / spread;
  const squares = sum(([x, y]) => (y - value - slope * (x - hours)) ** 2);
  return { slope, standardError: Math.sqrt(squares / (points.length - 2) / spread) };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly memoryMb: number;
  readonly command: string;
}

/** A process and its descendants, by `ps`. */
function familyOf(pid: number): readonly Running[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row): Running => {
      const [id, parent, rss, program = '', ...args] = row.trim().split(/\s+/);
      const file = args.find((arg) => /\.(ts|mjs|jar)$/.test(arg)) ?? program;
      return {
        pid: Number(id),
        parent: Number(parent),
        memoryMb: Number(rss) / 1024,
        command: basename(file),
      };
    });
  const below = (of: number): Running[] =>
    rows
      .filter(({ parent, command }) => parent === of && command !== 'ps')
      .flatMap((row) => [row, ...below(row.pid)]);
  return [...rows.filter((row) => row.pid === pid), ...below(pid)];
}

function openFilesOf(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}
