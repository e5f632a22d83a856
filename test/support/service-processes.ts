import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from '@jest/globals';
import { type ServiceProcess, type ServiceProcessOptions, startServiceProcess } from './service-process.ts';

/** Starts services and creates their data folders; ends and removes them after the test file. */
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
    /** Starts a service that must fail; returns its one line of errors. */
    rejected: async (dataDir: string, options?: ServiceProcessOptions): Promise<string> => {
      const { ended } = await start(dataDir, options);
      const { code, out, err } = await ended;
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^[^\n]+\n$/);
      return err.trim();
    },
  };
}
