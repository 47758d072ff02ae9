// Whether a test with a large file has room here.
import { readFileSync, statfsSync } from 'node:fs';

const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`;

/** What is missing for that many bytes on the disk of a folder and in memory, in words; null when there is room. */
export function missingRoom(folder, onDisk, inMemory) {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < 1.1 * onDisk) return `it needs ${gigabytes(1.1 * onDisk)} of disk, there are ${gigabytes(bavail * bsize)}`;
  const available = Number(/^MemAvailable:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))[1]) * 1024;
  if (available < inMemory) return `it needs ${gigabytes(inMemory)} of memory, there are ${gigabytes(available)}`;
  return null;
}
