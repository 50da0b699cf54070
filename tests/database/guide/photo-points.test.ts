import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner } from "../as-role";

const POINT = { name: "Mirante", slug: "mirante-de-teste", state_abbr: "SC", city_ibge: 4202404, lat: -26.9, lng: -49 };
const add =
  (status: string, deletedAt: string | null = null) =>
  (tx: TransactionSql) =>
    tx`
  insert into public.photo_points ${tx({ ...POINT, status, deleted_at: deletedAt })}`;
const select = (tx: TransactionSql) => tx`select 1 from public.photo_points where slug = 'mirante-de-teste'`;

describeAccess("photo_points", add("published"), [
  ["select a published point", ACTORS, select],
  ["select a draft", EDITORS_UP, select, add("draft")],
  ["select a point in the trash", EDITORS_UP, select, add("published", "2026-01-01")],
  ["insert", EDITORS_UP, add("draft")],
  [
    "update",
    EDITORS_UP,
    "update public.photo_points set parking_note = 'No acostamento' where slug = 'mirante-de-teste'",
  ],
  ["delete", EDITORS_UP, "delete from public.photo_points where slug = 'mirante-de-teste'"],
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
      asOwner((tx) => tx`insert into public.photo_points ${tx({ ...POINT, ...change })}`),
    ).rejects.toMatchObject({ code: "23514" });
  });

  it("keeps its cover and the order of its photos", async () => {
    const photos = ["/midia/2026-11/b.webp", "/midia/2026-11/a.webp"];
    const rows = await asOwner(
      (tx) =>
        tx`insert into public.photo_points ${tx({ ...POINT, cover_url: "/midia/2026-11/c.webp", photos })} returning cover_url, photos`,
    );
    expect([...rows]).toEqual([{ cover_url: "/midia/2026-11/c.webp", photos }]);
  });

  it("is kept when its route is deleted", async () => {
    const rows = await asOwner(async (tx) => {
      await tx`insert into public.regions (id, name, slug, state_abbr) values ('00000000-0000-4000-8000-00000000a002', 'Rota', 'rota-de-teste', 'SC')`;
      await tx`insert into public.photo_points ${tx({ ...POINT, region_id: "00000000-0000-4000-8000-00000000a002" })}`;
      await tx`delete from public.regions where slug = 'rota-de-teste'`;
      return tx`select region_id from public.photo_points where slug = 'mirante-de-teste'`;
    });
    expect([...rows]).toEqual([{ region_id: null }]);
  });
});
