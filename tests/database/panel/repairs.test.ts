import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { asRole, sql } from "../as-role";
import { REPAIRS } from "@/lib/platform/supabase/database-constants/panel";

const CALLS = [
  "public.preview_repair('redirects')",
  "public.run_repair('redirects')",
  'public.install_cities(\'SC\', \'[{"ibge_code": 4200000, "name": "X"}]\')',
];

it.each(["anon", "user", "vendedor", "editor", "admin"] as const)(
  "repairs and the city installer are refused for %s",
  async (actor) => {
    for (const call of CALLS)
      await expect(asRole(actor, (tx) => tx.unsafe(`select ${call}`))).rejects.toMatchObject({ code: "42501" });
  },
);

it("every repair has a dry run, and the search index is rebuilt from its sources", async () => {
  const left = await asRole("superadministrador", async (tx) => {
    for (const job of REPAIRS) await tx`select public.preview_repair(${job})`;
    await tx`select public.run_repair('search_index')`;
    for (const job of ["expired_trash", "redirects", "old_records"]) await tx`select public.run_repair(${job})`;
    return tx`select public.preview_repair('search_index')`;
  });
  expect(left.count).toBe(0);
});

it("the search index is compared and repaired one kind at a time", async () => {
  const seen = await asRole(
    "superadministrador",
    (tx) => tx`
      update public.search_documents set title = 'Outro'
      where (kind, entity_id) in (
        (select kind, entity_id from public.search_documents where kind = 'region' limit 1)
        union all (select kind, entity_id from public.search_documents where kind = 'city' limit 1)
      )`,
    async (tx) => {
      const stale = async (job: string) => (await tx`select public.preview_repair(${job})`).count;
      const counts = async () => [await stale("search_index:region"), await stale("search_index:city")];
      const before = await counts();
      const [run] = await tx<{ repaired: number }[]>`select public.run_repair('search_index:region') as repaired`;
      return { before, repaired: run?.repaired, after: await counts(), all: await stale("search_index") };
    },
  );
  expect(seen).toEqual({ before: [1, 1], repaired: 1, after: [0, 1], all: 1 });
});

it("a stored file is an orphan only when no column names it and no text contains it", async () => {
  const [plain, named, mentioned, lost] = ["solto.txt", "media", "texto", "perdido"].map((name) =>
    name.includes(".") ? name : `2026-01/${randomUUID()}.webp`,
  );
  const lines = await asRole(
    "superadministrador",
    async (tx) => {
      for (const name of [plain!, named!, mentioned!, lost!, `pasta/${plain}`])
        await tx`insert into storage.objects (bucket_id, name, created_at) values ('media', ${name}, now() - interval '2 days')`;
      await tx`insert into public.media_assets (path, width, height, bytes, alt) values (${`/midia/${named}`}, 1, 1, 1, 'a')`;
      await tx`
        insert into public.regions (name, slug, state_abbr, status, summary)
        values ('Com texto', 'reparo-com-texto', 'SC', 'published', ${`Veja (/midia/${mentioned}). E pasta/${plain}!`})`;
    },
    (tx) => tx<{ line: string }[]>`select public.preview_repair('orphan_files') as line`,
  );
  const found = lines.map(({ line }) => line);
  expect(found).toContain(`media/${lost}`);
  for (const name of [named, mentioned, `pasta/${plain}`, plain]) expect(found).not.toContain(`media/${name}`);
});

it("new weights become the only active version, and null restores the defaults", async () => {
  const seen = await asRole("main_admin", async (tx) => {
    await tx`select public.save_weights('search', '{"city": 2}'), public.save_weights('search', '{"city": 3}')`;
    const active = await tx`select weights from public.algorithm_settings where is_active`;
    await tx`select public.save_weights('search', null)`;
    return { active: [...active], after: (await tx`select 1 from public.algorithm_settings where is_active`).count };
  });
  expect(seen).toEqual({ active: [{ weights: { city: 3 } }], after: 0 });
});

it("weights of one algorithm do not change the versions of another, and an unknown algorithm is refused", async () => {
  const seen = await asRole("main_admin", async (tx) => {
    await tx`select public.save_weights('search', '{"city": 2}'), public.save_weights('trip_conditions', '{"fuel_weight": 4}')`;
    await tx`select public.save_weights('search', null)`;
    return tx`select algorithm, version, weights from public.algorithm_settings where is_active`;
  });
  expect([...seen]).toEqual([{ algorithm: "trip_conditions", version: 1, weights: { fuel_weight: 4 } }]);
  await expect(asRole("main_admin", (tx) => tx`select public.save_weights('other', '{}')`)).rejects.toMatchObject({
    code: "23514",
  });
});

const FILE = "2026-01/00000000-0000-4000-8000-0000000000aa.webp";
const [KEPT, GONE, ELSEWHERE] = [
  `/midia/${FILE}`,
  "/midia/2026-01/00000000-0000-4000-8000-0000000000bb.webp",
  "https://example.org/a.jpg",
];

