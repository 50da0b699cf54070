import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP, NOBODY } from "../actors";
import { asOwner, asRole, sql } from "../as-role";

const ID = "00000000-0000-4000-8000-00000000a001";
const URUBICI = 4218905;

const add = (tx: TransactionSql) => tx`
  insert into public.map_places (id, kind, class, name, state_abbr, city_ibge, lat, lng, source, source_date, phone)
  values (${ID}, 'lodging', 'guest_house', 'Pousada do Teste', 'SC', ${URUBICI}, -28.015, -49.591, 'osm', '2021-08',
    '(49) 3278-0000')`;
const ours = (tx: TransactionSql) => tx`select 1 from public.map_places where id = ${ID}`;

describeAccess("map_places", add, [
  ["select", ACTORS, ours],
  ["insert", NOBODY, (tx) => add(tx)],
  ["update", EDITORS_UP, (tx) => tx`update public.map_places set hidden_at = now() where id = ${ID}`],
  ["delete", NOBODY, (tx) => tx`delete from public.map_places where id = ${ID}`],
]);

const near = (tx: TransactionSql) => tx<{ name: string; km: number; point: number }[]>`
  select name, km, point from public.map_places_near('[[-12.9, -38.4], [-28.015, -49.6]]', array['lodging'], 20, 3)
  where state_abbr = 'SC'`;

const sorted = (names: string[]) => names.toSorted((a, b) => a.localeCompare(b));

const hidden = async (tx: TransactionSql) => {
  await add(tx);
  await tx`update public.map_places set hidden_at = now() where id = ${ID}`;
};
const service = (tx: TransactionSql, change: Record<string, unknown> = {}) =>
  tx<{ id: string }[]>`insert into public.services ${tx({
    category_key: "lodging",
    name: "Pousada do Teste",
    slug: "pousada-do-teste",
    state_abbr: "SC",
    city_ibge: URUBICI,
    status: "published",
    ...change,
  })} returning id`;

describe("a hidden map place", () => {
  it.each([
    ["anon", 0],
    ["user", 0],
    ["editor", 1],
  ] as const)("is read by %s in %i row", async (actor, count) => {
    expect((await asRole(actor, hidden, (tx) => ours(tx))).length).toBe(count);
  });
});

describe("the nearest map places", () => {
  it("are named with the number of the point and the distance", async () => {
    const rows = await asRole("anon", add, (tx) => near(tx));
    expect(rows).toMatchObject([{ name: "Pousada do Teste", point: 2 }]);
    expect(rows[0]!.km).toBeGreaterThan(0.7);
    expect(rows[0]!.km).toBeLessThan(1);
  });

  it("are at most as many of each kind as asked", async () => {
    const rows = await sql<{ kind: string; count: number }[]>`
      select kind, count(*)::int from public.map_places_near('[[-12.97, -38.5]]', array['food', 'fuel'], 20, 3)
      group by kind order by kind`;
    expect([...rows]).toEqual([
      { kind: "food", count: 3 },
      { kind: "fuel", count: 3 },
    ]);
  });
});

describe("the search for map places", () => {
  const find = (words: string, classes: string[] | null) =>
    sql<{ name: string; town: string | null }[]>`
      select name, town from public.find_map_places(${words}, ${classes}, null, 20)`;

  it("finds those of a town and a kind", async () => {
    const rows = await find("lencois", ["hotel", "guest_house"]);
    expect(rows.length).toBeGreaterThan(3);
    expect(new Set(rows.slice(0, 3).map(({ town }) => town))).toEqual(new Set(["Lençóis"]));
  });

  it("finds a name, also with its town", async () => {
    expect((await find("lirio do vale", null)).map(({ name }) => name)).toContain("Pousada Lírio do Vale");
    expect((await find("lirio do vale piranhas", null)).map(({ town }) => town)).toEqual(["Piranhas"]);
  });

  it("lists the class first that the search names first", async () => {
    const rows = await sql<{ class: string }[]>`
      select class from public.find_map_places('', ${["tyres", "car_repair"]}, null, 20)`;
    expect(new Set(rows.map((row) => row.class))).toEqual(new Set(["tyres"]));
  });
});

