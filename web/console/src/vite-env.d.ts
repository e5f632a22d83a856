declare module 'us-atlas/states-albers-10m.json' {
  import type { feature } from 'topojson-client';

  const atlas: Parameters<typeof feature>[0];
  export default atlas;
}
