import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

/** One look at a process. */
interface Sample {
  readonly hours: number;
  readonly memoryMb: number;
  /** Undefined where there is no /proc. */
  readonly openFiles: number | undefined;
}

/** How a process changed while it was watched, after the first third, in which caches and heaps fill. */
export interface ProcessTrend {
  readonly command: string;
  readonly memoryMb: number;
  /** Slope of a line through the samples, in percent of the mean in an hour. */
  readonly memoryPercentAnHour: number;
  /** Standard error of the slope. The true one is larger, since successive samples depend on each other. */
  readonly memoryErrorPercentAnHour: number;
  readonly openFiles: number | undefined;
  /**
   * Least number of the last third minus the median of the second: a connection that is still in use at a look is not
   * growth, and a file that is never closed raises the least number.
   */
  readonly openFilesGrowth: number | undefined;
}

export interface ProcessWatch {
  /** Looks at the process and its descendants. @param others megabytes of other memory, by its name. */
  look(others?: Readonly<Record<string, number>>): void;
  /** How each process changed, if it ran during half of the looks. */
  trends(): readonly ProcessTrend[];
}

const HOUR_MS = 3_600_000;
/** A line through fewer looks says nothing. */
const MIN_LOOKS = 6;

export function watchProcesses(pid: number): ProcessWatch {
  const began = Date.now();
  const samples = new Map<string, Sample[]>();
  let looks = 0;
  const add = (name: string, memoryMb: number, openFiles: number | undefined) => {
    const hours = (Date.now() - began) / HOUR_MS;
    samples.set(name, [...(samples.get(name) ?? []), { hours, memoryMb, openFiles }]);
  };
  return {
    look: (others = {}) => {
      looks += 1;
      for (const { pid: id, command, memoryMb } of familyOf(pid))
        add(`${command} (${id})`, memoryMb, openFilesOf(id));
      for (const [name, memoryMb] of Object.entries(others)) add(name, memoryMb, undefined);
    },
    trends: () =>
      [...samples]
        .filter(([, { length }]) => length >= Math.max(MIN_LOOKS, looks / 2))
        .map(([name, of]) => trendOf(name, of)),
  };
}

function trendOf(command: string, samples: readonly Sample[]): ProcessTrend {
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  const memoryMb = mean([...middle, ...last].map((sample) => sample.memoryMb));
  const filesOf = (part: readonly Sample[]) => part.flatMap(({ openFiles }) => openFiles ?? []);
  const before = medianOf(filesOf(middle));
  const after = filesOf(last);
  const line = lineThrough([...middle, ...last]);
  return {
    command,
    memoryMb,
    memoryPercentAnHour: (100 * line.slope) / memoryMb,
    memoryErrorPercentAnHour: (100 * line.standardError) / memoryMb,
    openFiles: medianOf(after),
    openFilesGrowth: before === undefined || after.length === 0 ? undefined : Math.min(...after) - before,
  };
}

/** A line by least squares; both figures in megabytes an hour. */
function lineThrough(samples: readonly Sample[]): {
  readonly slope: number;
  readonly standardError: number;
} {
  const [hours, memory] = [mean(samples.map((one) => one.hours)), mean(samples.map((one) => one.memoryMb))];
  const sum = (of: (sample: Sample) => number) => samples.reduce((total, sample) => total + of(sample), 0);
  const spread = sum((one) => (one.hours - hours) ** 2);
  if (spread === 0) return { slope: 0, standardError: 0 };
  const slope = sum((one) => (one.hours - hours) * (one.memoryMb - memory)) / spread;
  const squares = sum((one) => (one.memoryMb - memory - slope * (one.hours - hours)) ** 2);
  return { slope, standardError: Math.sqrt(squares / (samples.length - 2) / spread) };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const medianOf = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

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