describe("the place of the guide of the same business", () => {
  it("replaces the map place while it is published", async () => {
    const states = await asOwner(async (tx) => {
      await add(tx);
      const seen: boolean[] = [];
      const look = async () => {
        const [row] = await tx<{ is_replaced: boolean }[]>`select is_replaced from public.map_places where id = ${ID}`;
        seen.push(row!.is_replaced);
      };
      const [made] = await service(tx);
      await look();
      await tx`update public.services set status = 'suspended' where id = ${made!.id}`;
      await look();
      await tx`update public.services set status = 'published', name = 'Outro nome' where id = ${made!.id}`;
      await look();
      await tx`delete from public.services where id = ${made!.id}`;
      await look();
      return seen;
    });
    expect(states).toEqual([true, false, true, false]);
  });

  it("may have its town in the name", async () => {
    const rows = await asOwner(async (tx) => {
      await add(tx);
      await service(tx, { name: "Pousada do Teste, Urubici" });
      return tx`select 1 from public.map_places where id = ${ID} and is_replaced`;
    });
    expect(rows.length).toBe(1);
  });

  it("is not one with the same name in another town", async () => {
    const rows = await asOwner(async (tx) => {
      await add(tx);
      await service(tx, { city_ibge: 4209102 });
      return tx`select 1 from public.map_places where id = ${ID} and is_replaced`;
    });
    expect(rows.length).toBe(0);
  });
});

describe("one step from a map place to a verified place", () => {
  const verify = async (tx: TransactionSql) => {
    const [row] = await tx<{ answer: { outcome: string; id: string } }[]>`
      select public.verify_map_place(${ID}) as answer`;
    return row!.answer;
  };

  it("publishes it with the source of the copied facts, once", async () => {
    const found = await asRole("editor", add, async (tx) => {
      const first = await verify(tx);
      const second = await verify(tx);
      const [place] = await tx`
          select category_key, status, verified_at is not null as verified, lat, phone, source, copied
          from public.services where id = ${first.id}`;
      return {
        outcomes: [first.outcome, second.outcome],
        place,
        shown: (
          await tx`
          select 1 from public.map_places where id = ${ID} and not is_replaced`
        ).length,
      };
    });
    expect(found).toMatchObject({
      outcomes: ["saved", "conflict"],
      shown: 0,
      place: { category_key: "lodging", status: "published", verified: true, lat: -28.015, source: "osm" },
    });
    expect(found.place!.copied).toMatchObject({ source: "osm", date: "2021-08" });
    expect(sorted(found.place!.copied.fields)).toEqual(["lat", "lng", "name", "phone"]);
  });

  it("keeps the source until each fact was replaced", async () => {
    const left = await asRole("editor", add, async (tx) => {
      const { id } = await verify(tx);
      const copied = async () => (await tx`select copied from public.services where id = ${id}`)[0]!.copied;
      await tx`update public.services set phone = '(49) 3278-1111', description = 'Casa de madeira' where id = ${id}`;
      const after = await copied();
      await tx`update public.services set name = 'Pousada Nova', lat = -28.1, lng = -49.5 where id = ${id}`;
      return [sorted(after.fields), await copied()];
    });
    expect(left).toEqual([["lat", "lng", "name"], null]);
  });

  it("is refused without the permission services", async () => {
    await expect(asRole("user", add, verify)).rejects.toMatchObject({ code: "42501" });
  });
});

describe("seeded map places", () => {
  it("are those of the files, with their dates", async () => {
    const rows = await sql<{ source: string; source_date: string; many: boolean }[]>`
      select source, source_date, count(*) > 300 as many from public.map_places where source <> 'page'
      group by source, source_date order by source`;
    expect([...rows]).toEqual([
      { source: "ibram", source_date: "2015-12", many: true },
      { source: "osm", source_date: "2021-08", many: true },
      { source: "ses_rs", source_date: "2025-05", many: true },
    ]);
  });

  it("are not shown twice beside a place of the guide", async () => {
    const rows = await sql`
      select place.name from public.map_places as place
      join public.services as service on service.state_abbr = place.state_abbr
        and service.search_name = place.search_name and service.city_ibge = place.city_ibge
      where service.status = 'published' and not place.is_replaced`;
    expect([...rows]).toEqual([]);
  });
});
