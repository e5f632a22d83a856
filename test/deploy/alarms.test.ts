import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { deployedService } from '../support/deployed-service.ts';
import type { ServiceUnderTest } from '../support/service-under-test.ts';

const { name } = environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '');
let service: ServiceUnderTest;

beforeAll(async () => {
  service = await deployedService(name);
});
afterAll(() => service.stop());

describe('alarms of the deployed service', () => {
  it('are deployed with a dashboard of traffic, deliveries and costs', async () => {
    const { shown } = await service.freight<{ shown: readonly { readonly graph?: string }[] }>(
      'dashboard',
      '--json',
    );
    expect(shown.filter(({ graph }) => graph !== undefined).length).toBeGreaterThan(10);
  });

  it('are read by command, with what each means and where its page is', async () => {
    const { alarms, ringing, quiet } = await service.freight<{
      alarms: number;
      ringing: readonly unknown[];
      quiet: readonly { readonly name: string; readonly text: string }[];
    }>('alarms', '--all', '--json');

    expect(alarms).toBeGreaterThan(50);
    expect(alarms).toBe(ringing.length + quiet.length);
    for (const alarm of quiet) {
      expect(alarm.name).toMatch(new RegExp(`^freight-${name}-(page|ticket)-`));
      expect(alarm.text).toMatch(/Impact: .+ Runbook: \S+#\S+$/);
    }
  });
});
