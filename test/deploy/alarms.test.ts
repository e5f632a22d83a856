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
    const { widgets } = await service.freight<{ widgets: readonly { readonly graph?: string }[] }>(
      'dashboard',
      '--json',
    );
    expect(widgets.filter(({ graph }) => graph !== undefined).length).toBeGreaterThan(10);
  });

  it('are listed by command, with impact and runbook page', async () => {
    const { alarms, active, inactive } = await service.freight<{
      alarms: number;
      active: readonly unknown[];
      inactive: readonly { readonly name: string; readonly text: string }[];
    }>('alarms', '--all', '--json');

    // The emulator has no alarms over several metrics.
    expect(alarms).toBeGreaterThan(10);
    expect(alarms).toBe(active.length + inactive.length);
    for (const alarm of inactive) {
      expect(alarm.name).toMatch(new RegExp(`^freight-${name}-(page|ticket)-`));
      expect(alarm.text).toMatch(/Impact: .+ Runbook: \S+#\S+$/);
    }
  });
});
