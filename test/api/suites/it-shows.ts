import { it } from '@jest/globals';
import type { Feature, ServiceUnderTest } from '../../support/service-under-test.ts';

/** A row that needs a feature of the engine: where it is missing, prints why the row is not shown there. */
export function itShows(
  service: () => ServiceUnderTest,
  feature: Feature,
  name: string,
  row: () => Promise<void>,
  timeoutMs?: number,
): void {
  it(
    name,
    async () => {
      if (service().missing.includes(feature)) {
        process.stderr.write(`    not shown on ${service().name}, which lacks ${feature}: ${name}\n`);
        return;
      }
      await row();
    },
    timeoutMs,
  );
}
