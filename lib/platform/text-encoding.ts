/** Text of a file. `broken` counts the invalid byte sequences, each of which became U+FFFD. */
export type DecodedFile = { text: string; encoding: string; broken: number };

const SAMPLE_BYTES = 1000;

/** The encoding of a byte order mark. */
function markedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? "utf-8" : null;
}

/** UTF-16 without a mark: in western texts nearly every second byte is 0. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES - (SAMPLE_BYTES % 2));
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]!++;
  const half = sample.length / 2;
  if (half < 2) return null;
  if (zeros[1]! > half * 0.7 && zeros[0]! < half * 0.3) return "utf-16le";
  return zeros[0]! > half * 0.7 && zeros[1]! < half * 0.3 ? "utf-16be" : null;
}

/** The encoding that the declaration of an XML file names. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const name = /^\s*<\?xml[^>]*encoding=["']([\w.:-]+)["']/i.exec(start)?.[1];
  // The declaration is read only after UTF-16 and UTF-8 were ruled out, so one that names them is wrong.
  if (!name || /^utf-?(?:8|16)/i.test(name)) return null;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

const BEYOND_ASCII = /[\u0080-\uFFFC]/g;
const BROKEN = /\uFFFD/g;
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

const decoded = (bytes: Uint8Array, encoding: string): DecodedFile => {
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, encoding, broken: count(text, BROKEN) };
};

/**
 * The text of a file: by its byte order mark, else UTF-16 where every second byte is 0, else UTF-8, also with single
 * damaged characters, else the declared encoding, else Windows-1252, which spreadsheets in Brazil save.
 */
export function decodeFile(bytes: Uint8Array): DecodedFile {
  const unicode = decoded(bytes, markedEncoding(bytes) ?? unmarkedUtf16(bytes) ?? "utf-8");
  const isUtf8 = unicode.broken <= count(unicode.text, BEYOND_ASCII);
  if (unicode.encoding !== "utf-8" || isUtf8 || markedEncoding(bytes)) return unicode;
  return decoded(bytes, declaredEncoding(bytes) ?? "windows-1252");
}

export const decodedText = (bytes: Uint8Array): string => decodeFile(bytes).text;
