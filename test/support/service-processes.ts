import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from '@jest/globals';
import { type ServiceProcess, type ServiceProcessOptions, startServiceProcess } from './service-process.ts';

/** Services that a test file starts, and their data folders; none is left after it. */
export function serviceProcesses() {
  const folders: string[] = [];
  const services: ServiceProcess[] = [];
  afterAll(() => {
    for (const { child } of services) child.kill('SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const start = async (dataDir: string, options?: ServiceProcessOptions): Promise<ServiceProcess> => {
    const service = await startServiceProcess(dataDir, options);
    services.push(service);
    return service;
  };
  return {
    services,
    start,
    newFolder: (): string => {
      const folder = mkdtempSync(join(tmpdir(), 'freight-start-'));
      folders.push(folder);
      return folder;
    },
    /** A start that is rejected; answers the one line it says. */
    rejected: async (dataDir: string, options?: ServiceProcessOptions): Promise<string> => {
      const { ended } = await start(dataDir, options);
      const { code, out, err } = await ended;
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^[^\n]+\n$/);
      return err.trim();
    },
  };
}
