import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ADMINS_UP, EDITORS_UP, ID_OF, MAIN_ADMINS_UP, NOBODY, type Actor } from "../actors";
import { sql } from "../as-role";
import { newDocument } from "../commerce/sale-support";

type Verb = "select" | "insert" | "update" | "delete";
type Bucket = Record<Verb, readonly Actor[]> & { file?: string; arrange?: (tx: TransactionSql) => Promise<unknown> };

const SELLER = "00000000-0000-4000-8000-0000000000a7";
const addSeller = (tx: TransactionSql) =>
  tx`insert into public.sellers (id, user_id, full_name, document, phone, status) values (${SELLER}, ${ID_OF.vendedor}, 'Vera', ${newDocument()}, '48999990000', 'active')`;

/** Actors with access to each bucket over SQL or REST; main administrators repair storage and may read and delete in all buckets. */
const BUCKETS: Record<string, Bucket> = {
  media: { select: EDITORS_UP, insert: EDITORS_UP, update: NOBODY, delete: EDITORS_UP },
  "magazine-files": { select: EDITORS_UP, insert: EDITORS_UP, update: NOBODY, delete: EDITORS_UP, file: "a.pdf" },
  "ad-art": { select: MAIN_ADMINS_UP, insert: NOBODY, update: NOBODY, delete: MAIN_ADMINS_UP },
  "place-photos": { select: MAIN_ADMINS_UP, insert: ADMINS_UP, update: NOBODY, delete: ADMINS_UP },
  "request-photos": { select: ADMINS_UP, insert: NOBODY, update: NOBODY, delete: MAIN_ADMINS_UP },
  "sales-assets": {
    select: ["vendedor", ...MAIN_ADMINS_UP],
    insert: ["vendedor"],
    update: NOBODY,
    delete: MAIN_ADMINS_UP,
    arrange: addSeller,
    file: `${SELLER}/1790000000000_seller.png`,
  },
  "payment-receipts": { select: MAIN_ADMINS_UP, insert: NOBODY, update: NOBODY, delete: MAIN_ADMINS_UP },
  "refund-proofs": { select: MAIN_ADMINS_UP, insert: NOBODY, update: NOBODY, delete: MAIN_ADMINS_UP },
  "event-files": { select: EDITORS_UP, insert: NOBODY, update: NOBODY, delete: MAIN_ADMINS_UP },
  "registration-documents": { select: MAIN_ADMINS_UP, insert: NOBODY, update: NOBODY, delete: MAIN_ADMINS_UP },
  "event-contracts": { select: MAIN_ADMINS_UP, insert: NOBODY, update: NOBODY, delete: MAIN_ADMINS_UP },
  "print-batches": { select: MAIN_ADMINS_UP, insert: NOBODY, update: NOBODY, delete: MAIN_ADMINS_UP },
  "vehicle-files": { select: MAIN_ADMINS_UP, insert: NOBODY, update: NOBODY, delete: MAIN_ADMINS_UP },
  "voucher-images": { select: MAIN_ADMINS_UP, insert: NOBODY, update: NOBODY, delete: MAIN_ADMINS_UP },
  system: { select: MAIN_ADMINS_UP, insert: MAIN_ADMINS_UP, update: MAIN_ADMINS_UP, delete: MAIN_ADMINS_UP },
};

for (const [bucket, { file = "a.webp", arrange = async () => {}, ...can }] of Object.entries(BUCKETS)) {
  const add = (tx: TransactionSql) => tx`insert into storage.objects (bucket_id, name) values (${bucket}, ${file})`;
  // Removes all other files, so that a statement needs no condition, which would require the permission to read as well.
  const addAlone = async (tx: TransactionSql) => {
    await arrange(tx);
    await tx`delete from storage.objects`;
    await add(tx);
  };
  describeAccess(`storage.objects of ${bucket}`, addAlone, [
    ["select", can.select, "select from storage.objects"],
    ["insert", can.insert, add, arrange],
    ["update", can.update, "update storage.objects set metadata = '{}'"],
    ["delete", can.delete, "delete from storage.objects"],
  ]);
}

describeAccess("storage.buckets", null, [
  ["select", NOBODY, "select from storage.buckets"],
  ["insert", NOBODY, "insert into storage.buckets (id, name) values ('access', 'access')"],
  ["update", NOBODY, "update storage.buckets set public = true"],
  ["delete", NOBODY, "delete from storage.buckets"],
]);

it("every bucket and every table of storage has an entry", async () => {
  const buckets = await sql<{ id: string }[]>`select id from storage.buckets where id not like 'test-%' order by id`;
  expect(buckets.map(({ id }) => id)).toEqual(Object.keys(BUCKETS).toSorted());
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'storage'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and (has_any_column_privilege('anon', oid, 'select, insert, update') or has_any_column_privilege('authenticated', oid, 'select, insert, update'))
    order by 1`;
  expect(tables.map(({ name }) => name)).toEqual(["buckets", "objects"]);
});

// Invoker functions of schema public read these tables; REST does not expose their schema.
const addPair = (tx: TransactionSql) => tx`
  insert into records.duplicate_pairs (entity, first_id, second_id, state_abbr, likeness, same_town)
  values ('services', '00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000b2', 'SC', 1, true)`;
describeAccess("records.duplicate_pairs", addPair, [
  ["select", EDITORS_UP, "select from records.duplicate_pairs"],
  ["insert", NOBODY, addPair],
  ["update", NOBODY, "update records.duplicate_pairs set likeness = 0.5"],
  ["delete", NOBODY, "delete from records.duplicate_pairs"],
]);

describeAccess("records.duplicate_sources", null, [
  ["select", EDITORS_UP, "select from records.duplicate_sources"],
  ["insert", NOBODY, "insert into records.duplicate_sources select * from records.duplicate_sources"],
  ["update", NOBODY, "update records.duplicate_sources set permission = 'users'"],
  ["delete", NOBODY, "delete from records.duplicate_sources"],
]);

it("browser roles have no grants on other tables outside schema public", async () => {
  const tables = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p', 'v', 'm') and relnamespace not in ('public'::regnamespace, 'storage'::regnamespace, 'pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and (has_any_column_privilege('anon', oid, 'select, insert, update') or has_any_column_privilege('authenticated', oid, 'select, insert, update'))
      and (has_schema_privilege('anon', relnamespace, 'usage') or has_schema_privilege('authenticated', relnamespace, 'usage'))
    order by 1`;
  expect(tables.map(({ name }) => name)).toEqual(["records.duplicate_pairs", "records.duplicate_sources"]);
});
