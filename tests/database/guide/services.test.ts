import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, asRole } from "../as-role";

const add =
  (status: string, deletedAt: string | null = null) =>
  (tx: TransactionSql) =>
    tx`
  insert into public.services (category_key, name, slug, state_abbr, status, deleted_at)
  values ('museum', 'Museu de teste', 'museu-de-teste', 'SC', ${status}, ${deletedAt})`;
const select = (tx: TransactionSql) => tx`select 1 from public.services where slug = 'museu-de-teste'`;
const update = (tx: TransactionSql) =>
  tx`update public.services set address = 'Rua Nova' where slug = 'museu-de-teste'`;

describeAccess("services", add("published"), [
  ["select a published place", ACTORS, select],
  ["select a draft", EDITORS_UP, select, add("draft")],
  ["select a pending place", EDITORS_UP, select, add("pending")],
  ["select a suspended place", EDITORS_UP, select, add("suspended")],
  ["select a place in the trash", EDITORS_UP, select, add("published", "2026-01-01")],
  ["insert", EDITORS_UP, add("published")],
  ["update", EDITORS_UP, update],
  ["delete", EDITORS_UP, "delete from public.services where slug = 'museu-de-teste'"],
]);

describe("a place", () => {
  const insert = (change: Record<string, unknown>) =>
    asOwner(
      (tx) => tx`
      insert into public.services ${tx({ category_key: "museum", name: "Museu", slug: "museu-de-teste", state_abbr: "SC", ...change })}`,
    );

  it.each([
    ["a phone without a source", { phone: "(47) 3000-0000" }],
    ["a WhatsApp number without the day it was checked", { whatsapp: "+5547900000000", source: "site do lugar" }],
    ["only one coordinate", { lat: -26 }],
    ["an unknown attribute", { attributes: { pool: true } }],
    ["an attribute of another type", { attributes: { gated: "yes" } }],
    ["makes that are not a list", { attributes: { makes: true } }],
    ["a website that runs a script", { website: "javascript:alert(1)" }],
    ["opening hours that are a list", { opening_hours: [] }],
    ["an unknown status", { status: "live" }],
  ])("cannot have %s", async (_, change) => {
    await expect(insert(change)).rejects.toMatchObject({ code: "23514" });
  });

  it("may have a phone with its source and check date, and attributes for old cars", async () => {
    const place = {
      phone: "(47) 3000-0000",
      source: "site do lugar",
      check_date: "2026-11-01",
      attributes: { gated: true, makes: ["DKW"] },
    };
    await expect(insert(place)).resolves.toMatchObject({ count: 1 });
  });

  it("requires an existing category", async () => {
    await expect(insert({ category_key: "spaceport" })).rejects.toMatchObject({ code: "23503" });
  });
});

it("published places are counted by category, drafts are not", async () => {
  const rows = await asRole(
    "anon",
    (tx) => tx`
      insert into public.services (category_key, name, slug, state_abbr, status)
      select 'wash', 'Lavagem', 'lavagem-de-teste-' || number, 'SC', case when number > 2 then 'draft' else 'published' end
      from generate_series(1, 3) as number`,
    (tx) => tx`select * from public.count_services('sc') where category_key = 'wash'`,
  );
  expect([...rows]).toEqual([{ state_abbr: "SC", category_key: "wash", total: "2" }]);
});
