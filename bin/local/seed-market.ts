import { connect } from '../freight/connection/connection.ts';
import { seedDemoMarket } from './demo-market.ts';

/**
 * Runs as a separate process, so that its computation delays no call. `FREIGHT_LOCAL_DIR` names the service's
 * folder.
 */
const connection = await connect(undefined, console.error);
try {
  const loads = await seedDemoMarket(connection.market);
  if (loads > 0) {
    console.log(
      `The demo market is in: ${loads} simulated loads. Rates rest on them and say "simulated"; npm run -s freight -- market simulated out takes them out.`,
    );
  }
} finally {
  connection.close();
}
