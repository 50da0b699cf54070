import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { listPageFiles, patternOf } from "../../support/page-files";
import { asOwner, becomeRole, sql } from "../as-role";
import { addEvent } from "../events/rows";

/** Kind of address of each table with a slug; `null` when no page shows it by its slug. */
const KIND_OF: Record<string, string | null> = {
  blog_posts: "post",
  cities: "city",
  clubs: "club",
  events: "event",
  magazines: "magazine",
  photo_points: "photo_point",
  regions: "region",
  services: "service",
  // Lines of the agenda, which have no address.
  traditional_meetings: null,
};

/** The dynamic parts of addresses under which a slug of a table is found. */
const PAGES_OF: Record<string, readonly string[]> = {
  blog_posts: ["/blog/:slug", "/:uf/blog/:slug"],
  cities: ["/:uf/cidade/:cityId"],
  events: ["/eventos/lacambeche/:stateOrEvent", "/eventos/:eventId/inscricao"],
  magazines: ["/revista-digital/:magazineId"],
  regions: ["/:uf/rota/:regionSlug"],
  services: ["/:uf/servicos/:slug"],
};

/** Fixed routes beside the dynamic part of an address. */
function siblingsOf(pattern: string): string[] {
  const parent = pattern.slice(0, pattern.lastIndexOf("/:"));
  return listPageFiles()
    .map(patternOf)
    .filter((page) => page.startsWith(`${parent}/`))
    .map((page) => page.slice(parent.length + 1).split("/")[0]!)
    .filter((segment) => !segment.startsWith(":") && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(segment));
}

describe("tables with a slug", () => {
  it("are all declared", async () => {
    const rows = await sql<{ name: string }[]>`
      select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'slug' order by 1`;
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(KIND_OF));
  });

  it.each(Object.entries(KIND_OF).filter(([, kind]) => kind))("%s keep their old addresses", async (table, kind) => {
    const [row] = await sql<{ paths: string[] | null; triggers: number }[]>`
      select private.addresses_of(${kind}, 'SC', 'um') as paths,
        (select count(*)::int from pg_trigger join pg_proc on pg_proc.oid = tgfoid
          where tgrelid = ${`public.${table}`}::regclass and proname = 'keep_addresses'
            and encode(tgargs, 'escape') = ${`${kind}\\000`}) as triggers`;
    expect(row!.triggers).toBe(1);
    expect(row!.paths?.every((path) => path.includes("um"))).toBe(true);
  });

  it.each(Object.keys(PAGES_OF))("%s cannot take the address of a fixed route", async (table) => {
    const siblings = [...new Set(PAGES_OF[table]!.flatMap(siblingsOf))];
    const [row] = await sql<{ slugs: string[] }[]>`select private.reserved_slugs(${table}) as slugs`;
    expect(siblings.filter((segment) => !row!.slugs.includes(segment))).toEqual([]);
  });
});

describe("the address of an event", () => {
  const moved = (tx: TransactionSql, slug: string) =>
    tx`select to_path from public.redirects where from_path = ${`/eventos/lacambeche/${slug}`}`;

  it("leads to the new one after the slug of a published event changed, and back again without a loop", () =>
    asOwner(async (tx) => {
      const id = await addEvent(tx, { status: "published", slug: "feira-a" });
      await becomeRole(tx, "editor");
      await tx`update public.events set slug = 'feira-b' where id = ${id}`;
      expect(await moved(tx, "feira-a")).toEqual([{ to_path: "/eventos/lacambeche/feira-b" }]);
      await tx`update public.events set slug = 'feira-a' where id = ${id}`;
      expect(await moved(tx, "feira-a")).toEqual([]);
      expect(await moved(tx, "feira-b")).toEqual([{ to_path: "/eventos/lacambeche/feira-a" }]);
    }));

  it("is not kept for a draft, and is gone after the event was deleted", () =>
    asOwner(async (tx) => {
      const draft = await addEvent(tx, { slug: "rascunho-a" });
      const cancelled = await addEvent(tx, { status: "cancelled", slug: "feira-c" });
      await tx`update public.events set slug = 'rascunho-b' where id = ${draft}`;
      await tx`update public.events set deleted_at = now() where id = ${cancelled}`;
      expect(await moved(tx, "rascunho-a")).toEqual([]);
      expect(await moved(tx, "feira-c")).toEqual([{ to_path: null }]);
    }));

  it.each([
    ["Passados", "passados-2"],
    ["Inscrição", "inscricao-2"],
    ["Encontro", "encontro"],
    ["SC", "evento-sc"],
  ])("of an event titled %s is %s", async (title, slug) => {
    const [row] = await sql`select private.free_event_slug(${title}, gen_random_uuid()) as slug`;
    expect(row).toEqual({ slug });
  });

  it("that leads to another event gets a number", () =>
    asOwner(async (tx) => {
      const id = await addEvent(tx, { status: "published", slug: "feira-a" });
      await tx`update public.events set slug = 'feira-b' where id = ${id}`;
      const [row] = await tx`
        select private.free_event_slug('Feira A', gen_random_uuid()) as other, private.free_event_slug('Feira A', ${id}) as own`;
      expect(row).toEqual({ other: "feira-a-2", own: "feira-a" });
    }));

  it.each(["passados", "00000000-0000-4000-8000-0000000000e1"])("%s is refused in the panel", (slug) =>
    asOwner(async (tx) => {
      const id = await addEvent(tx);
      await becomeRole(tx, "editor");
      await expect(tx`update public.events set slug = ${slug} where id = ${id}`).rejects.toMatchObject({
        constraint_name: "events_slug_is_no_route",
      });
    }),
  );
});

it("a town and a club with another slug keep their addresses", () =>
  asOwner(async (tx) => {
    await tx`update public.cities set slug = 'novo-nome' where ibge_code = 4205407`;
    const [city] = await tx`select to_path from public.redirects where from_path = '/sc/cidade/florianopolis'`;
    expect(city).toEqual({ to_path: "/sc/cidade/novo-nome" });
  }));
