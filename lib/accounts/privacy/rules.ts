/** Texts whose new versions an account has to acknowledge. */
export const ACKNOWLEDGED_DOCUMENTS = ["termos-de-uso", "politica-de-privacidade"] as const;
export type AcknowledgedDocument = (typeof ACKNOWLEDGED_DOCUMENTS)[number];

export const isAcknowledgedDocument = (key: string): key is AcknowledgedDocument =>
  ACKNOWLEDGED_DOCUMENTS.some((known) => known === key);

export type CopiedFile = { bucket: string; name: string };

/** The data export of an account as JSON, yielded in chunks: each file with its bytes in base64, or null when it does not exist. */
export async function* copyChunks(
  copy: object,
  files: readonly CopiedFile[],
  read: (file: CopiedFile) => Promise<Uint8Array | null>,
): AsyncGenerator<string> {
  const head = JSON.stringify(copy, null, 2);
  yield `${head.slice(0, head.lastIndexOf("\n"))}${Object.keys(copy).length > 0 ? "," : ""}\n  "files": [`;
  let separator = "\n    ";
  for (const file of files) {
    const bytes = await read(file);
    yield separator + JSON.stringify({ ...file, base64: bytes && Buffer.from(bytes).toString("base64") });
    separator = ",\n    ";
  }
  yield "\n  ]\n}\n";
}
