/** Processor time in milliseconds. */
export interface ProcessorTime {
  readonly mainThreadMs: number;
  readonly otherThreadsMs: number;
}

/** Begins to measure the processor time of this process; the returned function gives the time since then. */
export function startProcessorTime(): () => ProcessorTime {
  const [all, main] = [process.cpuUsage(), process.threadCpuUsage()];
  return () => {
    const mainThreadMs = msOf(process.threadCpuUsage(main));
    return { mainThreadMs, otherThreadsMs: msOf(process.cpuUsage(all)) - mainThreadMs };
  };
}

const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;
