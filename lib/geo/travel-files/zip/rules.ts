import { Unzip, UnzipInflate, type UnzipFile } from "fflate";

/** What the files of an archive may take together after unpacking. */
const MAX_UNPACKED_BYTES = 60 * 1024 * 1024;
const MAX_ENTRIES = 500;
const READABLE = /\.(?:kml|gpx|tcx|fit)$/i;

export type Unpacked = { files: { name: string; bytes: Uint8Array }[]; names: string[] };

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** CRC-32 as ZIP archives use it. */
function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ CRC_TABLE[(value ^ byte) & 0xff]!;
  return (value ^ 0xffffffff) >>> 0;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/** The check sums of the files by name, from the directory at the end of an archive; null without a directory. */
function checkSums(bytes: Uint8Array): Map<string, number> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END_OF_DIRECTORY) end--;
  if (end < 0) return null;
  const sums = new Map<string, number>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== DIRECTORY_ENTRY) return null;
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    sums.set(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)), view.getUint32(at + 16, true));
    at += 46 + name + extra + comment;
  }
  return sums;
}

/**
 * The recordings in an archive, `doc.kml` of a KMZ first. The size is counted while unpacking, because the sizes that an
 * archive states may be wrong: `tooBig` above the limit, `damaged` for an archive that cannot be unpacked.
 */
export function unpack(bytes: Uint8Array): Unpacked | { problem: "tooBig" | "damaged" } {
  const names: string[] = [];
  const entries: { name: string; parts: Uint8Array[]; isWhole: boolean }[] = [];
  let size = 0;
  let problem: "tooBig" | "damaged" | null = null;
  const take = (file: UnzipFile) => {
    names.push(file.name);
    if (!READABLE.test(file.name) || problem) return;
    const entry = { name: file.name, parts: [] as Uint8Array[], isWhole: false };
    entries.push(entry);
    file.ondata = (error, part, isLast) => {
      size += part?.length ?? 0;
      if (error) problem ??= "damaged";
      else if (size > MAX_UNPACKED_BYTES || names.length > MAX_ENTRIES) problem ??= "tooBig";
      else entry.parts.push(part);
      entry.isWhole ||= isLast;
    };
    file.start();
  };
  const unzip = new Unzip(take);
  unzip.register(UnzipInflate);
  try {
    // In small pieces, so that unpacking can stop at the limit.
    for (let at = 0; at < bytes.length && !problem; at += 16_384)
      unzip.push(bytes.subarray(at, at + 16_384), at + 16_384 >= bytes.length);
  } catch {
    problem ??= "damaged";
  }
  if (!problem && entries.some(({ isWhole }) => !isWhole)) problem = "damaged";
  if (problem) return { problem };
  const sums = checkSums(bytes);
  const whole = entries.map(({ name, parts }) => ({ name, bytes: joined(parts) }));
  if (!sums || sums.size !== names.length || whole.some((file) => sums.get(file.name) !== crc32(file.bytes)))
    return { problem: "damaged" };
  const isMain = (name: string) => /^doc\.kml$/i.test(name);
  return { files: whole.toSorted((a, b) => Number(isMain(b.name)) - Number(isMain(a.name))), names };
}
