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
      `Demo market: ${loads} simulated loads were imported. Rates use them and have the source "simulated". To remove them: npm run -s freight -- market demo disable`,
    );
  }
} finally {
  connection.close();
}
