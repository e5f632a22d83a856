/**
 * Ports of other protocols (mail, shells, chat), whose servers could read a request as commands: the blocked ports of
 * the Fetch Standard, section "port blocking", which browsers and Node's fetch also block.
 */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Ports of databases, queues and remote administration, which the Fetch Standard allows. A webhook to such a port could
 * only be used to scan for open ports. None is in the range of ephemeral ports (from 32768).
 */
const SERVICE_PORTS: ReadonlySet<number> = new Set([
  88, 445, 873, 1433, 1434, 1521, 1883, 2181, 2375, 2376, 2379, 2380, 3268, 3269, 3306, 3389, 4369, 5432,
  5671, 5672, 5900, 5984, 5985, 5986, 6379, 6380, 6443, 8883, 9042, 9092, 9200, 9300, 10250, 11211, 25672,
  27017, 27018, 27019,
]);

/** True for a port that no webhook is sent to. */
export const isBlockedPort = (port: number): boolean => BLOCKED_PORTS.has(port) || SERVICE_PORTS.has(port);
