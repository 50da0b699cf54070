import type { Sql } from "postgres";
import type { ManifestFile } from "../../lib/panel/backups/rules";
import type { Archive } from "./archive";

/** Supabase Storage of a project: base URL and secret key. */
export type Storage = { url: string; secretKey: string };

const headersOf = ({ secretKey }: Storage) => ({ apikey: secretKey, authorization: `Bearer ${secretKey}` });

async function restoreFile(storage: Storage, file: ManifestFile, content: Uint8Array): Promise<void> {
  const path = file.name.split("/").map(encodeURIComponent).join("/");
  const response = await fetch(`${storage.url}/storage/v1/object/${file.bucket}/${path}`, {
    method: "POST",
    headers: {
      ...headersOf(storage),
      "content-type": file.mimetype,
      "x-upsert": "true",
      ...(file.cache_control ? { "cache-control": file.cache_control } : {}),
    },
    body: content as Uint8Array<ArrayBuffer>,
  });
  if (!response.ok)
    throw new Error(
      `O arquivo ${file.bucket}/${file.name} não foi aceito: ${response.status} ${await response.text()}`,
    );
}

async function makeBuckets(storage: Storage, files: readonly ManifestFile[]): Promise<void> {
  for (const [id, isPublic] of new Map(files.map(({ bucket, is_public }) => [bucket, is_public]))) {
    const headers = { ...headersOf(storage), "content-type": "application/json" };
    const found = await fetch(`${storage.url}/storage/v1/bucket/${id}`, { headers });
    if (found.ok) continue;
    const made = await fetch(`${storage.url}/storage/v1/bucket`, {
      method: "POST",
      headers,
      body: JSON.stringify({ id, name: id, public: isPublic }),
    });
    if (!made.ok) throw new Error(`A pasta de arquivos ${id} não pôde ser criada: ${made.status}.`);
  }
}

const keyOf = (bucket: string, name: string, bytes: number) => `${bytes} ${bucket}/${name}`;

/** Files that a run with the same archive has stored since its tables were restored. */
async function storedFiles(sql: Sql, { hash }: Archive): Promise<Set<string>> {
  const rows = await sql<{ bucket_id: string; name: string; bytes: number }[]>`
    select bucket_id, name, (metadata ->> 'size')::float8 as bytes
    from storage.objects join private.restored_archives on restored_archives.hash = ${hash}
    where greatest(objects.created_at, objects.updated_at) >= restored_at`;
  return new Set(rows.map(({ bucket_id, name, bytes }) => keyOf(bucket_id, name, bytes)));
}

async function missingFiles(sql: Sql, archive: Archive): Promise<ManifestFile[]> {
  const stored = await storedFiles(sql, archive);
  return archive.manifest.files.filter(({ bucket, name, bytes }) => !stored.has(keyOf(bucket, name, bytes)));
}

/** Stores the files of an archive that are not stored yet; returns how many it stored. */
export async function restoreFiles(sql: Sql, storage: Storage, archive: Archive): Promise<number> {
  await makeBuckets(storage, archive.manifest.files);
  const missing = await missingFiles(sql, archive);
  for (const file of missing) await restoreFile(storage, file, archive.entries[file.entry]!);
  const [lost] = await missingFiles(sql, archive);
  if (lost) throw new Error(`O arquivo ${lost.bucket}/${lost.name} não está completo; repita a restauração.`);
  return missing.length;
}
