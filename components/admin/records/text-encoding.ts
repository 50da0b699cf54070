/** The encoding named in the first bytes of a file: a byte order mark, or the declaration of an XML file. */
function namedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  return /^<\?xml[^>]*encoding=["']([\w.:-]+)["']/i.exec(start)?.[1] ?? null;
}

/** A decoder that throws on invalid bytes; null for an unknown encoding. */
function decoderOf(encoding: string): TextDecoder | null {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    return null;
  }
}

/** The text of a file: in the encoding it names, else UTF-8, else Windows-1252, which spreadsheets in Brazil use. */
export function decodedText(bytes: Uint8Array): string {
  for (const encoding of [namedEncoding(bytes), "utf-8"]) {
    try {
      const text = encoding && decoderOf(encoding)?.decode(bytes);
      if (typeof text === "string") return text;
    } catch {
      // The bytes are not valid in this encoding.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}
