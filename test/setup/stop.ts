import { started } from './started.ts';

export default async function stop(): Promise<void> {
  for (const end of started.splice(0).reverse()) await end();
}
