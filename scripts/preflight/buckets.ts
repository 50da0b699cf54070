import type { Sql, TransactionSql } from "postgres";
import { failure, ok, type Finding } from "./finding";

const MB = 2 ** 20;

type Bucket = { isPublic: boolean; bytes: number };

/** The buckets of the migrations. A database test compares them. */
export const BUCKETS: Readonly<Record<string, Bucket>> = {
  "ad-art": { isPublic: false, bytes: 2 * MB },
  "event-contracts": { isPublic: false, bytes: MB / 2 },
  "event-files": { isPublic: false, bytes: 10 * MB },
  "magazine-files": { isPublic: true, bytes: 40 * MB },
  media: { isPublic: true, bytes: 10 * MB },
  "payment-receipts": { isPublic: false, bytes: 5 * MB },
  "place-photos": { isPublic: true, bytes: 5 * MB },
  "print-batches": { isPublic: false, bytes: 50 * MB },
  "refund-proofs": { isPublic: false, bytes: 5 * MB },
  "registration-documents": { isPublic: false, bytes: 10 * MB },
  "request-photos": { isPublic: false, bytes: 5 * MB },
  "sales-assets": { isPublic: false, bytes: MB / 2 },
  system: { isPublic: false, bytes: MB },
  "vehicle-files": { isPublic: false, bytes: 10 * MB },
  "voucher-images": { isPublic: false, bytes: 5 * MB },
};

type Row = { id: string; is_public: boolean; bytes: number | null };

function problemOf(name: string, wanted: Bucket, found: Row | undefined): string | null {
  if (!found) return `${name} não existe`;
  if (found.is_public !== wanted.isPublic) return `${name} é ${found.is_public ? "público" : "privado"}`;
  return found.bytes === wanted.bytes
    ? null
    : `${name} aceita ${found.bytes ?? "qualquer número de"} bytes, e não ${wanted.bytes}`;
}

export async function checkBuckets(sql: Sql | TransactionSql): Promise<Finding[]> {
  const rows = await sql<Row[]>`select id, public as is_public, file_size_limit::float8 as bytes from storage.buckets`;
  const problems = Object.entries(BUCKETS).flatMap(
    ([name, wanted]) =>
      problemOf(
        name,
        wanted,
        rows.find(({ id }) => id === name),
      ) ?? [],
  );
  return problems.length > 0
    ? [
        failure(
          `buckets: ${problems.join("; ")}`,
          "corrija em Storage, Edit bucket; um bucket que não existe vem das migrações",
        ),
      ]
    : [ok(`buckets: os ${rows.length} existem, públicos e privados como devem ser`)];
}
