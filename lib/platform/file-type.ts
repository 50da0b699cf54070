import "server-only";
import { fileTypeFromBuffer } from "file-type";

/** Type of a file by its bytes, because its name and declared type can be false; null unless it is one of `allowed`. */
export async function fileTypeOf<Mime extends string, Extension extends string>(
  bytes: Uint8Array,
  allowed: Readonly<Record<Mime, Extension>>,
): Promise<{ mime: Mime; extension: Extension } | null> {
  const found = await fileTypeFromBuffer(bytes);
  const mime = (Object.keys(allowed) as Mime[]).find((one) => one === found?.mime);
  return mime ? { mime, extension: allowed[mime] } : null;
}
