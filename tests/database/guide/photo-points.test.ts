import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, connect } from "../as-role";

const sql = connect();

const POINT = { name: "Mirante", slug: "mirante-de-teste", state_abbr: "SC", city_ibge: 4202404, lat: -26.9, lng: -49 };
const add =
  (status: string, deletedAt: string | null = null) =>
  (tx: TransactionSql) =>
    tx`
  insert into public.photo_points ${tx({ ...POINT, status, deleted_at: deletedAt })}`;
const select = (tx: TransactionSql) => tx`select 1 from public.photo_points where slug = 'mirante-de-teste'`;

describeAccess(sql, "photo_points", [
  { verb: "select", what: "a published point", can: ACTORS, arrange: add("published"), run: select },
  { verb: "select", what: "a draft", can: EDITORS_UP, arrange: add("draft"), run: select },
  {
    verb: "select",
    what: "a point in the trash",
    can: EDITORS_UP,
    arrange: add("published", "2026-01-01"),
    run: select,
  },
  { verb: "insert", can: EDITORS_UP, run: add("draft") },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: add("published"),
    run: (tx) => tx`update public.photo_points set parking_note = 'No acostamento' where slug = 'mirante-de-teste'`,
  },
  {
    verb: "delete",
    can: EDITORS_UP,
    arrange: add("published"),
    run: (tx) => tx`delete from public.photo_points where slug = 'mirante-de-teste'`,
  },
]);

describe("a photo point", () => {
  it.each([
    ["have a view heading of 360 degrees", { view_heading: 360 }],
    ["have an unknown best light", { best_light: "eclipse" }],
    ["have coordinates outside Brazil", { lat: 48.8, lng: 2.3 }],
    ["have an unknown biome", { biome: "deserto" }],
    ["have a cover on another site", { cover_url: "https://example.org/a.jpg" }],
    ["have a cover without a protocol on another site", { cover_url: "//example.org/a.jpg" }],
    ["have photos by script", { photos: ["javascript:alert(1)"] }],
    ["have the coordinates of another town", { stamp_radius_m: 20_000 }],
  ])("cannot %s", async (_, change) => {
    await expect(
      asOwner(sql, (tx) => tx`insert into public.photo_points ${tx({ ...POINT, ...change })}`),
    ).rejects.toMatchObject({ code: "23514" });
  });

  it("keeps its cover and the order of its photos", async () => {
    const photos = ["/midia/2026-11/b.webp", "/midia/2026-11/a.webp"];
    const rows = await asOwner(
      sql,
      (tx) =>
        tx`insert into public.photo_points ${tx({ ...POINT, cover_url: "/midia/2026-11/c.webp", photos })} returning cover_url, photos`,
    );
    expect([...rows]).toEqual([{ cover_url: "/midia/2026-11/c.webp", photos }]);
  });

  it("is kept when its route is deleted", async () => {
    const rows = await asOwner(sql, async (tx) => {
      await tx`insert into public.regions (id, name, slug, state_abbr) values ('00000000-0000-4000-8000-00000000a002', 'Rota', 'rota-de-teste', 'SC')`;
      await tx`insert into public.photo_points ${tx({ ...POINT, region_id: "00000000-0000-4000-8000-00000000a002" })}`;
      await tx`delete from public.regions where slug = 'rota-de-teste'`;
      return tx`select region_id from public.photo_points where slug = 'mirante-de-teste'`;
    });
    expect([...rows]).toEqual([{ region_id: null }]);
  });
});
