import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { earlierMigration } from "@/supabase/local/earlier-migrations";
import { asOwner } from "../as-role";

const MIGRATION = earlierMigration("20261123130500");
const TOWN = 4209607;

const store = (tx: TransactionSql, key: string, value: string, group: string) => tx`
  insert into public.app_settings (key, value, "group", is_public) values (${key}, ${value}, ${group}, true)
  on conflict (key) do update set value = excluded.value, "group" = excluded."group"`;
const settings = async (tx: TransactionSql, keys: string[]) =>
  Object.fromEntries(
    (
      await tx<{ key: string; value: string }[]>`select key, value from public.app_settings where key = any (${keys})`
    ).map(({ key, value }) => [key, value]),
  );

/** Gives the town the earlier spelling and a time of writing, because `now()` is constant in a transaction. */
async function misspell(tx: TransactionSql, written: "by the seed" | "by an editor") {
  await tx`alter table public.cities disable trigger cities_touch`;
  await tx`update public.cities set name = 'Lauro Muller', updated_at = '2026-01-01' where ibge_code = ${TOWN}`;
  await tx`alter table public.cities enable trigger cities_touch`;
  const at = written === "by the seed" ? "2026-01-01" : "2025-01-01";
  await tx`update private.seeded_rows set written_at = ${at} where entity = 'cities' and entity_id = ${String(TOWN)}`;
}

it("example contacts become empty, values of the owner stay", async () => {
  await asOwner(async (tx) => {
    await store(tx, "contact_email", "contato@example.org", "demo");
    await store(tx, "contact_phone", "+55 (48) 3333-1234", "settings");
    await store(tx, "url_blog", "https://example.org/blog", "portal");
    await tx.unsafe(MIGRATION);
    expect(await settings(tx, ["contact_email", "contact_phone", "url_blog"])).toEqual({
      contact_email: "",
      contact_phone: "+55 (48) 3333-1234",
      url_blog: "https://example.org/blog",
    });
  });
});

it.each([
  ["by the seed", true],
  ["by an editor", false],
] as const)("a town last written %s gets its spelling, and the seed may write its text: %s", async (written, may) => {
  await asOwner(async (tx) => {
    await misspell(tx, written);
    await tx.unsafe(MIGRATION);
    const [town] = await tx<{ name: string; writable: boolean }[]>`
      select cities.name, cities.updated_at = seeded_rows.written_at as writable
      from public.cities join private.seeded_rows on entity = 'cities' and entity_id = ibge_code::text
      where ibge_code = ${TOWN}`;
    expect(town).toEqual({ name: "Lauro Müller", writable: may });
  });
});
