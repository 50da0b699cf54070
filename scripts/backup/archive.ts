import { strFromU8, unzipSync } from "fflate";
import { MANIFEST, sha256, type Manifest } from "../../lib/panel/backups/rules";

export type Archive = {
  manifest: Manifest;
  entries: Record<string, Uint8Array>;
  /** Hash of the manifest, which has the hashes of everything else. */
  hash: string;
};

/** Opens an archive and verifies the SHA-256 hash of every table and file before anything is written. */
export function openArchive(bytes: Uint8Array): Archive {
  const entries = unzipSync(bytes);
  const index = entries[MANIFEST];
  if (!index) throw new Error("O arquivo não é um backup do portal: falta manifest.json.");
  const manifest = JSON.parse(strFromU8(index)) as Manifest;
  if (manifest.format !== 1) throw new Error(`Formato de backup desconhecido: ${String(manifest.format)}.`);
  const damaged = [...manifest.tables, ...manifest.files].filter(
    ({ entry, sha256: hash }) => !entries[entry] || sha256(entries[entry]) !== hash,
  );
  if (damaged.length > 0) throw new Error(`O backup está danificado: ${damaged.map(({ entry }) => entry).join(", ")}.`);
  return { manifest, entries, hash: sha256(index) };
}