/** Runs a repair as dry run, then for real, then as dry run again; `left` reads the remaining rows. */
const repair = <T>(
  job: string,
  arrange: (tx: TransactionSql) => Promise<unknown>,
  left: (tx: TransactionSql) => Promise<T>,
) =>
  asRole("superadministrador", arrange, async (tx) => {
    const preview = async () =>
      (await tx<{ line: string }[]>`select public.preview_repair(${job}) as line`).map(({ line }) => line);
    const found = await preview();
    await tx`reset role`;
    const untouched = await left(tx);
    await tx`set local role authenticated`;
    const [run] = await tx<{ repaired: number }[]>`select public.run_repair(${job}) as repaired`;
    const remaining = await preview();
    await tx`reset role`;
    return { found, untouched, repaired: run?.repaired, remaining, after: await left(tx) };
  });

it("broken pictures are removed from rows; existing files and external pictures stay", async () => {
  const arrange = async (tx: TransactionSql) => {
    await tx`insert into storage.objects (bucket_id, name) values ('media', ${FILE})`;
    await tx`
      insert into public.regions (name, slug, state_abbr, status, cover_url, photos) values
      ('Quebrada', 'reparo-quebrada', 'SC', 'published', ${GONE}, ${[KEPT, GONE, ELSEWHERE]}), ('Inteira', 'reparo-inteira', 'SC', 'published', ${KEPT}, '{}')`;
    await tx`insert into public.media_assets (path, width, height, bytes, alt) values (${KEPT}, 10, 10, 10, 'a'), (${GONE}, 10, 10, 10, 'b')`;
    await tx`insert into public.city_photos (city_ibge, title, picture) select ibge_code, 'Praça', picture from unnest(array[${KEPT}, ${GONE}]) as picture, (select ibge_code from public.cities order by ibge_code limit 1) as city`;
  };
  const left = async (tx: TransactionSql) => ({
    regions: [
      ...(await tx`select name, cover_url, photos from public.regions where slug like 'reparo-%' order by name`),
    ],
    pictures: (
      await tx<
        { path: string }[]
      >`select path from public.media_assets where path in ${tx([KEPT, GONE])} union all select picture from public.city_photos where picture in ${tx([KEPT, GONE])} order by 1`
    ).map(({ path }) => path),
  });
  const seen = await repair("broken_images", arrange, left);
  expect(seen.found.filter((line) => line.includes(GONE)).toSorted()).toEqual([
    `city_photos: Praça ${GONE}`,
    `media_assets: ${GONE}`,
    `regions: Quebrada ${GONE}`,
    `regions: Quebrada ${GONE}`,
  ]);
  expect(seen.untouched.pictures).toEqual([KEPT, KEPT, GONE, GONE]);
  expect(seen.repaired).toBe(seen.found.length);
  expect(seen.remaining).toEqual([]);
  expect(seen.after).toEqual({
    regions: [
      { name: "Inteira", cover_url: KEPT, photos: [] },
      { name: "Quebrada", cover_url: null, photos: [KEPT, ELSEWHERE] },
    ],
    pictures: [KEPT, KEPT],
  });
});

it("a town's stored flag for a cover photo is corrected", async () => {
  const [city] = await sql<
    { ibge_code: number; name: string }[]
  >`select ibge_code, name from public.cities where not has_cover order by ibge_code limit 1`;
  const seen = await repair(
    "counters",
    (tx) => tx`update public.cities set has_cover = true where ibge_code = ${city!.ibge_code}`,
    async (tx) =>
      (await tx<{ has_cover: boolean }[]>`select has_cover from public.cities where ibge_code = ${city!.ibge_code}`)[0]
        ?.has_cover,
  );
  expect(seen).toEqual({ found: [city!.name], untouched: true, repaired: 1, remaining: [], after: false });
});

it("unused approval links are deleted a month after their expiry; newer and used ones stay", async () => {
  const seen = await repair(
    "expired_tokens",
    (tx) => tx`
      insert into public.approval_tokens (token_hash, subject_kind, subject_id, created_at, expires_at, used_at, decision)
      select repeat(mark, 64), 'service_request', gen_random_uuid(), now() - interval '60 days', now() - days * interval '1 day', used, case when used is not null then 'approve' end
      from (values ('a', 31, null), ('b', 29, null), ('c', 31, now() - interval '40 days')) as link (mark, days, used)`,
    async (tx) =>
      (
        await tx<
          { mark: string }[]
        >`select left(token_hash, 1) as mark from public.approval_tokens where token_hash ~ '^(.)\\1{63}$' order by 1`
      ).map(({ mark }) => mark),
  );
  expect(seen).toMatchObject({
    found: [expect.stringMatching(/^service_request /)],
    untouched: ["a", "b", "c"],
    repaired: 1,
    remaining: [],
    after: ["b", "c"],
  });
});

it("the repair of addresses has nothing to do, because they are unique per table", async () => {
  const free = await sql`
    select relation.relname from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attname = 'slug'
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r' and not exists (
      select from pg_catalog.pg_index as index
      where index.indrelid = relation.oid and index.indisunique and index.indpred is null and attribute.attnum = any (index.indkey)
    )`;
  expect([...free]).toEqual([]);
});

it("an unknown repair is refused", async () => {
  for (const call of ["preview_repair", "run_repair"]) {
    await expect(
      asRole("superadministrador", (tx) => tx.unsafe(`select public.${call}('everything')`)),
    ).rejects.toMatchObject({ code: "22023" });
  }
});
