import { moneyFile } from "@/lib/events/recipients/queries";
import { PROOF_TYPES } from "@/lib/events/recipients/rules";
import { fileTypeOf } from "@/lib/platform/file-type";
import { storedFile } from "@/lib/platform/stored-file";

/** A receipt or a proof as a download; null when there is none or the caller may not read it. */
export async function moneyFileAnswer(bucket: Parameters<typeof moneyFile>[0], path: string | null, name: string) {
  const file = path && (await moneyFile(bucket, path));
  if (!file) return null;
  const bytes = await file.arrayBuffer();
  const kind = await fileTypeOf(new Uint8Array(bytes), PROOF_TYPES);
  return storedFile(bytes, {
    type: kind?.mime ?? "application/octet-stream",
    name: `${name}.${kind?.extension ?? "bin"}`,
  });
}
