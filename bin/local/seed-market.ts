import { connect } from '../freight/connection/connection.ts';
import { seedDemoMarket } from './demo-market.ts';

/** Process of its own beside the service: what it reckons keeps no call waiting. `FREIGHT_LOCAL_DIR` names the service. */
const connection = await connect(undefined, console.error);
try {
  const loads = await seedDemoMarket(connection.market);
  if (loads > 0) {
    console.log(
      `The demo market is in: ${loads} simulated loads. Rates rest on them and say "simulated"; npm run -s freight -- market demo disable takes them out.`,
    );
  }
} finally {
  connection.close();
}
